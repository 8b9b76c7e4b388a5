import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { BarPlot, FocusedBar } from '@mui/x-charts/BarChart';
import { ChartsAxisHighlight } from '@mui/x-charts/ChartsAxisHighlight';
import { useMemo } from 'react';
import { useFormats } from '#src/i18n/locale.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { SeriesPatterns, type SeriesStyle, SeriesSwatch } from './series-style.tsx';

type StackedSeries = { id: string; name: string; amounts: readonly number[] };
export type UsageChartProps = {
  slots: readonly string[];
  /** A slot on the axis, and in full. */
  slotLabel: (slot: string, length: 'short' | 'long') => string;
  series: readonly StackedSeries[];
  styles: readonly SeriesStyle[];
  label: string;
  total: string;
  /** Index of the slot that is not over yet: its bar is paler. */
  currentSlotIndex: number;
  height: number;
};

/** Whether the slot of an index carries a label on the axis. */
function labelFilter(slots: readonly string[], narrow: boolean): (index: number) => boolean {
  // Measured by the library, Arabic labels come out too narrow and run into each other.
  const step = Math.max(1, Math.ceil(slots.length / (narrow ? 3 : 8)));
  // Hours of several days: the beginning of each day is named.
  const byDay = slots.length > 48 && slots[0]?.includes('T') === true;
  return (index) =>
    byDay
      ? slots[index]?.endsWith('T00') === true && (!narrow || index % 48 === 0)
      : index % step === Math.floor(step / 2);
}

/** Usage over time as stacked bars; the table beside the chart says the same. */
export function UsageChart(props: UsageChartProps) {
  const { slots, slotLabel, series, styles, label, total, currentSlotIndex, height } = props;
  const formats = useFormats();
  const sums = useMemo(
    () => slots.map((_, index) => series.reduce((sum, { amounts }) => sum + (amounts[index] ?? 0), 0)),
    [slots, series],
  );
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const isLabelled = labelFilter(slots, narrow);
  const tooltipContentAt = (index: number) => {
    const slot = slots[index];
    if (slot === undefined) return null;
    const rows = series.flatMap(({ id, name, amounts }, seriesIndex) => {
      const amount = amounts[index] ?? 0;
      const style = styles[seriesIndex];
      if (amount === 0) return [];
      const value = formats.number(amount);
      return [{ key: id, name, value, mark: style === undefined ? null : <SeriesSwatch style={style} /> }];
    });
    const sum = { key: 'sum', name: total, value: formats.number(sums[index] ?? 0) };
    return {
      title: slotLabel(slot, 'long'),
      rows: rows.length > 1 ? [...rows.reverse(), sum] : [...rows, sum].slice(0, 1),
    };
  };
  return (
    <ChartFrame
      label={label}
      height={height}
      highest={Math.max(0, ...sums)}
      series={series.map(({ id, name, amounts }, index) => ({
        type: 'bar' as const,
        id,
        label: name,
        stack: 'use',
        data: amounts.slice(),
        color: styles[index]?.fill ?? '',
        valueFormatter: (amount: number | null) => formats.number(amount ?? 0),
      }))}
      xAxis={{
        scaleType: 'band',
        data: slots.slice(),
        categoryGapRatio: slots.length > 45 ? 0.2 : 0.32,
        valueFormatter: (slot: string) => slotLabel(slot, 'short'),
        tickLabelInterval: (_: string | undefined, index: number) => isLabelled(index),
      }}
      tooltipContentAt={tooltipContentAt}
    >
      <SeriesPatterns styles={styles} />
      <ChartsAxisHighlight x="band" />
      <BarPlot
        borderRadius={3}
        slotProps={{ bar: ({ dataIndex }) => (dataIndex === currentSlotIndex ? { opacity: 0.55 } : {}) }}
      />
      <FocusedBar />
    </ChartFrame>
  );
}
