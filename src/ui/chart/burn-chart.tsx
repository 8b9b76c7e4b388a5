import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useDrawingArea, useXScale, useYScale } from '@mui/x-charts/hooks';
import { AreaPlot, FocusedLineMark, LinePlot } from '@mui/x-charts/LineChart';
import { useFormats, useLocale } from '#src/i18n/locale.tsx';
import { type BurnDown, type BurnPoint, numberToDay, tickDays } from '#src/ui/quota/compute-burn-down.ts';
import { axisLabelStyle, ChartFrame } from './chart-frame.tsx';

export type BurnChartProps = {
  burn: BurnDown;
  label: string;
  words: { today: string; left: string; mark: string };
  height: number;
};

/** Half a label stands behind the end of the axis. */
const EDGE_PADDING_PX = 28;

type OverlayProps = Pick<BurnChartProps, 'burn' | 'words'>;

/** The 80 % threshold as a dashed line with its label. */
function ThresholdLine({ burn: { points, threshold }, words }: OverlayProps) {
  const theme = useTheme();
  const isRtl = useLocale().direction === 'rtl';
  const y = useYScale<'linear'>();
  const area = useDrawingArea();
  const { saffron } = theme.palette;
  // Where the curve begins far above the threshold, its start has space for the label.
  const atStart = (points[0]?.remaining ?? 0) > 1.6 * threshold;
  return (
    <>
      <line
        x1={area.left}
        x2={area.left + area.width}
        y1={y(threshold)}
        y2={y(threshold)}
        stroke={saffron.fill}
        strokeWidth={1.5}
        strokeDasharray="4 4"
      />
      <text
        x={atStart === isRtl ? area.left + area.width - 8 : area.left + 8}
        y={(y(threshold) ?? 0) - 7}
        textAnchor={atStart ? 'start' : 'end'}
        style={{ ...axisLabelStyle(theme), fill: saffron.ink }}
      >
        {words.mark}
      </text>
    </>
  );
}

/** The forecast: its range, the dotted line down to zero, the threshold, and today. */
function ForecastOverlay({ burn, words }: OverlayProps) {
  const { palette } = useTheme();
  const x = useXScale<'linear'>();
  const y = useYScale<'linear'>();
  const area = useDrawingArea();
  const { teal } = palette;
  const { now, expected, band } = burn;
  const coordinates = ({ day, remaining }: BurnPoint) => `${x(day)},${y(remaining)}`;
  const zeroPoint = band === null ? '' : `${x(band.late.day)},${y(0)}`;
  return (
    <g>
      {band === null ? null : (
        <polygon
          points={[
            coordinates(now),
            coordinates(band.late),
            ...(band.early.remaining === 0 ? [zeroPoint] : []),
            coordinates(band.early),
          ].join(' ')}
          fill={teal.fill}
          fillOpacity={0.14}
        />
      )}
      <ThresholdLine burn={burn} words={words} />
      <line
        x1={x(now.day)}
        x2={x(now.day)}
        y1={area.top}
        y2={area.top + area.height}
        stroke={palette.line.firm}
      />
      {expected === null ? null : (
        <>
          <line
            x1={x(now.day)}
            y1={y(now.remaining)}
            x2={x(expected.day)}
            y2={y(expected.remaining)}
            stroke={teal.fill}
            strokeWidth={2.5}
            strokeLinecap="round"
            strokeDasharray="0.1 6"
          />
          {expected.remaining > 0 ? null : (
            <circle
              cx={x(expected.day)}
              cy={y(0)}
              r={5}
              fill={palette.background.default}
              stroke={teal.fill}
              strokeWidth={2}
            />
          )}
        </>
      )}
      <circle cx={x(now.day)} cy={y(now.remaining)} r={5} fill={teal.fill} />
    </g>
  );
}

/** Days that carry a label: today, the end, and regular days at a distance from both. */
function axisTicks(
  { now, axisEnd }: BurnDown,
  first: number,
  end: number | undefined,
  narrow: boolean,
): number[] {
  const span = axisEnd - first;
  const minGap = span / (narrow ? 5 : 11);
  const isFar = (day: number, other: number) => Math.abs(day - other) > minGap;
  // A label at the very edge would run into the figures of the other axis.
  const ticks = tickDays(first + span / (narrow ? 10 : 24), axisEnd - span / 24, narrow ? 4 : 6).filter(
    (day) => isFar(day, now.day) && (end === undefined || isFar(day, end)),
  );
  return [...ticks, now.day, ...(end !== undefined && end - now.day > minGap ? [end] : [])];
}

/** What is left by day, and the forecast; the sentence above the chart says the same. */
export function BurnChart({ burn, label, words, height }: BurnChartProps) {
  const theme = useTheme();
  const formats = useFormats();
  const { points, now, axisEnd, total } = burn;
  const first = points[0]?.day ?? now.day;
  const highest = Math.max(total, ...points.map(({ remaining }) => remaining));
  const narrow = useMediaQuery(theme.breakpoints.down('sm'));
  const end = burn.expected !== null && burn.expected.remaining === 0 ? burn.expected.day : undefined;
  const tooltipContentAt = (index: number) => {
    const point = points[index];
    if (point === undefined) return null;
    const title = point.day === now.day ? words.today : formats.day(numberToDay(point.day));
    return { title, rows: [{ key: 'left', name: words.left, value: formats.number(point.remaining) }] };
  };
  return (
    <ChartFrame
      label={label}
      height={height}
      highest={highest}
      endPadding={EDGE_PADDING_PX}
      series={[
        {
          type: 'line',
          id: 'left',
          label: words.left,
          data: points.map(({ remaining }) => remaining),
          color: theme.palette.teal.fill,
          curve: 'linear',
          area: true,
          showMark: false,
          valueFormatter: (amount: number | null) => (amount === null ? '' : formats.number(amount)),
        },
      ]}
      xAxis={{
        scaleType: 'linear',
        data: points.map(({ day }) => day),
        min: first,
        max: axisEnd,
        tickInterval: axisTicks(burn, first, end, narrow),
        tickLabelInterval: () => true,
        // The end of a line is the midnight after its last day.
        valueFormatter: (day: number) =>
          day === now.day ? words.today : formats.day(numberToDay(day === end ? day - 1 : day), 'short'),
      }}
      surfaceStyle={{
        '& .MuiLineChart-area': { fillOpacity: 0.12, filter: 'none' },
        '& .MuiLineChart-line': { strokeWidth: 2.5 },
      }}
      tooltipContentAt={tooltipContentAt}
    >
      <AreaPlot />
      <ForecastOverlay burn={burn} words={words} />
      <LinePlot />
      <FocusedLineMark />
    </ChartFrame>
  );
}
