import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import Typography, { type TypographyProps } from '@mui/material/Typography';
import type { SystemStyleObject } from '@mui/system';
import type { ElementType, ReactNode } from 'react';
import { directionOf, lineDirection } from '#common/text-direction.ts';
import { linesOf, type TextSpan } from './text-spans.ts';

type WrittenTextProps = Omit<TypographyProps, 'children' | 'dir'> & {
  component?: ElementType;
  text: string;
  /** Where the shown part begins. */
  from?: number;
  /** What comes before the first line and after the last, within them. */
  before?: ReactNode;
  after?: ReactNode;
  /** The words of a span that lies in one line, with their marks; the plain words by default. */
  children?: (line: TextSpan) => ReactNode;
};

/**
 * Paragraphs of a person, a file or a model; a long word breaks. Each line is an element with its own direction: lines of
 * different directions in one element tear the brackets of the later ones apart in Chromium. A line without letters goes
 * with the text around it. Line ends stay in the text, to be copied.
 */
export function WrittenText({
  text,
  from = 0,
  before,
  after,
  children = ({ start, end }) => text.slice(start, end),
  sx,
  ...props
}: WrittenTextProps) {
  const lines = linesOf(text, from);
  return (
    <Typography
      component="div"
      {...props}
      dir={directionOf(text)}
      sx={[{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }, ...(Array.isArray(sx) ? sx : [sx])]}
    >
      {lines.map((line, index) => (
        <Box
          key={line.start}
          component="span"
          dir={lineDirection(text.slice(line.start, line.end))}
          sx={{ display: 'block' }}
        >
          {index === 0 ? before : null}
          {children(line)}
          {index === lines.length - 1 ? after : null}
        </Box>
      ))}
    </Typography>
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
