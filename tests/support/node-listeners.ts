import events, { setMaxListeners } from 'node:events';

/**
 * Libraries set the number of listeners of their event targets; Node does not know happy-dom's targets and refuses
 * them.
 */
export function countOnlyNodesListeners(): void {
  events.setMaxListeners = (count, ...targets) => {
    const own = targets.filter((target) => !(target instanceof EventTarget));
    // Without any it would set the limit of all.
    if (own.length > 0 || targets.length === 0) setMaxListeners(count, ...own);
  };
}
