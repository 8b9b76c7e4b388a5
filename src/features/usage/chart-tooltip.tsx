import { useAxesTooltip } from '@mui/x-charts/ChartsTooltip';
import { ChartsTooltipContainer } from '@mui/x-charts/ChartsTooltip';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export type TooltipRow = { key: string; name: string; value: string; mark?: ReactNode };

/** The figures at one place of the axis, in the page's own words and digits. */
function Content({
  tell,
}: {
  tell: (index: number) => { title: string; rows: readonly TooltipRow[] } | null;
}) {
  const axis = useAxesTooltip({ directions: ['x'] })?.[0];
  const told = axis === undefined ? null : tell(axis.dataIndex);
  if (told === null) return null;
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
        {told.title}
      </Typography>
      {told.rows.map(({ key, name, value, mark }) => (
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

export function ChartTooltip(props: Parameters<typeof Content>[0]) {
  return (
    <ChartsTooltipContainer trigger="axis" disablePortal={false}>
      <Content {...props} />
    </ChartsTooltipContainer>
  );
}
