import { useState } from 'react';
import { useShortcuts } from '#src/features/answers/use-shortcuts.ts';
import type { AnswerRun } from '#src/ui/run/answer-run.ts';

/**
 * Moves through a list with J and K. Another `list` starts at its first item.
 */
function useListNavigation(list: string, count: number, focusItem: (index: number) => void) {
  const [place, setPlace] = useState({ list, index: 0, chosen: false });
  const current = place.list === list ? Math.min(place.index, Math.max(0, count - 1)) : 0;
  const setCurrent = (index: number) => setPlace({ list, index, chosen: true });
  const chosen = place.list === list && place.chosen ? current : undefined;
  const step = (by: 1 | -1) => () => {
    const next = Math.min(count - 1, Math.max(0, current + by));
    setCurrent(next);
    focusItem(next);
  };
  useShortcuts(count === 0 ? {} : { KeyJ: step(1), KeyK: step(-1) }, { repeats: true });
  return { current, chosen, setCurrent };
}

export type PassageNavigation = {
  open: boolean;
  setOpen: (open: boolean) => void;
  current: number;
  /** The current passage when a person navigated to it; undefined while the first passage is current by default. */
  chosen: number | undefined;
  setCurrent: (index: number) => void;
  idOf: (index: number) => string;
  /** Makes a passage the current one and scrolls to it; opens the list where needed. */
  focusPassage: (index: number) => void;
};

/** The current one of the retrieved passages, for the list and for the answer's citations. */
export function usePassageNavigation(run: AnswerRun | undefined): PassageNavigation {
  const [open, setOpen] = useState(true);
  const idOf = (index: number) => `document-${run?.id ?? ''}-${index}`;
  const focusItem = (index: number) => {
    const item = document.getElementById(idOf(index));
    item?.focus({ preventScroll: true });
    item?.scrollIntoView({ block: 'nearest' });
  };
  const { current, chosen, setCurrent } = useListNavigation(
    run?.id ?? '',
    open ? (run?.documents?.length ?? 0) : 0,
    focusItem,
  );
  const focusPassage = (index: number) => {
    setOpen(true);
    setCurrent(index);
    // The list may have to open first.
    requestAnimationFrame(() => focusItem(index));
  };
  return { open, setOpen, current, chosen, setCurrent, idOf, focusPassage };
}
