import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AuditFormat } from '#contract/audit.ts';
import { AUDIT_FORMATS } from '#contract/audit.ts';
import type { AuditFilters } from '#src/api/audit-client.ts';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';
import { ExportMenu } from '#src/components/export-menu.tsx';
import { saveFile } from '#src/components/save-file.ts';

type ExportChangesProps = { filters: AuditFilters; onError: (error: unknown) => void };

/** All changes that the filters leave, on every page of the list, as a file. */
export function ExportChanges({ filters, onError }: ExportChangesProps) {
  const { t } = useTranslation('audit');
  const { audit } = useGateway();
  const { bot } = useConnection();
  const exporting = useMutation({
    mutationFn: (format: AuditFormat) => audit.export(filters, format),
    onSuccess: (file, format) => saveFile(file, `fihrist-audit-${bot}.${format}`),
    onError,
  });
  return (
    <ExportMenu
      label={t('export.open')}
      formats={AUDIT_FORMATS}
      nameOf={(format) => t(`export.${format}`)}
      busy={exporting.isPending}
      onChoose={(format) => exporting.mutate(format)}
    />
  );
}
