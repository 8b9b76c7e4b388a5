import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LedgerState, Usage } from '#contract/usage.ts';
import { useMay, useOffers } from '#src/api/use-role.ts';
import { dayIn } from '#src/spending/days.ts';
import { leftOf } from '#src/spending/say-forecast.ts';
import { numberOfDay, partOfDay, pointsOfHistory } from '#src/spending/burn-down.ts';
import { ForecastSection } from './forecast-section.tsx';
import { GaugeSection } from './gauge-section.tsx';
import { daysOf } from './stretch.ts';
import { TopRow } from './top-row.tsx';
import { useHistory } from './use-figures.ts';
import type { View } from './use-view.ts';
import { WatchedUsage } from './watched-usage.tsx';

type KeptUsageProps = {
  usage: Usage;
  state: LedgerState;
  view: View;
  onChange: (change: Partial<View>) => void;
};

/** The forecast with its course since the period began, or over the last 30 days. */
function WatchedForecast({ usage, state }: Pick<KeptUsageProps, 'usage' | 'state'>) {
  const now = Date.parse(usage.asOf);
  const days = daysOf(state.startsOn === null ? '30' : 'period', { from: '', to: '' }, state, now);
  const { data } = useHistory({ ledger: state.ledger, ...days, by: 'action', step: 'day' });
  const points = useMemo(() => {
    if (data === undefined || data === null) return data;
    const nowAt = numberOfDay(dayIn(state.zone, now)) + partOfDay(state.zone, now);
    return pointsOfHistory(data, leftOf(state), nowAt);
  }, [data, state, now]);
  return <ForecastSection state={state} now={now} points={points} />;
}

/** Use as the gateway keeps it: everybody sees what is left, those who watch see who used it. */
export function KeptUsage({ usage, state, view, onChange }: KeptUsageProps) {
  const { t } = useTranslation('usage');
  const offers = useOffers('usageHistory');
  const may = useMay('usageHistory');
  const watches = offers === true && may === true;
  const now = Date.parse(usage.asOf);
  return (
    <>
      <TopRow>
        <GaugeSection state={state} />
        {watches ? (
          <WatchedForecast usage={usage} state={state} />
        ) : (
          <ForecastSection
            state={state}
            now={now}
            points={null}
            note={
              may === false ? (
                <Typography sx={{ color: 'text.secondary', maxWidth: '60ch' }}>{t('watchers')}</Typography>
              ) : null
            }
          />
        )}
      </TopRow>
      {watches ? (
        <WatchedUsage
          view={view}
          days={daysOf(view.range, view, state, now)}
          hasPeriods={state.startsOn !== null}
          onChange={onChange}
        />
      ) : (
        <Box sx={{ borderBlockStart: 1, borderColor: 'line.soft' }} />
      )}
    </>
  );
}
