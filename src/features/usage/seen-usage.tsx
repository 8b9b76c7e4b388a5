import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConsumptionHistory } from '#src/api/gateway-context.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { pagePadding } from '#src/components/page-frame.tsx';
import { dayIn, ownZone } from '#src/spending/days.ts';
import { stateOfSeen } from '#src/spending/seen-use.ts';
import Box from '@mui/material/Box';
import { numberOfDay, partOfDay, pointsOfSeen } from '#src/spending/burn-down.ts';
import { ForecastSection } from './forecast-section.tsx';
import { GaugeSection } from './gauge-section.tsx';
import { SeenSection } from './seen-section.tsx';
import { TopRow } from './top-row.tsx';

/** Use of a gateway that keeps no figures: what its responses told this browser, and said to be that. */
export function SeenUsage() {
  const { t } = useTranslation('usage');
  const { seen, forget } = useConsumptionHistory();
  const [opened] = useState(() => Date.now());
  const zone = ownZone();
  const now = Math.max(opened, seen.at(-1)?.at ?? 0);
  const state = stateOfSeen(seen, now, zone);
  if (state === undefined) {
    return (
      <Box sx={{ paddingInline: pagePadding }}>
        <EmptyState title={t('seen.title')}>{t('seen.none')}</EmptyState>
      </Box>
    );
  }
  const placeOf = (at: number) => numberOfDay(dayIn(zone, at)) + partOfDay(zone, at);
  const points = pointsOfSeen(seen, placeOf);
  const last = points.at(-1);
  const drawn = last === undefined ? points : [...points, { at: placeOf(now), left: last.left }];
  return (
    <>
      <TopRow>
        <GaugeSection state={state} />
        <ForecastSection state={state} now={now} points={drawn} />
      </TopRow>
      <SeenSection seen={seen} now={now} zone={zone} onForget={forget} />
    </>
  );
}
