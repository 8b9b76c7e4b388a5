import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type SeriesStyle, SeriesSwatch } from './series-style.tsx';

type ChartLegendProps = {
  unit: string;
  series: readonly { id: string; name: string }[];
  styles: readonly SeriesStyle[];
};

/** The unit of the axis, and the name of each series beside its colour. */
export function ChartLegend({ unit, series, styles }: ChartLegendProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2.5,
        rowGap: 0.5,
        alignItems: 'center',
        marginBlock: 1,
      }}
    >
      <Typography variant="body2" component="span" sx={{ color: 'text.tertiary' }}>
        {unit}
      </Typography>
      {series.map(({ id, name }, index) => {
        const style = styles[index];
        return (
          <Typography
            key={id}
            variant="body2"
            component="span"
            sx={{
              display: 'inline-flex',
              alignItems: 'center',
              gap: 0.75,
              minWidth: 0,
              color: 'text.secondary',
            }}
          >
            {style === undefined ? null : <SeriesSwatch style={style} />}
            <bdi>{name}</bdi>
          </Typography>
        );
      })}
    </Box>
  );
}
