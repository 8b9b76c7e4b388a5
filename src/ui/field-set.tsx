import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { SmallText } from './small-text.tsx';

type FieldSetProps = { label: string; hint?: ReactNode; children: ReactNode };

/** A named group of fields that answer one question together. */
export function FieldSet({ label, hint, children }: FieldSetProps) {
  const id = useId();
  return (
    <Box
      role="group"
      aria-labelledby={id}
      sx={{ display: 'grid', gap: 1, minWidth: 0, justifyItems: 'stretch' }}
    >
      <div>
        <Typography id={id} component="div" variant="body2" sx={{ fontWeight: 600 }}>
          {label}
        </Typography>
        {hint === undefined ? null : <SmallText>{hint}</SmallText>}
      </div>
      {children}
    </Box>
  );
}
