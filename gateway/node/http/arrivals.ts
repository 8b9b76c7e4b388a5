import type { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** New connections of a server, which libuv accepts one a turn of the event loop (since 1.45). */
export interface Arrivals {
  watch(server: Pick<EventEmitter, 'on'>): void;
  /** Resolves once all who wanted to connect are connected, or after so long. */
  settle(maxMs: number): Promise<void>;
}

export function createArrivals(): Arrivals {
  let arrived = 0;
  return {
    watch(server) {
      server.on('connection', () => void arrived++);
    },
    async settle(maxMs) {
      const began = performance.now();
      // The first turn may be over without a look at the sockets, where this began after that.
      await nextTurn();
      do {
        arrived = 0;
        await nextTurn();
      } while (arrived > 0 && performance.now() - began < maxMs);
    },
  };
}
