import Box from '@mui/material/Box';
import { pagePadding } from '#src/components/page-frame.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useShellState } from '../shell-state.ts';

/** Says once, above the page, that the key is no longer accepted, and leads to where another one is entered. */
export function KeyRefused() {
  const { refusal } = useShellState();
  if (refusal === undefined) return null;
  return (
    <Box sx={{ paddingInline: pagePadding, paddingBlockStart: 2 }}>
      <FaultNotice error={refusal} />
    </Box>
  );
}
