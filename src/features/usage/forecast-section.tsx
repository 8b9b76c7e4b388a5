import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LedgerState } from '#contract/usage.ts';
import { Section } from '#src/components/section.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { dayIn } from '#src/spending/days.ts';
import { sayForecast } from '#src/spending/say-forecast.ts';
import type { BurnPoint } from '#src/spending/burn-down.ts';
import { dayOfNumber, drawBurnDown, MARK, numberOfDay, partOfDay } from '#src/spending/burn-down.ts';
import { BurnChart } from './lazy-charts.tsx';
import { unitFor } from './scale-figures.ts';

type ForecastSectionProps = {
  state: LedgerState;
  now: number;
  /** Undefined while it is read, null where it is not to be had. */
  points: readonly BurnPoint[] | null | undefined;
  /** Said under the sentence. */
  note?: ReactNode;
};

const HEIGHT = 256;

/** Will the quota last? In a sentence, and drawn. */
export function ForecastSection({ state, now, points, note }: ForecastSectionProps) {
  const { t } = useTranslation('usage');
  const { t: spending } = useTranslation('spending');
  const formats = useFormats();
  const { sentence, detail } = sayForecast(state, spending, formats, now);
  const nowAt = numberOfDay(dayIn(state.zone, now)) + partOfDay(state.zone, now);
  const burn = useMemo(
    () => (points && points.length > 1 ? drawBurnDown({ state, points, nowAt }) : null),
    [state, points, nowAt],
  );
  const share = formats.percent(MARK);
  return (
    <Section
      heading={spending('forecast.question')}
      statement={
        <>
          {sentence}
          {detail === undefined ? null : (
            <Typography component="span" sx={{ display: 'block', color: 'text.secondary' }}>
              {detail}
            </Typography>
          )}
        </>
      }
    >
      {note}
      {burn === null ? (
        points === undefined ? (
          <Box sx={{ height: HEIGHT }} />
        ) : null
      ) : (
        <>
          <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
            {t('burn.caption', { unit: t(`unit.${state.ledger}.${unitFor(burn.total).unit}`) })}
          </Typography>
          <BurnChart
            burn={burn}
            height={HEIGHT}
            label={t('burn.label')}
            words={{
              today: t('burn.today'),
              left: t('burn.left'),
              expected: t('burn.expected'),
              mark:
                burn.markAt === null
                  ? t('burn.markAlone', { share })
                  : t('burn.mark', { share, day: formats.day(dayOfNumber(burn.markAt)) }),
            }}
          />
        </>
      )}
    </Section>
  );
}
