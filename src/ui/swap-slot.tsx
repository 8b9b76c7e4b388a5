import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

type SwapSlotProps = {
  /** Which of the two shows. */
  shown: 'first' | 'second';
  first: ReactNode;
  second: ReactNode;
};

/** One of two things in a place that fits either, so that nothing moves when they change places. */
export function SwapSlot({ shown, first, second }: SwapSlotProps) {
  const layer = (name: SwapSlotProps['shown'], content: ReactNode) => (
    <Box
      sx={{ gridArea: '1 / 1', display: 'grid' }}
      style={name === shown ? undefined : { visibility: 'hidden' }}
      inert={name !== shown}
    >
      {content}
    </Box>
  );
  return (
    <Box sx={{ display: 'grid', marginInlineStart: 'auto' }}>
      {layer('first', first)}
      {layer('second', second)}
    </Box>
  );
}
