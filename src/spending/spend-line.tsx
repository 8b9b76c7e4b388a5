import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from 'react-i18next';
import type { Ledger } from '#contract/usage.ts';
import { useCapabilities } from '#src/api/gateway-context.tsx';
import { useLeft } from '#src/api/use-usage.ts';
import { TextLink } from '#src/components/link-button.tsx';
import { paths } from '#src/paths.ts';
import type { Estimate } from './estimate-tokens.ts';
import { roundLikely } from './estimate-tokens.ts';

type SpendLineProps = {
  ledger: Ledger;
  /** Undefined while there is nothing to estimate. */
  estimate: Estimate | undefined;
};

/** So few more of the same are called little. */
const FEW = 20;

function useWarning({ ledger, estimate }: SpendLineProps): string | undefined {
  const { t } = useTranslation('spending');
  const keepsLedgers = useCapabilities() !== null;
  const left = useLeft(ledger)?.left;
  if (left === undefined) return undefined;
  if (left === 0) return t('before.nothing');
  if (estimate === undefined || estimate.most === 0) return undefined;
  const { likely, most } = estimate;
  const words = {
    likely: t(`amount.${ledger}`, { count: roundLikely(likely) }),
    most: t(`amount.${ledger}`, { count: most }),
    left: t(`amount.${ledger}`, { count: left }),
  };
  if (likely > left) return t('before.willNotFit', words);
  if (most > left) return t(keepsLedgers ? 'before.held' : 'before.mayNotFit', words);
  // The last that fits must still fit with all that the gateway holds for it.
  const more = Math.floor((left - (keepsLedgers ? most : likely)) / likely) + 1;
  return more < FEW ? t('before.little', { ...words, count: more }) : undefined;
}

/** What the next call may cost against what is left: one quiet line, and a warning in words where it may not fit. */
export function SpendLine({ ledger, estimate }: SpendLineProps) {
  const { t } = useTranslation('spending');
  const left = useLeft(ledger)?.left;
  const warning = useWarning({ ledger, estimate });
  const amount = (count: number) => t(`amount.${ledger}`, { count });
  const line =
    estimate === undefined
      ? left === undefined
        ? ''
        : t('before.quota', { left: amount(left) })
      : estimate.most === 0
        ? t('before.free')
        : left === undefined
          ? t('before.lineAlone', {
              likely: amount(roundLikely(estimate.likely)),
              most: amount(estimate.most),
            })
          : t('before.line', {
              likely: amount(roundLikely(estimate.likely)),
              most: amount(estimate.most),
              left: amount(left),
            });
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
            {warning}{' '}
            <TextLink to={paths.usage(ledger === 'text' ? {} : { ledger })}>{t('before.see')}</TextLink>
          </span>
        </Typography>
      )}
    </Box>
  );
}
