import Download from 'virtual:lucide/download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { exportUsage } from '#contract/operations/usage.ts';
import type { Ledger } from '#contract/usage.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { downloadFile } from '#src/ui/download-file.ts';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import type { DateRange } from './date-range.ts';

type ExportCsvButtonProps = { ledger: Ledger; days: DateRange };

/** Exports the exact figures of the days that the page shows, by day, key and action. */
export function ExportCsvButton({ ledger, days }: ExportCsvButtonProps) {
  const { t } = useTranslation('usage');
  const gateway = useGateway();
  const { bot } = useConnection();
  const exporting = useMutation({
    mutationFn: (query: DateRange & { ledger: Ledger }) => gateway.call(exportUsage, { query }),
    // The page may show another view by the time of the answer.
    onSuccess: (file, { ledger, from, to }) =>
      downloadFile(file, `fihrist-usage-${bot}-${ledger}-${from}-${to}.csv`),
  });
  const exportCsv = () => exporting.mutate({ ledger, from: days.from, to: days.to });
  return (
    <Box sx={{ display: 'grid', justifyItems: 'start', rowGap: exporting.isError ? 1.5 : 0, maxWidth: 480 }}>
      <Button
        variant="outlined"
        startIcon={<Download size={18} />}
        loading={exporting.isPending}
        loadingPosition="start"
        onClick={exportCsv}
      >
        {t('use.csv')}
      </Button>
      <FaultNotice error={exporting.error} onRetry={exportCsv} onDismiss={exporting.reset} />
    </Box>
  );
}
