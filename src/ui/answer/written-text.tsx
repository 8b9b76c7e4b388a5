import type { Theme } from '@mui/material/styles';
import Typography, { type TypographyProps } from '@mui/material/Typography';
import type { SystemStyleObject } from '@mui/system';
import type { ElementType } from 'react';

type WrittenTextProps = TypographyProps & { component?: ElementType };

/** Paragraphs of a person, a file or a model: each takes its own direction, and a long word breaks. */
export function WrittenText({ sx, ...props }: WrittenTextProps) {
  return (
    <Typography
      component="div"
      dir="auto"
      {...props}
      sx={[
        { whiteSpace: 'pre-wrap', unicodeBidi: 'plaintext', overflowWrap: 'anywhere' },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    />
  );
}

/** The bar at the start of the passage that is the current one of its list. */
export const currentPassageBar = (current: boolean): SystemStyleObject<Theme> => ({
  position: 'relative',
  '&::before': {
    content: '""',
    position: 'absolute',
    insetBlock: 0,
    insetInlineStart: 0,
    width: 4,
    bgcolor: current ? 'primary.main' : 'transparent',
  },
});
