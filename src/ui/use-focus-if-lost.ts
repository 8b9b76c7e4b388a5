import { type RefObject, useEffect, useRef } from 'react';

/**
 * A ref to what takes the focus once `trigger` is defined and again when it changes, if the control that had the focus
 * has gone from the page with what it acted on.
 */
export function useFocusIfLost(trigger: unknown): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (trigger !== undefined && document.activeElement === document.body) ref.current?.focus();
  }, [trigger]);
  return ref;
}
