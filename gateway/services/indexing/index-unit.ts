import { errorFacts } from '#gateway/error-facts.ts';
import type { IndexJob, Reason, Unit } from '#gateway/model.ts';
import type { IndexOutcome, SourceOutcome } from '#gateway/ports.ts';
import { buildSegmentInSteps, type SegmentPassage } from '#gateway/search/segment/build-segment.ts';
import { INDEX_VERSION } from '#gateway/search/segment/index-version.ts';
import { commonReason, reasonOf, UNKNOWN_REASON } from './index-unit-failure.ts';
import { type KeptLease, keepLease } from './index-unit-lease.ts';
import { type IndexerPorts, readSource } from './index-unit-source.ts';

export interface Indexer {
  /** Does one job, if one is free; false when there was none. Inline: `while (await indexer.runOnce());`. */
  runOnce(signal?: AbortSignal): Promise<boolean>;
}

export interface IndexerSettings {
  /** Who leases: another name for every process. */
  owner: string;
  /** How long a job stays leased after its indexer was last heard of. */
  leaseMs: number;
  /** How long to wait before a job that failed unexpectedly is tried again. */
  retryMs: number;
}

/** Tries after which what failed unexpectedly is given up, and leases that ended without a word: it kills its indexer. */
const MOST_TRIES = 3;
const MOST_LEASES = 3;
/** Whoever dies of a document says no more about it. */
const DEADLY: Reason = { code: 'reader-crashed', parameters: {} };
/** Share of the progress that belongs to the sources; the segment has the rest. */
const SOURCES_SHARE = 0.9;

/** Turns queued units into passages and a segment. `settle` is the only moment at which anything of it can be seen. */
export function createIndexer(ports: IndexerPorts, settings: Partial<IndexerSettings> = {}): Indexer {
  const { owner = crypto.randomUUID(), leaseMs = 30_000, retryMs = 2_000 } = settings;

  async function doJob(job: IndexJob, signal: AbortSignal | undefined): Promise<void> {
    const unit = await ports.units.get(job.botId, job.unitId);
    if (!unit) return;
    const lease = keepLease(ports.jobs, job, owner, leaseMs);
    const started = performance.now();
    try {
      const outcome =
        job.attempt > MOST_LEASES
          ? giveUp(unit, DEADLY)
          : await indexUnit(ports, unit, job, owner, lease, signal);
      lease.stop();
      const settled = await ports.jobs.settle(job, owner, outcome);
      const { status, passages, reason } = outcome;
      if (settled)
        ports.observe({
          what: 'unit-indexed',
          outcome: status,
          passages,
          seconds: (performance.now() - started) / 1000,
        });
      ports.log.info('indexed', { ...factsOf(job), settled, status, passages, reason: reason?.code });
    } catch (error) {
      lease.stop();
      await recover(job, unit, error, signal);
    }
  }

  async function recover(
    job: IndexJob,
    unit: Unit,
    error: unknown,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const now = ports.clock.now().getTime();
    if (signal?.aborted) {
      await ports.jobs.giveBack(job, owner, new Date(now), { counts: false });
      return;
    }
    const isHeld = await ports.jobs.renew(job, owner, leaseMs, { stage: 'reading', progress: 0 });
    ports.log.warn(isHeld ? 'index-failed' : 'lease-lost', { ...factsOf(job), ...errorFacts(error) });
    if (!isHeld) return;
    if (job.attempt >= MOST_TRIES) await ports.jobs.settle(job, owner, giveUp(unit, UNKNOWN_REASON));
    else await ports.jobs.giveBack(job, owner, new Date(now + retryMs * job.attempt));
  }

  return {
    async runOnce(signal) {
      signal?.throwIfAborted();
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
  lease: KeptLease,
  stop: AbortSignal | undefined,
): Promise<IndexOutcome> {
  const signal = stop ? AbortSignal.any([lease.signal, stop]) : lease.signal;
  const indexed: SegmentPassage[] = [];
  const outcomes: SourceOutcome[] = [];
  for (const [index, source] of unit.sources.entries()) {
    const share = SOURCES_SHARE / unit.sources.length;
    const report: KeptLease['report'] = (stage, part, picture) =>
      lease.report(stage, share * (index + part), picture);
    try {
      const { document, passages } = await readSource(ports, source, { job, owner, signal, report });
      signal.throwIfAborted();
      await report('writing', 0.9);
      const stored = passages.map((passage) => ({
        ...passage,
        ordinal: indexed.length + passage.ordinal,
        sourceId: source.id,
      }));
      await ports.index.writePassages(job.botId, job.unitId, job.generation, stored);
      ports.observe({ what: 'source-read', outcome: 'ready', reason: null });
      for (const { text, sectionTitle } of passages) indexed.push({ text, sectionTitle });
      outcomes.push({
        sourceId: source.id,
        status: 'ready',
        reason: null,
        warnings: document.warnings,
        ...(document.health ? { health: document.health } : {}),
        pages: document.pages ?? null,
        passages: passages.length,
      });
    } catch (error) {
      signal.throwIfAborted();
      const reason = reasonOf(error);
      if (!reason && job.attempt < MOST_TRIES) throw error;
      if (!reason) ports.log.error('index-failed', { ...factsOf(job), ...errorFacts(error) });
      const told = reason ?? UNKNOWN_REASON;
      ports.observe({ what: 'source-read', outcome: 'failed', reason: told.code });
      outcomes.push(failedSource(source.id, told));
    }
  }
  const readOn = ports.clock.now();
  if (indexed.length === 0) {
    const reason = commonReason(outcomes.map((outcome) => outcome.reason));
    return { status: 'failed', reason, readOn, passages: 0, sources: outcomes };
  }
  await lease.report('writing', SOURCES_SHARE);
  // Reading may have taken minutes, and somebody may have given it another title meanwhile.
  const { title } = (await ports.units.get(job.botId, job.unitId)) ?? unit;
  const segment = await buildInTurns(indexed, title, signal);
  await ports.index.writeSegment(job.botId, job.unitId, job.generation, INDEX_VERSION, segment);
  return { status: 'ready', reason: null, readOn, passages: indexed.length, sources: outcomes, title };
}

/** Lets the event loop turn while a segment is being built: leases are renewed, a stop is heard. */
async function buildInTurns(
  passages: readonly SegmentPassage[],
  title: string,
  signal: AbortSignal,
): Promise<Uint8Array[]> {
  const steps = buildSegmentInSteps(passages, title);
  for (;;) {
    const step = steps.next();
    signal.throwIfAborted();
    if (step.done) return step.value;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

function giveUp(unit: Unit, reason: Reason): IndexOutcome {
  const sources = unit.sources.map(({ id }) => failedSource(id, reason));
  return { status: 'failed', reason, readOn: null, passages: 0, sources };
}

function failedSource(sourceId: number, reason: SourceOutcome['reason']): SourceOutcome {
  return { sourceId, status: 'failed', reason, warnings: [], pages: null, passages: 0 };
}

function factsOf({ botId, unitId, attempt }: IndexJob): Record<string, unknown> {
  return { botId, unitId, attempt };
}
