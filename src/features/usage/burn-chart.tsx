import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ChartsDataProvider } from '@mui/x-charts/ChartsDataProvider';
import { ChartsGrid } from '@mui/x-charts/ChartsGrid';
import { ChartsSurface } from '@mui/x-charts/ChartsSurface';
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis';
import { ChartsYAxis } from '@mui/x-charts/ChartsYAxis';
import { useDrawingArea, useXScale, useYScale } from '@mui/x-charts/hooks';
import { AreaPlot, FocusedLineMark, LinePlot } from '@mui/x-charts/LineChart';
import { useFormats, useLocale } from '#src/i18n/locale.tsx';
import { axisLines, axisText } from './axis-text.ts';
import type { BurnDown, BurnPoint } from '#src/spending/burn-down.ts';
import { dayOfNumber, labelledDays } from '#src/spending/burn-down.ts';
import { ChartFigure } from './chart-figure.tsx';
import { ChartTooltip } from './chart-tooltip.tsx';
import { roundUp, unitFor } from './scale-figures.ts';

export type BurnChartProps = {
  burn: BurnDown;
  label: string;
  words: { today: string; left: string; expected: string; mark: string };
  height: number;
};

/** Room for half a label behind the end of the axis. */
const EDGE = 28;

type OverlayProps = Pick<BurnChartProps, 'burn' | 'words'>;

/** What goes on from now: the band, the dotted line to nothing, the line of 80 %, and where today is. */
function Outlook({ burn, words }: OverlayProps) {
  const theme = useTheme();
  const rtl = useLocale().direction === 'rtl';
  const x = useXScale<'linear'>();
  const y = useYScale<'linear'>();
  const area = useDrawingArea();
  const text = axisText(theme);
  const { teal, saffron } = theme.palette;
  const { now, expected, band, mark } = burn;
  const at = ({ at, left }: BurnPoint) => `${x(at)},${y(left)}`;
  // Where much was left at the beginning, nothing is drawn over the line there.
  const atStart = (burn.points[0]?.left ?? 0) > 1.6 * mark;
  const ground = band === null ? '' : `${x(band.late.at)},${y(0)}`;
  return (
    <g>
      {band === null ? null : (
        <polygon
          points={[at(now), at(band.late), ...(band.early.left === 0 ? [ground] : []), at(band.early)].join(
            ' ',
          )}
          fill={teal.fill}
          fillOpacity={0.14}
        />
      )}
      <line
        x1={area.left}
        x2={area.left + area.width}
        y1={y(mark)}
        y2={y(mark)}
        stroke={saffron.fill}
        strokeWidth={1.5}
        strokeDasharray="4 4"
      />
      <text
        x={atStart === rtl ? area.left + area.width - 8 : area.left + 8}
        y={(y(mark) ?? 0) - 7}
        textAnchor={atStart ? 'start' : 'end'}
        style={{ ...text, fill: saffron.ink }}
      >
        {words.mark}
      </text>
      <line
        x1={x(now.at)}
        x2={x(now.at)}
        y1={area.top}
        y2={area.top + area.height}
        stroke={theme.palette.line.firm}
      />
      {expected === null ? null : (
        <>
          <line
            x1={x(now.at)}
            y1={y(now.left)}
            x2={x(expected.at)}
            y2={y(expected.left)}
            stroke={teal.fill}
            strokeWidth={2.5}
            strokeLinecap="round"
            strokeDasharray="0.1 6"
          />
          {expected.left > 0 ? null : (
            <circle
              cx={x(expected.at)}
              cy={y(0)}
              r={5}
              fill={theme.palette.background.default}
              stroke={teal.fill}
              strokeWidth={2}
            />
          )}
        </>
      )}
      <circle cx={x(now.at)} cy={y(now.left)} r={5} fill={teal.fill} />
    </g>
  );
}

/** What is left, day by day, and how it goes on; the sentence above it says the same. */
export function BurnChart({ burn, label, words, height }: BurnChartProps) {
  const theme = useTheme();
  const formats = useFormats();
  const rtl = useLocale().direction === 'rtl';
  const { points, now, until, total } = burn;
  const first = points[0]?.at ?? now.at;
  const highest = Math.max(total, ...points.map(({ left }) => left));
  const { size } = unitFor(highest);
  const text = axisText(theme);
  const narrow = useMediaQuery(theme.breakpoints.down('sm'));
  const span = until - first;
  const gap = span / (narrow ? 5 : 11);
  // A label at the very edge would run into the figures of the other axis.
  const named = labelledDays(first + span / (narrow ? 10 : 24), until - span / 24, narrow ? 4 : 6).filter(
    (day) => Math.abs(day - now.at) > gap,
  );
  const end = burn.expected !== null && burn.expected.left === 0 ? burn.expected.at : undefined;
  const ticks = [...named.filter((day) => end === undefined || Math.abs(day - end) > gap), now.at];
  if (end !== undefined && end - now.at > gap) ticks.push(end);
  const tell = (index: number) => {
    const point = points[index];
    if (point === undefined) return null;
    const title = point.at === now.at ? words.today : formats.day(dayOfNumber(point.at));
    return { title, rows: [{ key: 'left', name: words.left, value: formats.number(point.left) }] };
  };
  return (
    <ChartFigure label={label}>
      <ChartsDataProvider
        height={height}
        skipAnimation
        margin={{ top: 12, bottom: 0, left: rtl ? EDGE : 0, right: rtl ? 0 : EDGE }}
        series={[
          {
            type: 'line',
            id: 'left',
            label: words.left,
            data: points.map(({ left }) => left),
            color: theme.palette.teal.fill,
            curve: 'linear',
            area: true,
            showMark: false,
            valueFormatter: (amount: number | null) => (amount === null ? '' : formats.number(amount)),
          },
        ]}
        xAxis={[
          {
            id: 'days',
            scaleType: 'linear',
            data: points.map(({ at }) => at),
            min: first,
            max: until,
            reverse: rtl,
            height: 32,
            disableTicks: true,
            tickInterval: ticks,
            tickLabelInterval: () => true,
            // The end of a line is the midnight after its last day.
            valueFormatter: (at: number) =>
              at === now.at ? words.today : formats.day(dayOfNumber(at === end ? at - 1 : at), 'short'),
            tickLabelStyle: text,
          },
        ]}
        yAxis={[
          {
            id: 'left',
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
        <ChartsSurface
          sx={{
            ...axisLines(theme),
            '& .MuiLineChart-area': { fillOpacity: 0.12, filter: 'none' },
            '& .MuiLineChart-line': { strokeWidth: 2.5 },
          }}
        >
          <ChartsGrid horizontal />
          <AreaPlot />
          <Outlook burn={burn} words={words} />
          <LinePlot />
          <FocusedLineMark />
          <ChartsXAxis axisId="days" />
          <ChartsYAxis axisId="left" />
        </ChartsSurface>
        <ChartTooltip tell={tell} />
      </ChartsDataProvider>
    </ChartFigure>
  );
}
