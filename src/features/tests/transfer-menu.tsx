import Download from 'virtual:lucide/download';
import Upload from 'virtual:lucide/upload';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { ActionMenu } from '#src/ui/action-menu.tsx';
import { downloadFile } from '#src/ui/download-file.ts';
import { ImportTestsDialog } from './import-tests-dialog.tsx';
import { fetchAllTests } from './transfer-tests.ts';

const MEDIA_TYPES = { csv: 'text/csv;charset=utf-8', jsonl: 'application/x-ndjson' } as const;

/** Tests from a file and to one. */
export function TransferMenu({ onError }: { onError: (error: unknown) => void }) {
  const { t } = useTranslation('tests');
  const gateway = useGateway();
  const { bot } = useConnection();
  const [isImporting, setImporting] = useState(false);
  const save = async (format: keyof typeof MEDIA_TYPES) => {
    try {
      const { writeTestFile } = await import('#common/write-test-file.ts');
      const text = writeTestFile(await fetchAllTests(gateway, bot), format);
      downloadFile(new Blob([text], { type: MEDIA_TYPES[format] }), `${t('export.file')}.${format}`);
    } catch (error) {
      onError(error);
    }
  };
  return (
    <>
      <ActionMenu
        label={t('transfer')}
        size="medium"
        actions={[
          { label: t('import.action'), icon: <Upload size={18} />, onSelect: () => setImporting(true) },
          { label: t('export.csv'), icon: <Download size={18} />, onSelect: () => void save('csv') },
          { label: t('export.jsonl'), icon: <Download size={18} />, onSelect: () => void save('jsonl') },
        ]}
      />
      <ImportTestsDialog open={isImporting} onClose={() => setImporting(false)} />
    </>
  );
}
