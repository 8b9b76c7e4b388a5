import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense } from 'react';
import type { BurnChartProps } from './burn-chart.tsx';
import type { UseChartProps } from './use-chart.tsx';

const LazyBurnChart = lazy(async () => ({ default: (await import('./charts.ts')).BurnChart }));
const LazyUseChart = lazy(async () => ({ default: (await import('./charts.ts')).UseChart }));

export function BurnChart(props: BurnChartProps) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={props.height} />}>
      <LazyBurnChart {...props} />
    </Suspense>
  );
}

export function UseChart(props: UseChartProps) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={props.height} />}>
      <LazyUseChart {...props} />
    </Suspense>
  );
}
