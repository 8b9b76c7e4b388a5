import { useEffect, useEffectEvent } from 'react';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="dialog"], [role="listbox"], [role="menu"]') !== null)
  );
}

/**
 * Single keys by their position on the keyboard, so that an Arabic layout works as well; not while somebody types. An
 * action that is undefined leaves its key alone.
 */
export function useShortcuts(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const action = actions[event.code];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
