import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { Ledger } from '#contract/usage.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import type { Column } from '#src/ui/data-table.tsx';

type Usage = { calls: number; amount: number };

/** The columns of requests and of what they used. */
export function useUsageColumns(ledger: Ledger) {
  const { t } = useTranslation('usage');
  const formats = useFormats();
  return {
    calls: {
      key: 'calls',
      name: t('columns.calls'),
      numeric: true,
      renderCell: ({ calls }) => formats.number(calls),
    },
    amount: {
      key: 'amount',
      name: t(`columns.amount.${ledger}`),
      numeric: true,
      renderCell: ({ amount }) => <Box sx={{ fontWeight: 600 }}>{formats.number(amount)}</Box>,
    },
  } satisfies Record<string, Column<Usage>>;
}
