import type { OnDamage } from '#gateway/core/data-damage.ts';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { isDataDamaged } from '#gateway/core/errors.ts';
import type { Log } from '#gateway/core/log.ts';
import { createThrottledLog } from '#gateway/core/throttle-log.ts';
import { createWakeSignal } from '#gateway/core/wake-signal.ts';
import type { Indexer } from './index-unit.ts';

interface IndexLoop {
  /** Works until aborted. */
  run(signal: AbortSignal): Promise<void>;
  /** Looks for a job at once. */
  wake(): void;
}

interface LoopIntervals {
  /** How long an idle loop waits when nobody wakes it: jobs of a server elsewhere start by this alone. */
  pollMs: number;
}

/** Interval of log lines about one failure: a lasting failure repeats in every turn. */
const LOG_INTERVAL_MS = 60_000;

/** Runs an indexer for good. Damaged data is left to `onDamage`, which logs it once. */
export function createIndexLoop(
  indexer: Indexer,
  { log, onDamage }: { log: Log; onDamage: OnDamage },
  { pollMs }: LoopIntervals = { pollMs: 1_000 },
): IndexLoop {
  const wakeSignal = createWakeSignal();
  const throttled = createThrottledLog(LOG_INTERVAL_MS);
  const logFailure = (error: unknown): void => {
    const facts = describeErrorForLog(error);
    throttled(`${String(facts['code'])} ${String(facts['message'])}`, (silenced) =>
      log.error('indexer-failed', { ...facts, silenced }),
    );
  };
  return {
    wake: () => wakeSignal.notify(),
    async run(signal) {
      while (!signal.aborted) {
        wakeSignal.reset();
        try {
          if (await indexer.runOnce(signal)) continue;
        } catch (error) {
          if (signal.aborted) return;
          if (isDataDamaged(error)) onDamage(error);
          else logFailure(error);
        }
        await wakeSignal.wait(pollMs, signal);
      }
    },
  };
}
