import Box from '@mui/material/Box';
import type { ReactNode, Ref } from 'react';
import { BidiText } from './bidi-text.tsx';
import { BusyButton } from './busy-button.tsx';
import { PlainList } from './plain-list.ts';

type RecordListProps = {
  label: string;
  /** The line above the first row. */
  topLine?: 'firm' | 'soft' | 'none';
  children: ReactNode;
};

/** Records with forms in place, one row each. */
export function RecordList({ label, topLine = 'firm', children }: RecordListProps) {
  return (
    <PlainList
      aria-label={label}
      sx={topLine === 'none' ? {} : { borderBlockStart: 1, borderColor: `line.${topLine}` }}
    >
      {children}
    </PlainList>
  );
}

/** Space and line of a row that a list lays out by itself. */
export const recordRowStyle = { paddingBlock: 1.25, borderBlockEnd: 1, borderColor: 'line.soft' } as const;

type RecordItemProps = {
  /** Whether something is open below; absent: the row never changes its background. */
  open?: boolean;
  summary: ReactNode;
  actions: ReactNode;
  /** What is open. */
  children?: ReactNode;
};

/** A record without a column of facts. */
export function RecordItem({ open, summary, actions, children }: RecordItemProps) {
  return (
    <Box
      component="li"
      sx={{
        paddingBlock: 1.5,
        paddingInline: open === undefined ? undefined : { xs: 0, md: 1.5 },
        borderBlockEnd: 1,
        borderColor: 'line.soft',
        bgcolor: open === true ? 'background.paper' : undefined,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
        <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>{summary}</Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>{actions}</Box>
      </Box>
      {children}
    </Box>
  );
}

type RecordActionProps = {
  label: string;
  /** The label together with the thing it acts on, for assistive technology. */
  name: string;
  onClick: () => void;
  /** Whether the form or panel of this action is open; absent when the action opens none. */
  expanded?: boolean;
  busy?: boolean;
  destructive?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

/** An action on a record of the list. */
export function RecordAction(props: RecordActionProps) {
  const { label, name, expanded, busy = false, destructive = false, ...button } = props;
  return (
    <BusyButton
      size="small"
      aria-label={name}
      aria-expanded={expanded}
      busy={busy}
      sx={destructive ? { color: 'brick.ink' } : {}}
      {...button}
    >
      {label}
    </BusyButton>
  );
}

type RecordNameProps = {
  name: string;
  /** Label of the record in use here; absent on all other records. */
  current?: string | undefined;
  /** Beside the name. */
  children?: ReactNode;
};

/** The name of a record. */
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
