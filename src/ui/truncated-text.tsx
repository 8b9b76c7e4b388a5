import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { nodeDirection } from './node-direction.ts';

type TruncatedTextProps = {
  /** Text from people or files, not isolated again: its first letter decides which end is cut. */
  children: ReactNode;
  /** The whole text as the tooltip. */
  title?: string | undefined;
  sx?: SxProps<Theme>;
};

/** Foreign text on one line: it stands where the page's lines begin, and its own end gives way, never its beginning. */
export function TruncatedText({ children, title, sx }: TruncatedTextProps) {
  return (
    <Box
      dir={nodeDirection(children)}
      title={title}
      sx={[
        {
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          // Mirrored with the page, not with the text.
          textAlign: 'left',
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      {children}
    </Box>
  );
}
