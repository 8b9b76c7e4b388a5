import type { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** New connections of a server, which libuv accepts one a turn of the event loop (since 1.45). */
export interface Arrivals {
  watch(server: Pick<EventEmitter, 'on'>): void;
  /** Resolves once all who wanted to connect are connected, or so long after the turn of the event loop that this began in. */
  settle(maxMs: number): Promise<void>;
}

export function createArrivals(): Arrivals {
  let arrived = 0;
  return {
    watch(server) {
      server.on('connection', () => void arrived++);
    },
    async settle(maxMs) {
      // The first turn may be over without a look at the sockets, where this began after that.
      await nextTurn();
      // Not before: this turn may have been long, with the work that those who connect wait for.
      const began = performance.now();
      do {
        arrived = 0;
        await nextTurn();
      } while (arrived > 0 && performance.now() - began < maxMs);
    },
  };
}
