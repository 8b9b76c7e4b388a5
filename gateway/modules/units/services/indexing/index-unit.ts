import { findFullDisk } from '#gateway/core/disk-space.ts';
import { isDatabaseBusy, isDataDamaged, isDiskFull } from '#gateway/core/errors.ts';
import { createFullLog } from '#gateway/core/log-full.ts';
import { repeatLater } from '#gateway/core/repeat-later.ts';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import type { IndexJob, Unit } from '#gateway/modules/units/model.ts';
import type { IndexOutcome, ShortWork } from '#gateway/modules/units/ports/jobs.ts';
import type { Reason } from '#gateway/core/reason.ts';
import { buildGeneration, isStorageOut, MAX_ATTEMPTS } from './build-generation.ts';
import { endWithReason, failedSource, outcomeWithout } from './keep-published.ts';
import { startLeaseHeartbeat } from './lease-heartbeat.ts';
import { INTERRUPTED_REASON, UNKNOWN_REASON } from './source-error.ts';
import type { IndexerPorts } from './read-source.ts';

export interface Indexer {
  /** Does one job, if one is free and the disk has room for it; false when there was none. Inline: `while (await indexer.runOnce());`. */
  runOnce(signal?: AbortSignal): Promise<boolean>;
}

export interface IndexerSettings {
  /** Who leases: another name for every process. */
  owner: string;
  /** How long a job stays leased after its indexer was last heard of. */
  leaseMs: number;
  /** How long to wait before a job that failed unexpectedly is tried again. */
  retryMs: number;
  /** How long no job is begun after one that found a full disk. */
  fullRetryMs: number;
  /** The only units that it takes; absent: all. */
  only: ShortWork;
}

/** Leases lost without a report, which end the indexer. */
const MAX_LOST_LEASES = 3;
/** How long a job waits for a blob store that does not work. It waits as often as it takes: no document is to blame. */
const STORAGE_RETRY_MS = 30_000;
/** Of a database that is damaged: trying again reads the same page. */
const DATA_DAMAGED: Reason = { code: 'data-damaged', parameters: {} };
/** Of a unit whose own rows are damaged. */
const DAMAGED_UNIT: IndexOutcome = {
  status: 'failed',
  reason: DATA_DAMAGED,
  readOn: null,
  passages: 0,
  sources: [],
};

/** Turns queued units into passages and a segment. `settle` is the only moment at which anything of it can be seen. */
export function createIndexer(ports: IndexerPorts, settings: Partial<IndexerSettings> = {}): Indexer {
  const {
    owner = crypto.randomUUID(),
    leaseMs = 30_000,
    retryMs = 2_000,
    fullRetryMs = 5_000,
    only,
  } = settings;
  const logFull = createFullLog(ports.diskSpace);
  let pausedUntil = 0;

  async function doJob(job: IndexJob, signal: AbortSignal | undefined): Promise<void> {
    const started = performance.now();
    const unit = await ports.units.get(job.botId, job.unitId).catch((error: unknown) => {
      if (isDataDamaged(error)) return 'damaged' as const;
      throw error;
    });
    if (!unit) return;
    if (unit === 'damaged') {
      await settle(job, DAMAGED_UNIT, started);
      return;
    }
    const lease = startLeaseHeartbeat(ports.jobs, job, owner, leaseMs);
    try {
      const outcome =
        job.attempt > MAX_LOST_LEASES
          ? await endWithReason(ports, unit, INTERRUPTED_REASON)
          : await buildGeneration(ports, unit, { job, owner, lease, stop: signal });
      lease.stop();
      await settle(job, outcome, started);
    } catch (error) {
      lease.stop();
      const ended = await handleFailure(job, unit, error, signal);
      if (ended) await settle(job, ended, started);
    }
  }

  async function settle(job: IndexJob, outcome: IndexOutcome, started: number): Promise<void> {
    const settled = await ports.jobs.settle(job, owner, outcome);
    const { passages, reason, keepsPublished = false } = outcome;
    // The unit goes on answering, but the run came to nothing.
    const status = keepsPublished ? 'failed' : outcome.status;
    if (settled)
      ports.recordMetric({
        what: 'unit-indexed',
        outcome: status,
        passages,
        seconds: (performance.now() - started) / 1000,
      });
    ports.log.info('indexed', {
      ...factsOf(job),
      settled,
      status,
      passages,
      keepsPublished,
      reason: reason?.code,
    });
  }

  /** Gives the job back to be tried again, unless it is lost; else how it ends. */
  async function handleFailure(
    job: IndexJob,
    unit: Unit,
    error: unknown,
    signal: AbortSignal | undefined,
  ): Promise<IndexOutcome | undefined> {
    if (isDiskFull(error)) {
      await logFull(ports.log, error, factsOf(job));
      pausedUntil = performance.now() + fullRetryMs;
      await giveBack(job);
      return undefined;
    }
    const now = ports.clock.now().getTime();
    if (isDataDamaged(error)) return endDamaged(unit);
    if (signal?.aborted) {
      await ports.jobs.release(job, owner, new Date(now), { counts: false });
      return undefined;
    }
    const isHeld = await ports.jobs.renewLease(job, owner, leaseMs, { stage: 'reading', progress: 0 });
    ports.log.warn(isHeld ? 'index-failed' : 'lease-lost', {
      ...factsOf(job),
      ...describeErrorForLog(error),
    });
    if (!isHeld) return undefined;
    if (isStorageOut(error)) {
      await ports.jobs.release(job, owner, new Date(now + STORAGE_RETRY_MS), { counts: false });
      return undefined;
    }
    if (isDatabaseBusy(error)) {
      // It can be written to again, or the lease could not have been renewed.
      await ports.jobs.release(job, owner, new Date(now + retryMs), { counts: false });
      return undefined;
    }
    if (job.attempt >= MAX_ATTEMPTS) return endWithReason(ports, unit, UNKNOWN_REASON);
    await ports.jobs.release(job, owner, new Date(now + retryMs * job.attempt));
    return undefined;
  }

  /** What is published cannot be looked at either where its own pages are damaged. */
  async function endDamaged(unit: Unit): Promise<IndexOutcome> {
    try {
      return await endWithReason(ports, unit, DATA_DAMAGED);
    } catch (error) {
      if (!isDataDamaged(error)) throw error;
      return outcomeWithout(
        unit.sources.map(({ id }) => failedSource(id, DATA_DAMAGED)),
        null,
        false,
      );
    }
  }

  /** No document is to blame for a full disk, so the job keeps its tries. It may be too full even for that. */
  async function giveBack(job: IndexJob): Promise<void> {
    const release = () => ports.jobs.release(job, owner, ports.clock.now(), { counts: false });
    try {
      await release();
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      void repeatLater(release, (failure) =>
        ports.log.error('job-not-released', { ...factsOf(job), ...describeErrorForLog(failure) }),
      );
    }
  }

  return {
    async runOnce(signal) {
      signal?.throwIfAborted();
      // Jobs wait; whoever runs this tidies meanwhile, which frees space.
      if (performance.now() < pausedUntil || (await findFullDisk(ports.diskSpace))) return false;
      const job = await ports.jobs.lease(owner, leaseMs, only);
      if (job) await doJob(job, signal);
      return job !== undefined;
    },
  };
}

function factsOf({ botId, unitId, attempt }: IndexJob): Record<string, unknown> {
  return { botId, unitId, attempt };
}
