import { findFullDisk } from '#gateway/core/disk-space.ts';
import { isDataDamaged } from '#gateway/core/errors.ts';
import type { IndexJob, Unit } from '#gateway/modules/units/model.ts';
import type { IndexOutcome } from '#gateway/modules/units/ports/jobs.ts';
import { buildGeneration } from './build-generation.ts';
import { createGiveBack, factsOf, MAX_LOST_LEASES } from './give-back.ts';
import { endWithReason, failedSource, outcomeWithout } from './keep-published.ts';
import { startLeaseHeartbeat } from './lease-heartbeat.ts';
import type { IndexerPorts } from './read-source.ts';
import { DATA_DAMAGED, INTERRUPTED_REASON, UNKNOWN_REASON } from './source-error.ts';

export interface Indexer {
  /** Does one job, if a job is free and the disk has room; false without a job. */
  runOnce(signal?: AbortSignal): Promise<boolean>;
}

export interface IndexerSettings {
  /** Name of the lease owner, unique to each process. */
  owner: string;
  /** How long a job stays leased after its indexer was last heard of. */
  leaseMs: number;
  /** How long to wait before a job that failed unexpectedly is tried again. */
  retryMs: number;
  /** How long no job is begun after one that found a full disk. */
  fullRetryMs: number;
  /** Restricts the units to index; absent: all units. */
  only: { isShort: boolean };
}

/** Of a unit whose own rows are damaged. */
const DAMAGED_UNIT: IndexOutcome = {
  status: 'failed',
  reason: DATA_DAMAGED,
  readOn: null,
  passages: 0,
  sources: [],
};

/**
 * Turns queued units whose addresses were fetched into passages and a segment. `settle` is the only moment at which anything
 * of it can be seen.
 */
export function createIndexer(ports: IndexerPorts, settings: Partial<IndexerSettings> = {}): Indexer {
  const {
    owner = crypto.randomUUID(),
    leaseMs = 30_000,
    retryMs = 2_000,
    fullRetryMs = 5_000,
    only,
  } = settings;
  const returns = createGiveBack(ports, { leaseMs, retryMs, fullRetryMs, stage: 'reading' });

  async function doJob(job: IndexJob, signal: AbortSignal | undefined): Promise<void> {
    const started = performance.now();
    const unit = await ports.units.get(job.botId, job.unitId).catch((error: unknown) => {
      if (isDataDamaged(error)) return 'damaged' as const;
      throw error;
    });
    if (!unit) return;
    if (unit === 'damaged') return settle(job, DAMAGED_UNIT, started);
    const lease = startLeaseHeartbeat(ports.jobs, job, leaseMs);
    try {
      const outcome =
        job.attempt > MAX_LOST_LEASES
          ? await endWithReason(ports, unit, INTERRUPTED_REASON)
          : await buildGeneration(ports, unit, { job, lease, stop: signal });
      lease.stop();
      await settle(job, outcome, started);
    } catch (error) {
      lease.stop();
      if (isDataDamaged(error)) await settle(job, await endDamaged(ports, unit), started);
      else if (!(await returns.giveBack(job, error, signal)))
        await settle(job, await endWithReason(ports, unit, UNKNOWN_REASON), started);
    }
  }

  async function settle(job: IndexJob, outcome: IndexOutcome, started: number): Promise<void> {
    const settled = await ports.jobs.settle(job, outcome);
    const { passages, reason, keepsPublished = false } = outcome;
    // The unit goes on answering, but the run came to nothing.
    const status = keepsPublished ? 'failed' : outcome.status;
    const seconds = (performance.now() - started) / 1000;
    if (settled) ports.recordMetric({ what: 'unit-indexed', outcome: status, passages, seconds });
    const facts = { settled, status, passages, keepsPublished, reason: reason?.code };
    ports.log.info('indexed', { ...factsOf(job), ...facts });
  }

  return {
    async runOnce(signal) {
      signal?.throwIfAborted();
      // Jobs wait while the disk is full; the calling loop sweeps meanwhile, which frees space.
      if (returns.isPaused() || (await findFullDisk(ports.diskSpace))) return false;
      const job = await ports.jobs.lease(owner, leaseMs, only);
      if (job) await doJob(job, signal);
      return job !== undefined;
    },
  };
}

/** What is published cannot be looked at either where its own pages are damaged. */
async function endDamaged(ports: IndexerPorts, unit: Unit): Promise<IndexOutcome> {
  try {
    return await endWithReason(ports, unit, DATA_DAMAGED);
  } catch (error) {
    if (!isDataDamaged(error)) throw error;
    const sources = unit.sources.map(({ id }) => failedSource(id, DATA_DAMAGED));
    return outcomeWithout(sources, null, false);
  }
}
