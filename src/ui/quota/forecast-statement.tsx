import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { LedgerState } from '#contract/usage.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { describeForecast } from './describe-forecast.ts';

/** Whether the quota will last, and below it how certain that is. */
export function ForecastStatement({ state, now }: { state: LedgerState; now: number }) {
  const { t } = useTranslation('spending');
  const { sentence, detail } = describeForecast(state, t, useFormats(), now);
  return (
    <>
      {sentence}
      {detail === undefined ? null : (
        <Typography component="span" sx={{ display: 'block', color: 'text.secondary' }}>
          {detail}
        </Typography>
      )}
    </>
  );
}
