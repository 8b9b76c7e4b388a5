import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { BidiText } from './bidi-text.tsx';

type RecordRowProps = {
  /** How the space is parted between what it is and its facts; the actions take what they need. */
  parts: readonly [number, number];
  /** Whether its form is open below. */
  open: boolean;
  what: ReactNode;
  facts: ReactNode;
  actions: ReactNode;
  /** The form. */
  children?: ReactNode;
};

/** One of a list of things that are set up in place: what it is, its facts, what can be done, and its form below. */
export function RecordRow({ parts, open, what, facts, actions, children }: RecordRowProps) {
  return (
    <Box
      component="li"
      sx={{
        paddingBlock: 2,
        paddingInline: { xs: 0, md: 1.5 },
        borderBlockEnd: 1,
        borderColor: 'line.soft',
        bgcolor: open ? 'background.paper' : undefined,
      }}
    >
      <Box
        sx={{
          display: 'grid',
          columnGap: 3,
          rowGap: 1,
          alignItems: 'start',
          gridTemplateColumns: { md: `minmax(0, ${parts[0]}fr) minmax(0, ${parts[1]}fr) auto` },
        }}
      >
        <Box sx={{ minWidth: 0 }}>{what}</Box>
        {facts}
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 0.5,
            marginInlineStart: { xs: -1.25, md: 0 },
            minWidth: { md: 216 },
            justifyContent: { md: 'flex-end' },
          }}
        >
          {actions}
        </Box>
      </Box>
      {children}
    </Box>
  );
}

type RecordNameProps = {
  name: string;
  /** Says that it is the one in use here; absent: it is not. */
  current?: string | undefined;
  /** Beside the name. */
  children?: ReactNode;
};

/** The name of such a thing. */
export function RecordName({ name, current, children }: RecordNameProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
      <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        <BidiText>{name}</BidiText>
      </Box>
      {children}
      {current === undefined ? null : (
        <Box component="span" sx={{ typography: 'body2', color: 'leaf.ink', fontWeight: 600 }}>
          {current}
        </Box>
      )}
    </Box>
  );
}
