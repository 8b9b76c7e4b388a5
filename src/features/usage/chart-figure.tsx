import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** A drawing and what it is of; what it says stands in words or in a table beside it. */
export function ChartFigure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box component="figure" aria-label={label} sx={{ margin: 0, minWidth: 0 }}>
      {children}
    </Box>
  );
}
