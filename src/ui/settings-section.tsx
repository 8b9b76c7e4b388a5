import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { SmallText } from './small-text.tsx';

type SettingsSectionProps = {
  title: string;
  text?: string;
  children?: ReactNode;
};

/** A part of the settings: heading at the start, its content beside it, on phones below it. */
export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        display: 'grid',
        gridTemplateColumns: { md: '240px minmax(0, 640px)' },
        columnGap: 4,
        rowGap: 2,
        paddingBlock: 3,
        '& + &': { borderBlockStart: 1, borderColor: 'line.soft' },
      }}
    >
      <div>
        <Typography id={id} variant="h3" component="h2">
          {title}
        </Typography>
        {text === undefined ? null : <SmallText tone="secondary">{text}</SmallText>}
      </div>
      <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start', alignContent: 'start', minWidth: 0 }}>
        {children}
      </Box>
    </Box>
  );
}
