import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import type { DiskSpace } from '#gateway/core/disk-space.ts';
import { isDatabaseBusy, isDiskFull, StorageError } from '#gateway/core/errors.ts';
import { createFullLog } from '#gateway/core/log-full.ts';
import type { Reason } from '#gateway/core/reason.ts';
import { repeatLater } from '#gateway/core/repeat-later.ts';
import type { IndexJob, IndexStage } from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import { NotFetchedError, UNKNOWN_REASON } from './source-error.ts';

/** Leases lost without a report, which end the indexer. */
export const MAX_LOST_LEASES = 3;
/** Attempts after which an unexpected failure is final. */
export const MAX_ATTEMPTS = 3;
/** How long a job waits for a blob store that does not work. It waits as often as it takes: no document is to blame. */
const STORAGE_RETRY_MS = 30_000;

interface GiveBackSettings {
  leaseMs: number;
  retryMs: number;
  fullRetryMs: number;
  /** What is shown while it is looked whether the job is still held. */
  stage: IndexStage;
}

/** Gives jobs back whose work failed unexpectedly, to be tried again. */
export function createGiveBack(
  ports: Pick<Ports, 'jobs' | 'log'> & { diskSpace: DiskSpace },
  { leaseMs, retryMs, fullRetryMs, stage }: GiveBackSettings,
) {
  const logFull = createFullLog(ports.diskSpace);
  let pausedUntil = 0;
  const release = (
    job: IndexJob,
    delayMs: number,
    as: { counts: boolean; reason?: Reason } = { counts: false },
  ) => ports.jobs.release(job, delayMs, as);

  return {
    /** No job is to be begun: one found a full disk a moment ago. */
    isPaused: () => performance.now() < pausedUntil,

    /** False when the job has no tries left and must end now. A lost job needs no further action. */
    async giveBack(job: IndexJob, error: unknown, signal: AbortSignal | undefined): Promise<boolean> {
      if (isDiskFull(error)) {
        await logFull(ports.log, error, factsOf(job));
        pausedUntil = performance.now() + fullRetryMs;
        await retryWhenFull(
          () => release(job, 0),
          (failure) =>
            ports.log.error('job-not-released', { ...factsOf(job), ...describeErrorForLog(failure) }),
        );
        return true;
      }
      if (signal?.aborted) {
        await release(job, 0);
        return true;
      }
      const isHeld = await ports.jobs.renewLease(job, leaseMs, { stage, progress: 0 });
      if (isHeld && error instanceof NotFetchedError && job.attempt < MAX_ATTEMPTS) {
        await ports.jobs.release(job, 0, { counts: true, toFetch: true });
        return true;
      }
      ports.log.warn(isHeld ? 'index-failed' : 'lease-lost', {
        ...factsOf(job),
        ...describeErrorForLog(error),
      });
      if (!isHeld) return true;
      // A database that is busy can be written to again, or the lease could not have been renewed.
      const delayMs = isStorageOut(error) ? STORAGE_RETRY_MS : isDatabaseBusy(error) ? retryMs : undefined;
      if (delayMs !== undefined) {
        await release(job, delayMs);
        return true;
      }
      if (job.attempt >= MAX_ATTEMPTS) return false;
      await release(job, retryMs * job.attempt, { counts: true, reason: UNKNOWN_REASON });
      return true;
    },
  };
}

/** No document is to blame for a full disk, so its job keeps its tries. It may be too full even for that. */
async function retryWhenFull(work: () => Promise<unknown>, giveUp: (error: unknown) => void): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    void repeatLater(work, giveUp);
  }
}

/** The blob store does not work: no document is to blame. */
export function isStorageOut(error: unknown): boolean {
  return error instanceof StorageError && error.kind === 'unavailable';
}

export function factsOf({ botId, unitId, attempt }: IndexJob): Record<string, unknown> {
  return { botId, unitId, attempt };
}
