import { useEffectEvent, useLayoutEffect } from 'react';
import { useSingleKeys } from '#src/ui/single-keys-context.ts';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest(
        'input, textarea, select, [role="combobox"], [role="dialog"], [role="listbox"], [role="menu"]',
      ) !== null)
  );
}

/**
 * Single keys by their position on the keyboard, so that an Arabic layout works as well; not while somebody types, nor
 * where single keys are switched off. An action that is undefined leaves its key alone. A key that is held acts once, unless it `repeats`.
 */
export function useShortcuts(
  actions: Readonly<Record<string, (() => void) | undefined>>,
  { repeats = false } = {},
): void {
  const isOn = useSingleKeys();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const action = actions[event.code];
    if (action === undefined) return;
    event.preventDefault();
    if (repeats || !event.repeat) action();
  });
  // Before paint: a key that is shown acts.
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}
