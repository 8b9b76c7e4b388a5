import Box from '@mui/material/Box';
import { useState } from 'react';
import { useFocusIfLost } from '#src/ui/use-focus-if-lost.ts';
import { NameStatusButton } from './name-status-button.tsx';
import { StatusChip, type StatusChipProps } from './status-chip.tsx';

/** The status of a unit where it may be acted on: a number without a name can be given one in place. */
export function UnitStatusChip(props: StatusChipProps) {
  const { status, variant = 'plain' } = props;
  const [named, setNamed] = useState(false);
  const isWord = typeof status === 'string';
  // The button goes once the number has its name.
  const box = useFocusIfLost(named && isWord ? true : undefined);
  return (
    <Box
      ref={box}
      tabIndex={named ? -1 : undefined}
      sx={{
        display: 'inline-flex',
        flexDirection: variant === 'tinted' ? 'row' : 'column',
        alignItems: variant === 'tinted' ? 'center' : 'flex-start',
        columnGap: 1,
        maxWidth: '100%',
      }}
    >
      <StatusChip {...props} />
      {isWord ? null : (
        // Below the words of the chip, beside its icon.
        <Box sx={{ marginInlineStart: variant === 'tinted' ? 0 : 2.5 }}>
          <NameStatusButton number={status} onNamed={() => setNamed(true)} />
        </Box>
      )}
    </Box>
  );
}
