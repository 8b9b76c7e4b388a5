import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SynonymFormat } from '#contract/synonyms.ts';
import { SYNONYM_FORMATS } from '#contract/synonyms.ts';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';
import { ExportMenu } from '#src/components/export-menu.tsx';
import { saveFile } from '#src/components/save-file.ts';

const TYPES: Record<SynonymFormat, { mime: string; extension: string }> = {
  csv: { mime: 'text/csv;charset=utf-8', extension: 'csv' },
  lines: { mime: 'text/plain;charset=utf-8', extension: 'txt' },
};

/** All groups as a file, in either form. */
export function ExportSynonyms({ onError }: { onError: (error: unknown) => void }) {
  const { t } = useTranslation('synonyms');
  const { synonyms } = useGateway();
  const { bot } = useConnection();
  const exporting = useMutation({
    mutationFn: synonyms.export,
    onSuccess: ({ text, format }) => {
      const { mime, extension } = TYPES[format];
      saveFile(new Blob([text], { type: mime }), `synonyms-${bot}.${extension}`);
    },
    onError,
  });
  return (
    <ExportMenu
      label={t('export.open')}
      formats={SYNONYM_FORMATS}
      nameOf={(format) => t(`export.${format}`)}
      busy={exporting.isPending}
      onChoose={(format) => exporting.mutate(format)}
    />
  );
}
