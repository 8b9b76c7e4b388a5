import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { LedgerState } from '#contract/usage.ts';
import type { LimitHolder } from '#src/api/hooks/use-usage.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { describeForecast } from './describe-forecast.ts';

type ForecastStatementProps = { state: LedgerState & { of?: LimitHolder }; now: number };

/** Whether the quota will last, and below it how certain that is. */
export function ForecastStatement({ state, now }: ForecastStatementProps) {
  const { t } = useTranslation('spending');
  const { sentence, detail, tone } = describeForecast(state, t, useFormats(), now);
  return (
    <>
      {tone === 'over' ? (
        <Box component="span" sx={{ color: 'brick.ink' }}>
          {sentence}
        </Box>
      ) : (
        sentence
      )}
      {detail === undefined ? null : (
        <Typography component="span" sx={{ display: 'block', color: 'text.secondary' }}>
          {detail}
        </Typography>
      )}
    </>
  );
}
