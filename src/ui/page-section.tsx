import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode, Ref } from 'react';
import { SmallText } from './small-text.tsx';

type PageSectionProps = {
  /** The anchor and the heading's id. */
  id: string;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
};

/** A part of a page under its heading. */
export function PageSection({ id, title, text, action, ref, children }: PageSectionProps) {
  return (
    <Box
      component="section"
      ref={ref}
      aria-labelledby={id}
      sx={{
        maxWidth: 880,
        paddingBlock: 3,
        '& + &': { borderBlockStart: 1, borderColor: 'line.firm' },
        '&:first-of-type': { paddingBlockStart: 0 },
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', marginBlockEnd: 1 }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <Typography id={id} variant="h2" sx={{ scrollMarginBlockStart: 72 }}>
            {title}
          </Typography>
          {text === undefined ? null : <SmallText tone="secondary">{text}</SmallText>}
        </Box>
        {action}
      </Box>
      {children}
    </Box>
  );
}
