import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import Download from 'lucide-react/icons/download';
import { useTranslation } from 'react-i18next';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile } from '#src/components/save-file.ts';
import { historyRows } from './history-rows.ts';
import type { Days } from './stretch.ts';
import { useGroupName } from './use-group-name.ts';
import type { View } from './use-view.ts';
import { writeCsv } from '#src/components/write-csv.ts';

type CsvButtonProps = { view: View; days: Days; step: 'day' | 'hour' };

/** The figures that the page shows, to keep: exact, by slot and group. */
export function CsvButton({ view, days, step }: CsvButtonProps) {
  const { t } = useTranslation('usage');
  const gateway = useGateway();
  const connection = useConnection();
  const client = useQueryClient();
  const nameGroup = useGroupName();
  const [failed, setFailed] = useState(false);
  const { ledger, by } = view;
  const save = async () => {
    const query = { ledger, ...days, by, step };
    try {
      const history = await client.fetchQuery({
        queryKey: ['usage', connection.id, connection.bot, 'history', query],
        queryFn: () => gateway.usage.history(query),
      });
      setFailed(history === null);
      if (history === null) return;
      const rows = historyRows(history, {
        when: t(`use.when.${step}`),
        group: t(`use.${by}`),
        id: 'id',
        amount: t(`columns.amount.${ledger}`),
        others: t('use.others', { count: history.others?.groups ?? 0 }),
        nameOf: (group) => nameGroup(by, group),
      });
      const name = `fihrist-${connection.bot}-${ledger}-${by}-${history.from}-${history.to}.csv`;
      saveFile(new Blob([writeCsv(rows)], { type: 'text/csv;charset=utf-8' }), name);
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      <Button variant="outlined" startIcon={<Download size={18} />} onClick={() => void save()}>
        {t('use.csv')}
      </Button>
      <Typography component="span" role="status" variant="body2" sx={{ color: 'brick.ink' }}>
        {failed ? t('use.csvFailed') : ''}
      </Typography>
    </>
  );
}
