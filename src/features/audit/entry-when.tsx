import Box from '@mui/material/Box';
import type { ZoneTimes } from './use-zone-times.ts';

/** Day and time of a change. */
export function EntryWhen({ on, times }: { on: string; times: ZoneTimes }) {
  return (
    <Box
      component="time"
      dateTime={on}
      title={times.full(on)}
      sx={{ typography: 'body2', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
    >
      {times.day(on)} {times.time(on)}
    </Box>
  );
}
