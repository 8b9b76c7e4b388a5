import { useEffect, useRef, useState } from 'react';

/** Focuses an element within `root` by its selector after the next render, when the focused one may be gone. */
export function useFocusAfterRender<Root extends HTMLElement>() {
  const root = useRef<Root>(null);
  const [request, setRequest] = useState<{ selector: string }>();
  useEffect(() => {
    if (request !== undefined) root.current?.querySelector<HTMLElement>(request.selector)?.focus();
  }, [request]);
  return { root, focusNext: (selector: string) => setRequest({ selector }) };
}
