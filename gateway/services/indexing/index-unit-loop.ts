import { errorFacts } from '#gateway/error-facts.ts';
import type { Log } from '#gateway/ports.ts';
import { createBell } from '#gateway/services/bell.ts';
import type { Indexer } from './index-unit.ts';

export interface IndexLoop {
  /** Works until aborted: jobs first, tidying when there is none. */
  run(signal: AbortSignal): Promise<void>;
  /** Looks for a job at once. */
  wake(): void;
}

export interface LoopTimes {
  /** How long an idle loop waits when nobody wakes it. */
  pollMs: number;
  /** How long tidying rests once it found nothing to do. */
  sweepMs: number;
}

/** Runs an indexer for good. `sweep` tidies a little and says whether there may be more. */
export function createIndexLoop(
  indexer: Indexer,
  sweep: () => Promise<boolean>,
  log: Log,
  { pollMs, sweepMs }: LoopTimes = { pollMs: 2_000, sweepMs: 30_000 },
): IndexLoop {
  const bell = createBell();
  return {
    wake: () => bell.ring(),
    async run(signal) {
      let sweepDue = 0;
      while (!signal.aborted) {
        bell.hush();
        try {
          if (await indexer.runOnce(signal)) continue;
          if (performance.now() >= sweepDue) {
            sweepDue = (await sweep()) ? 0 : performance.now() + sweepMs;
            continue;
          }
        } catch (error) {
          if (signal.aborted) return;
          log.error('indexer-failed', errorFacts(error));
        }
        await bell.rest(pollMs, signal);
      }
    },
  };
}
