import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { BarPlot, FocusedBar } from '@mui/x-charts/BarChart';
import { ChartsAxisHighlight } from '@mui/x-charts/ChartsAxisHighlight';
import { ChartsDataProvider } from '@mui/x-charts/ChartsDataProvider';
import { ChartsGrid } from '@mui/x-charts/ChartsGrid';
import { ChartsSurface } from '@mui/x-charts/ChartsSurface';
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis';
import { ChartsYAxis } from '@mui/x-charts/ChartsYAxis';
import { useMemo } from 'react';
import { useFormats, useLocale } from '#src/i18n/locale.tsx';
import { axisLines, axisText } from './axis-text.ts';
import { ChartFigure } from './chart-figure.tsx';
import { ChartTooltip } from './chart-tooltip.tsx';
import { roundUp, unitFor } from './scale-figures.ts';
import type { SeriesLook } from './series-look.tsx';
import { SeriesPatterns, SeriesSwatch } from './series-look.tsx';

export type StackedSeries = { id: string; name: string; amounts: readonly number[] };
export type UseChartProps = {
  slots: readonly string[];
  /** A slot on the axis, and in full. */
  nameSlot: (slot: string, length: 'short' | 'long') => string;
  series: readonly StackedSeries[];
  looks: readonly SeriesLook[];
  label: string;
  total: string;
  /** The slot that is not over yet, by its place; drawn paler. */
  unfinished: number;
  height: number;
};

/** Use over time, stacked; the table beside it says the same in words. */
export function UseChart({
  slots,
  nameSlot,
  series,
  looks,
  label,
  total,
  unfinished,
  height,
}: UseChartProps) {
  const theme = useTheme();
  const formats = useFormats();
  const rtl = useLocale().direction === 'rtl';
  const sums = useMemo(
    () => slots.map((_, index) => series.reduce((sum, { amounts }) => sum + (amounts[index] ?? 0), 0)),
    [slots, series],
  );
  const highest = Math.max(0, ...sums);
  const { size } = unitFor(highest);
  const narrow = useMediaQuery(theme.breakpoints.down('sm'));
  // Measured by the library, Arabic labels come out too narrow and run into each other.
  const every = Math.max(1, Math.ceil(slots.length / (narrow ? 3 : 8)));
  // Hours of several days: the beginning of each day is named.
  const byDay = slots.length > 48 && slots[0]?.includes('T') === true;
  const text = axisText(theme);
  const tell = (index: number) => {
    const slot = slots[index];
    if (slot === undefined) return null;
    const rows = series.flatMap(({ id, name, amounts }, at) => {
      const amount = amounts[index] ?? 0;
      const look = looks[at];
      if (amount === 0) return [];
      const value = formats.number(amount);
      return [{ key: id, name, value, mark: look === undefined ? null : <SeriesSwatch look={look} /> }];
    });
    const sum = { key: 'sum', name: total, value: formats.number(sums[index] ?? 0) };
    return {
      title: nameSlot(slot, 'long'),
      rows: rows.length > 1 ? [...rows.reverse(), sum] : [...rows, sum].slice(0, 1),
    };
  };
  return (
    <ChartFigure label={label}>
      <ChartsDataProvider
        height={height}
        skipAnimation
        margin={{ top: 12, bottom: 0, left: 0, right: 0 }}
        series={series.map(({ id, name, amounts }, index) => ({
          type: 'bar' as const,
          id,
          label: name,
          stack: 'use',
          data: amounts.slice(),
          color: looks[index]?.fill ?? '',
          valueFormatter: (amount: number | null) => formats.number(amount ?? 0),
        }))}
        xAxis={[
          {
            id: 'slots',
            scaleType: 'band',
            data: slots.slice(),
            reverse: rtl,
            height: 32,
            categoryGapRatio: slots.length > 45 ? 0.2 : 0.32,
            valueFormatter: (slot: string) => nameSlot(slot, 'short'),
            tickLabelInterval: (_: string | undefined, index: number) =>
              byDay
                ? slots[index]?.endsWith('T00') === true && (!narrow || index % 48 === 0)
                : index % every === Math.floor(every / 2),
            disableTicks: true,
            tickLabelStyle: text,
          },
        ]}
        yAxis={[
          {
            id: 'amounts',
            position: rtl ? 'right' : 'left',
            min: 0,
            max: roundUp(highest),
            tickNumber: 4,
            width: 44,
            disableLine: true,
            disableTicks: true,
            valueFormatter: (amount: number) => formats.number(amount / size),
            tickLabelStyle: text,
          },
        ]}
      >
        <ChartsSurface sx={axisLines(theme)}>
          <SeriesPatterns looks={looks} />
          <ChartsGrid horizontal />
          <ChartsAxisHighlight x="band" />
          <BarPlot
            borderRadius={3}
            slotProps={{ bar: ({ dataIndex }) => (dataIndex === unfinished ? { opacity: 0.55 } : {}) }}
          />
          <FocusedBar />
          <ChartsXAxis axisId="slots" />
          <ChartsYAxis axisId="amounts" />
        </ChartsSurface>
        <ChartTooltip tell={tell} />
      </ChartsDataProvider>
    </ChartFigure>
  );
}
