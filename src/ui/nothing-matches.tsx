import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';

type NothingMatchesProps = { title: string; clearLabel: string; onClear: () => void; children?: ReactNode };

/** Empty state of a list with filters, and a button to clear the filters. */
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
