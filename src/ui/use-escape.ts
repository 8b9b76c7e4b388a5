import { useEffect, useEffectEvent } from 'react';

/** Hears Escape anywhere on the page while `active`, unless something nearer has taken it. */
export function useEscape(active: boolean, onEscape: (event: KeyboardEvent) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (active && event.key === 'Escape' && !event.defaultPrevented) onEscape(event);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
