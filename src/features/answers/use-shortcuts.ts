import { useEffect, useEffectEvent } from 'react';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest(
        'input, textarea, select, [role="combobox"], [role="dialog"], [role="listbox"], [role="menu"]',
      ) !== null)
  );
}

/** Keys that move through a list go on while they are held. */
const isRepeatable = (code: string): boolean => code === 'KeyJ' || code === 'KeyK';

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
    // A key that is held acts once.
    if (!event.repeat || isRepeatable(event.code)) action();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
