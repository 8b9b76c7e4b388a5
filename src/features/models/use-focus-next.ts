import { useEffect, useRef, useState } from 'react';

/** Moves the focus within `root` to what a selector names, once it is drawn: what had it may be gone by then. */
export function useFocusNext<Root extends HTMLElement>() {
  const root = useRef<Root>(null);
  const [wanted, setWanted] = useState<{ selector: string }>();
  useEffect(() => {
    if (wanted !== undefined) root.current?.querySelector<HTMLElement>(wanted.selector)?.focus();
  }, [wanted]);
  return { root, focusNext: (selector: string) => setWanted({ selector }) };
}
