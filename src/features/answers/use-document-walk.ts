import { useState } from 'react';
import type { Run } from './run.ts';
import { useWalk } from './use-walk.ts';

export type DocumentWalk = {
  open: boolean;
  setOpen: (open: boolean) => void;
  current: number;
  setCurrent: (index: number) => void;
  idOf: (index: number) => string;
  /** Makes a document the current one and brings it into view, whether the list is open or not. */
  goTo: (index: number) => void;
};

/** Which of the retrieved documents is the current one, for the list and for the answer that quotes them. */
export function useDocumentWalk(run: Run | undefined): DocumentWalk {
  const [open, setOpen] = useState(true);
  const idOf = (index: number) => `document-${run?.id ?? ''}-${index}`;
  const reach = (index: number) => {
    const item = document.getElementById(idOf(index));
    item?.focus({ preventScroll: true });
    item?.scrollIntoView({ block: 'nearest' });
  };
  const { current, setCurrent } = useWalk(run?.id ?? '', open ? (run?.documents?.length ?? 0) : 0, reach);
  const goTo = (index: number) => {
    setOpen(true);
    setCurrent(index);
    // The list may have been closed.
    requestAnimationFrame(() => reach(index));
  };
  return { open, setOpen, current, setCurrent, idOf, goTo };
}
