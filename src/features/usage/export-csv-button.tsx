import Download from 'virtual:lucide/download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CsvCell, toCsv } from '#common/csv.ts';
import { usageHistory } from '#contract/operations/usage.ts';
import type { UsageHistory } from '#contract/usage.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { downloadFile } from '#src/ui/download-file.ts';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import type { DateRange } from './date-range.ts';
import { type UsageGroup, useGroupLabel } from './use-group-label.ts';
import type { UsageView } from './use-usage-view.ts';

type UsageCsvLabels = {
  when: string;
  group: string;
  id: string;
  amount: string;
  others: string;
  nameOf: (group: UsageGroup) => string;
};

/** Usage over time as rows of a file, one per slot and group, zeros included, as pivot tables need them. */
export function usageCsvRows(history: UsageHistory, labels: UsageCsvLabels): CsvCell[][] {
  const rows: CsvCell[][] = [[labels.when, labels.group, labels.id, labels.amount]];
  history.slots.forEach((slot, index) => {
    for (const group of history.series)
      rows.push([slot, labels.nameOf(group), group.id, group.amounts[index] ?? 0]);
    if (history.others !== null) rows.push([slot, labels.others, null, history.others.amounts[index] ?? 0]);
  });
  return rows;
}

type ExportedView = Pick<UsageView, 'ledger' | 'by'> & Omit<ExportCsvButtonProps, 'view'>;
type ExportCsvButtonProps = { view: UsageView; days: DateRange; step: 'day' | 'hour' };

/** Exports the exact figures of the page by slot and group. */
export function ExportCsvButton({ view, days, step }: ExportCsvButtonProps) {
  const { t } = useTranslation('usage');
  const gateway = useGateway();
  const connection = useConnection();
  const groupLabel = useGroupLabel();
  const exporting = useMutation({
    mutationFn: ({ ledger, by, days, step }: ExportedView) =>
      gateway.call(usageHistory, { query: { ledger, ...days, by, step } }),
    // The page may show another view by the time of the answer.
    onSuccess: (history, { ledger, by, step }) => {
      const rows = usageCsvRows(history, {
        when: t('use.whenIn', { when: t(`use.when.${step}`), zone: history.zone }),
        group: t(`use.${by}`),
        id: t('use.id'),
        amount: t(`columns.amount.${ledger}`),
        others: t('use.others', { count: history.others?.groups ?? 0 }),
        nameOf: (group) => groupLabel(by, group),
      });
      const name = `fihrist-${connection.bot}-${ledger}-${by}-${history.from}-${history.to}.csv`;
      downloadFile(new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }), name);
    },
  });
  const exportCsv = () => exporting.mutate({ ledger: view.ledger, by: view.by, days, step });
  return (
    <Box sx={{ display: 'grid', justifyItems: 'start', rowGap: exporting.isError ? 1.5 : 0, maxWidth: 480 }}>
      <Button variant="outlined" startIcon={<Download size={18} />} onClick={exportCsv}>
        {t('use.csv')}
      </Button>
      <FaultNotice error={exporting.error} onRetry={exportCsv} onDismiss={exporting.reset} />
    </Box>
  );
}
