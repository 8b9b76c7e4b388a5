import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Ledger } from '#contract/usage.ts';
import { MonoText } from '#src/ui/mono-text.tsx';
import type { Charge } from '#src/ui/quota/resolve-charge.ts';

type FigureLineProps = {
  figures: readonly string[];
  requestId?: string | null;
  /** Before the figures. */
  children?: ReactNode;
};

/** Short facts about a call in one line: cost, duration, request id. */
export function FigureLine({ figures, requestId = null, children }: FigureLineProps) {
  return (
    <Typography
      variant="body2"
      component="div"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        color: 'text.tertiary',
        fontVariantNumeric: 'tabular-nums',
        minWidth: 0,
      }}
    >
      {children}
      {figures.map((figure) => (
        <span key={figure}>{figure}</span>
      ))}
      {requestId === null ? null : <MonoText truncate>{requestId}</MonoText>}
    </Typography>
  );
}

/** Words a charge for a figure line; none where the charge is not known. */
export function useCostFigures(): (ledger: Ledger, cost: Charge | undefined) => string[] {
  const { t } = useTranslation('spending');
  return (ledger, cost) =>
    cost === undefined
      ? []
      : [
          t(cost.approximate ? 'after.about' : 'after.exact', {
            amount: t(`amount.${ledger}`, { count: cost.amount }),
          }),
        ];
}
