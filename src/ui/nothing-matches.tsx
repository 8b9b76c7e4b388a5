import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';

type NothingMatchesProps = { title: string; clearLabel: string; onClear: () => void; children?: ReactNode };

/** A list whose filters let nothing through, with a button that clears them. */
export function NothingMatches({ title, clearLabel, onClear, children }: NothingMatchesProps) {
  return (
    <EmptyState
      title={title}
      actions={
        <Button variant="outlined" onClick={onClear}>
          {clearLabel}
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
