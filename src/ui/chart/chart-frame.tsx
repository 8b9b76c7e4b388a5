import Box from '@mui/material/Box';
import { type Theme, useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { ChartsDataProvider, type ChartsDataProviderProps } from '@mui/x-charts/ChartsDataProvider';
import { ChartsGrid } from '@mui/x-charts/ChartsGrid';
import { ChartsSurface } from '@mui/x-charts/ChartsSurface';
import { ChartsTooltipContainer, useAxesTooltip } from '@mui/x-charts/ChartsTooltip';
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis';
import { ChartsYAxis } from '@mui/x-charts/ChartsYAxis';
import type { ReactNode } from 'react';
import { useFormats, useLocale } from '#src/i18n/locale.tsx';
import { axisUnitFor, niceCeiling } from './axis-scale.ts';

/** The text of axes: the caption's size and the page's font. */
export function axisLabelStyle({ palette, typography }: Theme) {
  const { fontFamily, fontSize } = typography.caption;
  return {
    fontFamily: String(fontFamily),
    fontSize: Number.parseFloat(String(fontSize)) * 16,
    fill: palette.text.tertiary,
  };
}

type TooltipRow = { key: string; name: string; value: string; mark?: ReactNode };

/** The content for one index of the horizontal axis. */
type TooltipContentAt = (index: number) => { title: string; rows: readonly TooltipRow[] } | null;

/** The figures at one place of the axis, in the page's own words and digits. */
function TooltipContent({ contentAt }: { contentAt: TooltipContentAt }) {
  const axis = useAxesTooltip({ directions: ['x'] })?.[0];
  const content = axis === undefined ? null : contentAt(axis.dataIndex);
  if (content === null) return null;
  return (
    <Box
      sx={{
        padding: 1.5,
        borderRadius: 1,
        border: 1,
        borderColor: 'line.firm',
        bgcolor: 'background.paper',
        minWidth: 160,
      }}
    >
      <Typography variant="body2" sx={{ fontWeight: 600, marginBlockEnd: 0.5 }}>
        {content.title}
      </Typography>
      {content.rows.map(({ key, name, value, mark }) => (
        <Typography
          key={key}
          variant="body2"
          component="div"
          sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}
        >
          {mark}
          <Box component="bdi" sx={{ flex: 1, minWidth: 0, maxWidth: 240 }}>
            {name}
          </Box>
          <Box
            component="span"
            sx={{ color: 'text.primary', fontVariantNumeric: 'tabular-nums', paddingInlineStart: 2 }}
          >
            {value}
          </Box>
        </Typography>
      ))}
    </Box>
  );
}

type ChartFrameProps = {
  series: NonNullable<ChartsDataProviderProps['series']>;
  label: string;
  height: number;
  xAxis: NonNullable<ChartsDataProviderProps['xAxis']>[number];
  /** The highest amount; the vertical axis ends on a round figure at or above it. */
  highest: number;
  /** Space behind the end of the horizontal axis, in px. */
  endPadding?: number;
  surfaceStyle?: object;
  tooltipContentAt: TooltipContentAt;
  /** The plots, between the grid and the axes. */
  children: ReactNode;
};

/** A chart with its grid, axes and tooltip, mirrored in Arabic. Text or a table beside it says the same. */
export function ChartFrame(props: ChartFrameProps) {
  const { label, height, series, xAxis, highest, endPadding = 0, surfaceStyle, tooltipContentAt } = props;
  const theme = useTheme();
  const formats = useFormats();
  const isRtl = useLocale().direction === 'rtl';
  const { size } = axisUnitFor(highest);
  const tickLabelStyle = axisLabelStyle(theme);
  const { line } = theme.palette;
  return (
    <Box component="figure" aria-label={label} sx={{ margin: 0, minWidth: 0 }}>
      <ChartsDataProvider
        height={height}
        skipAnimation
        margin={{ top: 12, bottom: 0, left: isRtl ? endPadding : 0, right: isRtl ? 0 : endPadding }}
        series={series}
        xAxis={[
          {
            id: 'x',
            reverse: isRtl,
            height: 32,
            disableTicks: true,
            tickLabelStyle,
            ...xAxis,
          } as typeof xAxis,
        ]}
        yAxis={[
          {
            id: 'amount',
            position: isRtl ? 'right' : 'left',
            min: 0,
            max: niceCeiling(highest),
            tickNumber: 4,
            width: 44,
            disableLine: true,
            disableTicks: true,
            valueFormatter: (amount: number) => formats.number(amount / size),
            tickLabelStyle,
          },
        ]}
      >
        <ChartsSurface
          sx={{
            '&& .MuiChartsGrid-line': { stroke: line.soft },
            '&& .MuiChartsAxis-line': { stroke: line.firm },
            ...surfaceStyle,
          }}
        >
          <ChartsGrid horizontal />
          {props.children}
          <ChartsXAxis axisId="x" />
          <ChartsYAxis axisId="amount" />
        </ChartsSurface>
        <ChartsTooltipContainer trigger="axis" disablePortal={false}>
          <TooltipContent contentAt={tooltipContentAt} />
        </ChartsTooltipContainer>
      </ChartsDataProvider>
    </Box>
  );
}
