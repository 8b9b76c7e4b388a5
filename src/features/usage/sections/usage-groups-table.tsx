import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { Grouping, Ledger } from '#contract/usage.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { type SeriesStyle, SeriesSwatch } from '#src/ui/chart/series-style.tsx';
import { DataTable } from '#src/ui/data-table.tsx';
import { useUsageColumns } from './usage-columns.tsx';

type UsageGroup = {
  id: string;
  name: string;
  calls: number;
  amount: number;
  style?: SeriesStyle | undefined;
};
type UsageGroupsTableProps = {
  label: string;
  ledger: Ledger;
  by: Grouping;
  groups: readonly UsageGroup[];
  total: { calls: number; amount: number };
};

const TOTAL_ID = ' total';

/** Groups of usage with their calls, amounts and shares; the last line sums them. */
export function UsageGroupsTable({ label, ledger, by, groups, total }: UsageGroupsTableProps) {
  const { t } = useTranslation('usage');
  const formats = useFormats();
  const columns = useUsageColumns(ledger);
  return (
    <DataTable
      label={label}
      items={[...groups, { ...total, id: TOTAL_ID, name: t('use.total') }]}
      keyOf={({ id }) => id}
      isEmphasized={({ id }) => id === TOTAL_ID}
      columns={[
        {
          key: 'name',
          name: t(`use.${by}`),
          renderCell: ({ name, style }) => (
            <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
              {style === undefined ? null : <SeriesSwatch style={style} />}
              <bdi>{name}</bdi>
            </Box>
          ),
        },
        columns.calls,
        columns.amount,
        {
          key: 'share',
          name: t('columns.share'),
          numeric: true,
          renderCell: ({ amount }) => (total.amount === 0 ? '' : formats.percent(amount / total.amount)),
        },
        {
          key: 'perCall',
          name: t('columns.perCall'),
          numeric: true,
          hideOnNarrow: true,
          renderCell: ({ calls, amount }) => (calls === 0 ? '' : formats.number(Math.round(amount / calls))),
        },
      ]}
    />
  );
}
