import events, { setMaxListeners } from 'node:events';

/**
 * Libraries tell Node how many listeners their event targets may have; here those are happy-dom's, of which Node knows
 * nothing and which it refuses.
 */
export function countOnlyNodesListeners(): void {
  events.setMaxListeners = (count, ...targets) => {
    const own = targets.filter((target) => !(target instanceof EventTarget));
    // Without any it would set the limit of all.
    if (own.length > 0 || targets.length === 0) setMaxListeners(count, ...own);
  };
}
