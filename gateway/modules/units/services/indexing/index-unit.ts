import { findFullDisk, requireSpace } from '#gateway/core/disk-space.ts';
import { isDatabaseBusy, isDiskFull, StorageError } from '#gateway/core/errors.ts';
import { createFullLog } from '#gateway/core/log-full.ts';
import { repeatLater } from '#gateway/core/repeat-later.ts';
import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import { reasonOf } from '#gateway/core/reason.ts';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import type { IndexJob, Unit } from '#gateway/modules/units/model.ts';
import type { Reason } from '#gateway/core/reason.ts';
import type { IndexOutcome, SourceOutcome } from '#gateway/modules/units/ports/jobs.ts';
import { createSegmentBuilder, type SegmentBuilder } from '#gateway/engine/segments/build-segment.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import { type LeaseHeartbeat, startLeaseHeartbeat } from './lease-heartbeat.ts';
import { SourceError, summariseReasons, UNKNOWN_REASON } from './source-error.ts';
import { type IndexerPorts, readSource, type TakePassages } from './read-source.ts';

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
}

/** Attempts after which an unexpected failure is final, and leases lost without a report, which end the indexer. */
const MAX_ATTEMPTS = 3;
const MAX_LOST_LEASES = 3;
/** How long a job waits for a blob store that does not work. It waits as often as it takes: no document is to blame. */
const STORAGE_RETRY_MS = 30_000;
/** The reason of a document that ends its indexer again and again. */
const READER_CRASHED: Reason = { code: 'reader-crashed', parameters: {} };
/** More passages than this are no unit: a question reads the postings of a whole unit. */
export const MAX_UNIT_PASSAGES = 500_000;
/** Share of the progress that belongs to the sources; the segment has the rest. */
const SOURCES_PROGRESS_SHARE = 0.9;

/** Turns queued units into passages and a segment. `settle` is the only moment at which anything of it can be seen. */
export function createIndexer(ports: IndexerPorts, settings: Partial<IndexerSettings> = {}): Indexer {
  const { owner = crypto.randomUUID(), leaseMs = 30_000, retryMs = 2_000, fullRetryMs = 5_000 } = settings;
  const logFull = createFullLog(ports.diskSpace);
  let pausedUntil = 0;

  async function doJob(job: IndexJob, signal: AbortSignal | undefined): Promise<void> {
    const unit = await ports.units.get(job.botId, job.unitId);
    if (!unit) return;
    const lease = startLeaseHeartbeat(ports.jobs, job, owner, leaseMs);
    const started = performance.now();
    try {
      const outcome =
        job.attempt > MAX_LOST_LEASES
          ? failedOutcome(unit, READER_CRASHED)
          : await indexUnit(ports, unit, job, owner, lease, signal);
      lease.stop();
      const settled = await ports.jobs.settle(job, owner, outcome);
      const { status, passages, reason } = outcome;
      if (settled)
        ports.recordMetric({
          what: 'unit-indexed',
          outcome: status,
          passages,
          seconds: (performance.now() - started) / 1000,
        });
      ports.log.info('indexed', { ...factsOf(job), settled, status, passages, reason: reason?.code });
    } catch (error) {
      lease.stop();
      await handleFailure(job, unit, error, signal);
    }
  }

  async function handleFailure(
    job: IndexJob,
    unit: Unit,
    error: unknown,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (isDiskFull(error)) {
      await logFull(ports.log, error, factsOf(job));
      pausedUntil = performance.now() + fullRetryMs;
      await giveBack(job);
      return;
    }
    const now = ports.clock.now().getTime();
    if (signal?.aborted) {
      await ports.jobs.release(job, owner, new Date(now), { counts: false });
      return;
    }
    const isHeld = await ports.jobs.renewLease(job, owner, leaseMs, { stage: 'reading', progress: 0 });
    ports.log.warn(isHeld ? 'index-failed' : 'lease-lost', {
      ...factsOf(job),
      ...describeErrorForLog(error),
    });
    if (!isHeld) return;
    if (isStorageOut(error)) {
      await ports.jobs.release(job, owner, new Date(now + STORAGE_RETRY_MS), { counts: false });
      return;
    }
    if (isDatabaseBusy(error)) {
      // It can be written to again, or the lease could not have been renewed.
      await ports.jobs.release(job, owner, new Date(now + retryMs), { counts: false });
      return;
    }
    if (job.attempt >= MAX_ATTEMPTS) await ports.jobs.settle(job, owner, failedOutcome(unit, UNKNOWN_REASON));
    else await ports.jobs.release(job, owner, new Date(now + retryMs * job.attempt));
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
      const job = await ports.jobs.lease(owner, leaseMs);
      if (job) await doJob(job, signal);
      return job !== undefined;
    },
  };
}

async function indexUnit(
  ports: IndexerPorts,
  unit: Unit,
  job: IndexJob,
  owner: string,
  lease: LeaseHeartbeat,
  stop: AbortSignal | undefined,
): Promise<IndexOutcome> {
  const signal = stop ? AbortSignal.any([lease.signal, stop]) : lease.signal;
  const segment = createSegmentBuilder();
  const outcomes: SourceOutcome[] = [];
  for (const [index, source] of unit.sources.entries()) {
    const share = SOURCES_PROGRESS_SHARE / unit.sources.length;
    const report: LeaseHeartbeat['report'] = (stage, part, picture) =>
      lease.report(stage, share * (index + part), picture);
    const before = segment.passageCount();
    const take: TakePassages = async (passages) => {
      if (segment.passageCount() + passages.length > MAX_UNIT_PASSAGES)
        throw new SourceError('too-long', { passages: MAX_UNIT_PASSAGES });
      // Reading may have taken minutes.
      await requireSpace(ports.diskSpace);
      const stored = passages.map((passage) => ({
        ...passage,
        ordinal: before + passage.ordinal,
        sourceId: source.id,
      }));
      await ports.index.writePassages(job.botId, job.unitId, job.generation, stored);
      for (const passage of passages) segment.add(passage);
      await yieldToEventLoop();
      signal.throwIfAborted();
    };
    try {
      const { facts, passages } = await readSource(ports, source, { job, owner, signal, report }, take);
      signal.throwIfAborted();
      ports.recordMetric({ what: 'source-read', outcome: 'ready', reason: null });
      outcomes.push({
        sourceId: source.id,
        status: 'ready',
        reason: null,
        warnings: facts.warnings,
        ...(facts.health ? { health: facts.health } : {}),
        pages: facts.pages ?? null,
        passages,
      });
    } catch (error) {
      signal.throwIfAborted();
      if (isStorageOut(error) || isDatabaseBusy(error) || isDiskFull(error)) throw error;
      const reason = reasonOf(error);
      if (!reason && job.attempt < MAX_ATTEMPTS) throw error;
      if (!reason) ports.log.error('index-failed', { ...factsOf(job), ...describeErrorForLog(error) });
      const sourceReason = reason ?? UNKNOWN_REASON;
      if (segment.passageCount() > before) {
        await ports.index.removePassages(job.botId, job.unitId, job.generation, before);
        segment.truncate(before);
      }
      ports.recordMetric({ what: 'source-read', outcome: 'failed', reason: sourceReason.code });
      outcomes.push(failedSource(source.id, sourceReason));
    }
  }
  const readOn = ports.clock.now();
  if (segment.passageCount() === 0) {
    const reason = summariseReasons(outcomes.map((outcome) => outcome.reason));
    return { status: 'failed', reason, readOn, passages: 0, sources: outcomes };
  }
  await lease.report('writing', SOURCES_PROGRESS_SHARE);
  // Reading may have taken minutes, and somebody may have given it another title meanwhile.
  const { title } = (await ports.units.get(job.botId, job.unitId)) ?? unit;
  const parts = finishYielding(segment, title, signal);
  await ports.index.writeSegment(job.botId, job.unitId, job.generation, INDEX_VERSION, parts);
  const passages = segment.passageCount();
  return { status: 'ready', reason: null, readOn, passages, sources: outcomes, title };
}

/** Lets the event loop turn while a segment is being made: leases are renewed, a stop is heard. */
async function* finishYielding(
  segment: SegmentBuilder,
  title: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (const part of segment.finish(title)) {
    signal.throwIfAborted();
    if (part) yield part;
    else await yieldToEventLoop();
  }
}

function isStorageOut(error: unknown): boolean {
  return error instanceof StorageError && error.kind === 'unavailable';
}

function failedOutcome(unit: Unit, reason: Reason): IndexOutcome {
  const sources = unit.sources.map(({ id }) => failedSource(id, reason));
  return { status: 'failed', reason, readOn: null, passages: 0, sources };
}

function failedSource(sourceId: number, reason: SourceOutcome['reason']): SourceOutcome {
  return { sourceId, status: 'failed', reason, warnings: [], pages: null, passages: 0 };
}

function factsOf({ botId, unitId, attempt }: IndexJob): Record<string, unknown> {
  return { botId, unitId, attempt };
}
