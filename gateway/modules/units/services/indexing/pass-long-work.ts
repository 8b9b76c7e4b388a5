import type { Indexer } from './index-unit.ts';

/** From when on a unit is long. Most are indexed within a second. */
const LONG_WORK_MS = 2_000;

/**
 * Two indexers of a process, of which the second one works only while the first is at long work: what it takes goes past.
 * Short units alone are indexed one after the other, since questions need the cores too.
 */
export function passLongWork(first: Indexer, second: Indexer, longMs = LONG_WORK_MS): [Indexer, Indexer] {
  let since: number | undefined;
  return [
    {
      async runOnce(signal) {
        since = performance.now();
        try {
          return await first.runOnce(signal);
        } finally {
          since = undefined;
        }
      },
    },
    {
      runOnce: async (signal) =>
        since !== undefined && performance.now() - since >= longMs && second.runOnce(signal),
    },
  ];
}
