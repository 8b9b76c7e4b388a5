import { useEffect, useEffectEvent, useState } from 'react';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="dialog"], [role="listbox"]') !== null)
  );
}

/**
 * J and K walk a list by their place on the keyboard, so that they work with an Arabic layout as well. Another `list`
 * begins at its first item.
 */
export function useWalk(list: string, count: number, reach: (index: number) => void) {
  const [place, setPlace] = useState({ list, index: 0 });
  const current = place.list === list ? Math.min(place.index, Math.max(0, count - 1)) : 0;
  const setCurrent = (index: number) => setPlace({ list, index });
  const walk = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const step = event.code === 'KeyJ' ? 1 : event.code === 'KeyK' ? -1 : 0;
    if (step === 0 || count === 0) return;
    const next = Math.min(count - 1, Math.max(0, current + step));
    event.preventDefault();
    setCurrent(next);
    reach(next);
  });
  useEffect(() => {
    document.addEventListener('keydown', walk);
    return () => document.removeEventListener('keydown', walk);
  }, []);
  return { current, setCurrent };
}
