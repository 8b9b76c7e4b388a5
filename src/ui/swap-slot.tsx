import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

type SwapSlotProps = {
  /** Which of the two shows. */
  shown: 'first' | 'second';
  first: ReactNode;
  second: ReactNode;
};

/** Shows one of two elements in a slot sized for both, so that swapping moves nothing. */
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
