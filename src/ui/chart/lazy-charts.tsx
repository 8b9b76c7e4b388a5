import Skeleton from '@mui/material/Skeleton';
import { type ComponentType, lazy, Suspense } from 'react';
import type { BurnChartProps } from './burn-chart.tsx';
import type { UsageChartProps } from './usage-chart.tsx';

/** Charts load after the page, since they outweigh all its other code. */
function lazyChart<Props extends { height: number }>(load: () => Promise<ComponentType<Props>>) {
  const Chart: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  return (props: Props) => (
    <Suspense fallback={<Skeleton variant="rounded" height={props.height} />}>
      <Chart {...props} />
    </Suspense>
  );
}

export const BurnChart = lazyChart<BurnChartProps>(async () => (await import('./burn-chart.tsx')).BurnChart);
export const UsageChart = lazyChart<UsageChartProps>(
  async () => (await import('./usage-chart.tsx')).UsageChart,
);
