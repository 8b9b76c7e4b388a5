import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Gauge and forecast side by side, one after the other on narrow screens. */
export function TopRow({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { md: 'minmax(280px, 2fr) minmax(0, 3.6fr)' },
        '& > :first-of-type': { borderInlineEnd: { md: 1 }, borderColor: { md: 'line.soft' } },
      }}
    >
      {children}
    </Box>
  );
}
