import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

type SectionProps = {
  /** The section's question or heading. */
  heading: string;
  /** The answer in a sentence. */
  statement?: ReactNode;
  action?: ReactNode;
  /** The heading stays small where the figures speak for themselves. */
  quiet?: boolean;
  id?: string;
  sx?: SxProps<Theme>;
  children: ReactNode;
};

/** A part of the page between hairlines: a question, its answer in a sentence, then the figures. */
export function Section({ heading, statement, action, quiet, id, sx, children }: SectionProps) {
  const large = statement === undefined && quiet !== true;
  const headingId = useId();
  return (
    <Box
      component="section"
      id={id}
      aria-labelledby={headingId}
      sx={[
        { paddingBlock: 2.5, paddingInline: { xs: 2, md: 4 }, minWidth: 0, borderColor: 'line.soft' },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, minHeight: large ? 28 : 20 }}>
        {large ? (
          <Typography id={headingId} variant="h3" component="h2" sx={{ flex: 1 }}>
            {heading}
          </Typography>
        ) : (
          <Typography id={headingId} variant="body2" component="h2" sx={{ flex: 1, color: 'text.tertiary' }}>
            {heading}
          </Typography>
        )}
        {action}
      </Box>
      {statement === undefined ? null : (
        <Typography variant="statement" component="p" sx={{ marginBlock: '0 20px' }}>
          {statement}
        </Typography>
      )}
      {children}
    </Box>
  );
}
