import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';

type StaleNoticeProps = {
  title: string;
  /** What the other one changed. */
  children: ReactNode;
  keepLabel: string;
  takeLabel: string;
  /** Saves this draft in place of the newer version. */
  onKeep: () => void;
  /** Puts what was saved meanwhile into the form. */
  onTake: () => void;
};

/** Saving was refused because somebody else saved first: one of the two versions is chosen. */
export function StaleNotice({ title, children, keepLabel, takeLabel, onKeep, onTake }: StaleNoticeProps) {
  return (
    <Notice
      severity="warning"
      title={title}
      action={
        <>
          <Button size="small" variant="outlined" onClick={onKeep}>
            {keepLabel}
          </Button>
          <Button size="small" variant="outlined" onClick={onTake}>
            {takeLabel}
          </Button>
        </>
      }
    >
      {children}
    </Notice>
  );
}
