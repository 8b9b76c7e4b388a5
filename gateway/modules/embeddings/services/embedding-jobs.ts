import { reasonOf } from '#gateway/core/reason.ts';
import type { Ports } from '#gateway/modules/embeddings/ports/ports.ts';
import { createJobWorker, type JobWorker } from '#gateway/modules/jobs/services/job-worker.ts';
import type { BotEmbeddingState } from './embedding-state.ts';

interface BotEmbedder {
  hasWork: (botId: number, signal: AbortSignal) => Promise<boolean>;
  embedNextBatch: (botId: number, signal: AbortSignal) => Promise<boolean>;
  stateOf: (botId: number) => BotEmbeddingState;
}

/** Bots served at once; of each one batch at a time. */
const MAX_CONCURRENT_BOTS = 4;
/** Between looks for what was published, set or freed meanwhile. */
const POLL_INTERVAL_MS = 5_000;
/** A batch renews its lease; this is how long a dead process keeps it. */
const LEASE_MS = 60_000;

/** One job a bot, for as long as its passages lack vectors. */
export function createEmbeddingJobs(
  ports: Pick<Ports, 'queue' | 'log' | 'clock' | 'bots' | 'processes'>,
  { hasWork, embedNextBatch, stateOf }: BotEmbedder,
): Pick<JobWorker, 'run' | 'wake'> {
  let nextLookAt = 0;
  let isOurs = false;

  async function queueBots(signal: AbortSignal): Promise<boolean> {
    if (performance.now() < nextLookAt) return isOurs;
    nextLookAt = performance.now() + POLL_INTERVAL_MS;
    isOurs = false;
    // A process of the version before has no jobs: two processes would pay for the same passages.
    if (!(await ports.processes.claim('embedding'))) return false;
    for (const { id: botId, archivedOn, deletedOn } of await ports.bots.all()) {
      if (archivedOn !== null || deletedOn !== null || !(await hasWork(botId, signal))) continue;
      const key = { botId, kind: 'embed', subject: 'vectors' } as const;
      const job = await ports.queue.get(key);
      if (!job) await ports.queue.ensure(key);
      // The server was changed since it failed, or the clock was set back.
      else if (job.state === 'retrying' || job.state === 'scheduled') await ports.queue.retry(key);
    }
    return (isOurs = true);
  }

  const worker = createJobWorker(ports, {
    kind: 'embed',
    concurrency: MAX_CONCURRENT_BOTS,
    leaseMs: LEASE_MS,
    pollMs: POLL_INTERVAL_MS,
    retryMs: [POLL_INTERVAL_MS],
    failure: 'embedding-failed',
    prepare: queueBots,
    choose: () => ({ onlyActiveBots: true }),
    async work({ botId, reason }, signal) {
      // A job comes before its time when a person wants another try.
      stateOf(botId).retryOn = 0;
      // To the end of the line: bots take turns.
      if (await embedNextBatch(botId, signal)) return { delayMs: 0, as: reason ? 'done' : 'none' };
      if (signal.aborted) return { delayMs: 0, as: 'none' };
      const { fault, retryOn } = stateOf(botId);
      if (!fault) return 'finished';
      const wait = retryOn - ports.clock.now().getTime();
      const delayMs = wait > 0 ? wait : POLL_INTERVAL_MS;
      return { delayMs, as: 'failed', reason: reasonOf(fault) };
    },
  });
  return {
    run: (signal) => worker.run(signal),
    wake() {
      nextLookAt = 0;
      worker.wake();
    },
  };
}
