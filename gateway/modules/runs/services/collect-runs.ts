import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { startUnrefTimer } from '#gateway/core/unref-timer.ts';
import type { Run, RunText } from '#gateway/modules/runs/model.ts';
import type { Ports } from '#gateway/modules/runs/ports/ports.ts';

const FLUSH_INTERVAL_MS = 1_000;
/** Runs held at a time; beyond, runs of programs are not kept. */
const MAX_WAITING = 1_000;
/** Runs of a transaction, with up to fifty passages each: statements take some 32,000 values, and calls wait for the lock. */
const RUNS_PER_WRITE = 50;

/**
 * Runs of other programs, written once a second: no call waits for its own write. A killed server loses that second; no
 * charge is among it.
 */
export function createRunCollector(ports: Pick<Ports, 'runs' | 'log'>) {
  let waiting: { run: Run; texts: readonly RunText[] }[] = [];
  let dropped = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const collected = waiting;
    waiting = [];
    if (dropped > 0) ports.log.warn('runs-of-programs-dropped', { count: dropped });
    dropped = 0;
    for (const [botId, ofBot] of Map.groupBy(collected, ({ run }) => run.botId))
      for (let start = 0; start < ofBot.length; start += RUNS_PER_WRITE) {
        const slice = ofBot.slice(start, start + RUNS_PER_WRITE);
        try {
          await ports.runs.add(
            botId,
            slice.map(({ run }) => run),
            slice.flatMap(({ texts }) => texts),
          );
        } catch (error) {
          ports.log.warn('run-not-kept', { ...describeErrorForLog(error), count: slice.length });
        }
      }
  }

  return {
    add(run: Run, texts: readonly RunText[]): void {
      if (waiting.length < MAX_WAITING) waiting.push({ run, texts });
      else dropped += 1;
      timer ??= startUnrefTimer(() => void flush(), FLUSH_INTERVAL_MS);
    },
    flush,
  };
}

export type RunCollector = ReturnType<typeof createRunCollector>;
