import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { Grouping, Ledger } from '#contract/usage.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { FiguresTable } from './figures-table.tsx';
import type { SeriesLook } from './series-look.tsx';
import { SeriesSwatch } from './series-look.tsx';

type Group = { id: string; name: string; calls: number; amount: number; look?: SeriesLook | undefined };
type GroupsTableProps = {
  label: string;
  ledger: Ledger;
  by: Grouping;
  groups: readonly Group[];
  total: { calls: number; amount: number };
};

/** Groups of use with their calls, amounts and shares; the last line sums them. */
export function GroupsTable({ label, ledger, by, groups, total }: GroupsTableProps) {
  const { t } = useTranslation('usage');
  const formats = useFormats();
  const perCall = (amount: number, calls: number) =>
    calls === 0 ? '' : formats.number(Math.round(amount / calls));
  const rows = groups.map(({ id, name, calls, amount, look }) => ({
    key: id,
    cells: {
      name: (
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
          {look === undefined ? null : <SeriesSwatch look={look} />}
          <bdi>{name}</bdi>
        </Box>
      ),
      calls: formats.number(calls),
      amount: <Box sx={{ fontWeight: 600 }}>{formats.number(amount)}</Box>,
      share: total.amount === 0 ? '' : formats.percent(amount / total.amount),
      perCall: perCall(amount, calls),
    },
  }));
  const sum = {
    key: ' total',
    strong: true,
    cells: {
      name: t('use.total'),
      calls: formats.number(total.calls),
      amount: formats.number(total.amount),
      share: formats.percent(1),
      perCall: perCall(total.amount, total.calls),
    },
  };
  return (
    <FiguresTable
      label={label}
      columns={[
        { key: 'name', name: t(`use.${by}`) },
        { key: 'calls', name: t('columns.calls'), numeric: true },
        { key: 'amount', name: t(`columns.amount.${ledger}`), numeric: true },
        { key: 'share', name: t('columns.share'), numeric: true },
        { key: 'perCall', name: t('columns.perCall'), numeric: true, wide: true },
      ]}
      rows={[...rows, sum]}
    />
  );
}
