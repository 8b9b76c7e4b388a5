import Box from '@mui/material/Box';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LedgerState } from '#contract/usage.ts';
import type { LimitHolder } from '#src/api/hooks/use-usage.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { axisUnitFor } from '#src/ui/chart/axis-scale.ts';
import { BurnChart } from '#src/ui/chart/lazy-charts.tsx';
import {
  type BurnPoint,
  computeBurnDown,
  momentToNumber,
  numberToDay,
  WARNING_THRESHOLD,
} from '#src/ui/quota/compute-burn-down.ts';
import { ForecastStatement } from '#src/ui/quota/forecast-statement.tsx';
import { Section } from '#src/ui/section.tsx';
import { SmallText } from '#src/ui/small-text.tsx';

type ForecastSectionProps = {
  state: LedgerState & { of?: LimitHolder };
  now: number;
  /** Undefined while loading, null without a history. */
  points: readonly BurnPoint[] | null | undefined;
  /** Below the sentence. */
  note?: ReactNode;
};

const CHART_HEIGHT_PX = 256;

/** Will the quota last? As a sentence and as a chart. */
export function ForecastSection({ state, now, points, note }: ForecastSectionProps) {
  const { t } = useTranslation('usage');
  const { t: tSpending } = useTranslation('spending');
  const formats = useFormats();
  const nowAt = momentToNumber(state.zone, now);
  const burn = useMemo(
    () => (points && points.length > 1 ? computeBurnDown({ state, points, nowAt }) : null),
    [state, points, nowAt],
  );
  const share = formats.percent(WARNING_THRESHOLD);
  return (
    <Section
      heading={tSpending('forecast.question')}
      statement={<ForecastStatement state={state} now={now} />}
    >
      {note}
      {burn === null ? (
        points === undefined ? (
          <Box sx={{ height: CHART_HEIGHT_PX }} />
        ) : null
      ) : (
        <>
          <SmallText>
            {t('burn.caption', { unit: t(`unit.${state.ledger}.${axisUnitFor(burn.total).unit}`) })}
          </SmallText>
          <BurnChart
            burn={burn}
            height={CHART_HEIGHT_PX}
            label={t('burn.label')}
            words={{
              today: t('burn.today'),
              left: t('burn.left'),
              mark:
                burn.thresholdDay === null
                  ? t('burn.markAlone', { share })
                  : t('burn.mark', { share, day: formats.day(numberToDay(burn.thresholdDay)) }),
            }}
          />
        </>
      )}
    </Section>
  );
}
