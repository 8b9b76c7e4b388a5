import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';

const blink = keyframes({ '50%': { opacity: 0.2 } });

/** The cursor of a text that is being written. */
export function TypingCursor() {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        display: 'inline-block',
        width: 8,
        height: '1.1em',
        marginInlineStart: 0.5,
        verticalAlign: 'text-bottom',
        bgcolor: 'primary.main',
        animation: `${blink} 1s steps(2) infinite`,
      }}
    />
  );
}
