import TriangleAlert from 'virtual:lucide/triangle-alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Ledger } from '#contract/usage.ts';
import { useCapabilities } from '#src/api/hooks/gateway-context.tsx';
import { useQuotaLimit, useUsage } from '#src/api/hooks/use-usage.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { TextLink } from '#src/ui/link-button.tsx';
import { dayInZone } from './calendar-days.ts';
import { type Estimate, likelyFigure } from './estimate-answer.ts';

type CostEstimateProps = {
  ledger: Ledger;
  /** Undefined without an estimate. */
  estimate: Estimate | undefined;
};

/** So few more of the same are called little. */
const LOW_QUOTA_CALLS = 20;

/** The day on which the ledger resets; undefined without periods. */
function useResetText(ledger: Ledger): string | undefined {
  const { t } = useTranslation('spending');
  const formats = useFormats();
  const { endsOn, zone } = useUsage().data?.ledgers.find((entry) => entry.ledger === ledger) ?? {};
  if (!endsOn || zone === undefined) return undefined;
  return t('before.resets', { day: formats.day(dayInZone(zone, endsOn)) });
}

function useQuotaWarning({ ledger, estimate }: CostEstimateProps): string | undefined {
  const { t } = useTranslation('spending');
  const keepsLedgers = useCapabilities() !== null;
  const limit = useQuotaLimit(ledger);
  if (limit === undefined) return undefined;
  const { of, left: remaining } = limit;
  if (remaining === 0) return t(`before.nothing.${of}`);
  if (estimate === undefined || estimate.max === 0) return undefined;
  const { expected } = estimate;
  const max = estimate.max ?? expected;
  const values = {
    likely: t(`amount.${ledger}`, { count: likelyFigure(estimate) }),
    max: t(`amount.${ledger}`, { count: max }),
    left: t(`before.left.${of}`, { amount: t(`amount.${ledger}`, { count: remaining }) }),
  };
  // A refusal names what is reserved: the same figure where it is known before.
  if (expected > remaining)
    return t(estimate.max === null ? 'before.willNotFit' : 'before.needsAtMost', values);
  if (max > remaining) return t(keepsLedgers ? 'before.held' : 'before.mayNotFit', values);
  // The last affordable call must fit with everything the gateway reserves for it.
  const callsLeft = Math.floor((remaining - (keepsLedgers ? max : expected)) / expected) + 1;
  return callsLeft < LOW_QUOTA_CALLS ? t('before.little', { ...values, count: callsLeft }) : undefined;
}

/** What the next call may cost against what is left: one quiet line, and a warning in words where it may not fit. */
export function CostEstimate({ ledger, estimate }: CostEstimateProps) {
  const { t } = useTranslation('spending');
  const limit = useQuotaLimit(ledger);
  const warning = useQuotaWarning({ ledger, estimate });
  const resets = useResetText(ledger);
  const amount = (count: number) => t(`amount.${ledger}`, { count });
  const remaining = limit && t(`before.left.${limit.of}`, { amount: amount(limit.left) });
  const describe = (figures: Estimate): string => {
    const { max } = figures;
    if (max === 0) return t('before.free');
    const likely = amount(likelyFigure(figures));
    if (max === null)
      return remaining === undefined
        ? t('before.likelyAlone', { likely })
        : t('before.lineLikely', { likely, left: remaining });
    const values = { likely, max: amount(max) };
    return remaining === undefined
      ? t('before.lineAlone', values)
      : t('before.line', { ...values, left: remaining });
  };
  const line = estimate === undefined ? (remaining ?? '') : describe(estimate);
  return (
    <Box role="group" aria-label={t('before.label')} sx={{ minHeight: 24, marginBlockStart: 1 }}>
      {warning === undefined ? (
        <Typography
          variant="body2"
          component="div"
          sx={{ color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}
        >
          {line}
        </Typography>
      ) : (
        <Typography
          variant="body2"
          component="div"
          role="status"
          sx={{ display: 'flex', gap: 1, color: 'saffron.ink', alignItems: 'flex-start' }}
        >
          <Box component="span" sx={{ display: 'flex', paddingBlockStart: '2px' }}>
            <TriangleAlert size={16} aria-hidden />
          </Box>
          <span>
            {warning} {resets}{' '}
            <TextLink to={paths.usage(ledger === 'text' ? {} : { ledger })}>{t('before.see')}</TextLink>
          </span>
        </Typography>
      )}
    </Box>
  );
}
