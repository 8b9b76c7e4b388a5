import Download from 'virtual:lucide/download';
import Upload from 'virtual:lucide/upload';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useLocale } from '#src/i18n/locale.tsx';
import { ActionMenu } from '#src/ui/action-menu.tsx';
import { downloadFile } from '#src/ui/download-file.ts';
import { ImportTestsDialog } from './import-tests-dialog.tsx';
import { fetchAllTests } from './transfer-tests.ts';

const MEDIA_TYPES = { csv: 'text/csv;charset=utf-8', jsonl: 'application/x-ndjson' } as const;

/** Tests from a file and to one. */
export function TransferMenu({ onError }: { onError: (error: unknown) => void }) {
  const { t } = useTranslation('tests');
  const { language } = useLocale();
  const gateway = useGateway();
  const [isImporting, setImporting] = useState(false);
  const save = async (format: keyof typeof MEDIA_TYPES | 'xlsx') => {
    try {
      const { testRows, writeTestFile } = await import('#common/write-test-file.ts');
      const { writeSheet } = await import('#src/ui/test/write-sheet.ts');
      const tests = await fetchAllTests(gateway);
      const name = t('export.file');
      const file =
        format === 'xlsx'
          ? writeSheet(testRows(tests), { name, rightToLeft: language === 'ar' })
          : new Blob([writeTestFile(tests, format)], { type: MEDIA_TYPES[format] });
      downloadFile(file, `${name}.${format}`);
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
          { label: t('export.xlsx'), icon: <Download size={18} />, onSelect: () => void save('xlsx') },
          { label: t('export.csv'), icon: <Download size={18} />, onSelect: () => void save('csv') },
          { label: t('export.jsonl'), icon: <Download size={18} />, onSelect: () => void save('jsonl') },
        ]}
      />
      <ImportTestsDialog open={isImporting} onClose={() => setImporting(false)} />
    </>
  );
}
