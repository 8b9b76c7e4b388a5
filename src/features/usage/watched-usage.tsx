import Box from '@mui/material/Box';
import { useOffers } from '#src/api/use-role.ts';
import { CallsSection } from './calls-section.tsx';
import { ConsumersSection } from './consumers-section.tsx';
import { FailuresSection } from './failures-section.tsx';
import { RangeFilter } from './range-filter.tsx';
import type { Days } from './stretch.ts';
import { UseSection } from './use-section.tsx';
import type { View } from './use-view.ts';

type WatchedUsageProps = {
  view: View;
  days: Days;
  hasPeriods: boolean;
  onChange: (change: Partial<View>) => void;
};

/** What only those who watch may see: who used what, and which calls failed. */
export function WatchedUsage({ view, days, hasPeriods, onChange }: WatchedUsageProps) {
  const offersFailures = useOffers('usageFailures') === true;
  return (
    <>
      <Box
        sx={{ paddingInline: { xs: 2, md: 4 }, paddingBlock: 1.5, borderBlock: 1, borderColor: 'line.soft' }}
      >
        <RangeFilter view={view} days={days} hasPeriods={hasPeriods} onChange={onChange} />
      </Box>
      <UseSection view={view} days={days} onChange={onChange} />
      <Box sx={{ display: 'grid', gridTemplateColumns: { lg: 'minmax(0, 13fr) minmax(0, 11fr)' } }}>
        <ConsumersSection view={view} days={days} onChange={onChange} />
        {offersFailures ? <FailuresSection days={days} /> : null}
      </Box>
      <CallsSection view={view} days={days} onChange={onChange} />
    </>
  );
}
