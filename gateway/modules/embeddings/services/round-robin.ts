import PQueue from 'p-queue';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import type { WakeSignal } from '#gateway/core/wake-signal.ts';
import type { Ports } from '#gateway/modules/embeddings/ports/ports.ts';

export interface PollState {
  wakeSignal: WakeSignal;
  /** `performance.now()` of the next look at which bots there are. */
  nextPollAt: number;
}

/** Bots served at once; of each one batch at a time. */
const MAX_CONCURRENT_BOTS = 4;
/** Between looks for what was published, set or freed meanwhile. */
const POLL_INTERVAL_MS = 5000;

/** Bots take turns until aborted; waits for what is under way. */
export async function runRoundRobin(
  ports: Pick<Ports, 'bots' | 'log' | 'processes'>,
  processBatch: (botId: number, signal: AbortSignal) => Promise<boolean>,
  poll: PollState,
  signal: AbortSignal,
): Promise<void> {
  const queue = new PQueue({ concurrency: MAX_CONCURRENT_BOTS });
  const queued = new Set<number>();
  let isOurs = false;
  const add = (botId: number): void => {
    if (queued.has(botId)) return;
    queued.add(botId);
    void queue.add(async () => {
      let worked = false;
      try {
        worked = !signal.aborted && (await processBatch(botId, signal));
      } catch (error) {
        ports.log.error('embedding-failed', { botId, ...describeErrorForLog(error) });
      }
      queued.delete(botId);
      // To the end of the queue: bots take turns.
      if (worked && isOurs) add(botId);
    });
  };
  while (!signal.aborted) {
    poll.wakeSignal.reset();
    try {
      if (performance.now() >= poll.nextPollAt) {
        // Two processes would pay for the same passages.
        isOurs = await ports.processes.claim('embedding');
        for (const { id, archivedOn, deletedOn } of await ports.bots.all())
          if (isOurs && archivedOn === null && deletedOn === null) add(id);
        poll.nextPollAt = performance.now() + POLL_INTERVAL_MS;
      }
    } catch (error) {
      // Whether another process has taken over cannot be known now.
      isOurs = false;
      ports.log.error('embedding-failed', describeErrorForLog(error));
      poll.nextPollAt = performance.now() + POLL_INTERVAL_MS;
    }
    await poll.wakeSignal.wait(Math.max(1, poll.nextPollAt - performance.now()), signal);
  }
  await queue.onIdle();
}
