import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { requireSpace } from '#gateway/core/disk-space.ts';
import { isDatabaseBusy, isDataDamaged, isDiskFull } from '#gateway/core/errors.ts';
import { reasonOf } from '#gateway/core/reason.ts';
import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import type { Passage } from '#gateway/engine/document.ts';
import { createSegmentBuilder, type SegmentBuilder } from '#gateway/engine/segments/build-segment.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import { PASSAGES_PER_PART } from '#gateway/engine/segments/segment.ts';
import type { IndexJob, Source, Unit } from '#gateway/modules/units/model.ts';
import type { IndexOutcome, SourceOutcome } from '#gateway/modules/units/ports/jobs.ts';
import { isStorageOut, MAX_ATTEMPTS } from './give-back.ts';
import { HeldUpdateError, isRejected, watchReading } from './hold-update.ts';
import {
  canKeepPublished,
  failedSource,
  isUnread,
  outcomeWithout,
  readPublished,
  withKept,
} from './keep-published.ts';
import type { LeaseHeartbeat } from './lease-heartbeat.ts';
import { findFailedFetch } from './page-copy.ts';
import { type IndexerPorts, readSource } from './read-source.ts';
import { INTERRUPTED_REASON, SourceError, UNKNOWN_REASON } from './source-error.ts';

/** More passages than this are no unit: a question reads the postings of a whole unit. */
const MAX_UNIT_PASSAGES = 500_000;
/** Share of the progress that belongs to the sources; the segment has the rest. */
const SOURCES_PROGRESS_SHARE = 0.9;
/** Of a segment: postings and titles. */
const PARTS_BEFORE_TEXTS = 2;

interface GenerationWork {
  job: IndexJob;
  lease: LeaseHeartbeat;
  /** The process ends. */
  stop: AbortSignal | undefined;
}

/**
 * Reads a unit's sources and writes the next generation beside the published one. What failed and is published already
 * stays as it was read before; where nothing could be read, so does the whole generation.
 */
export async function buildGeneration(
  ports: IndexerPorts,
  unit: Unit,
  { job, lease, stop }: GenerationWork,
): Promise<IndexOutcome> {
  const signal = stop ? AbortSignal.any([lease.signal, stop]) : lease.signal;
  const writer = createPassageWriter(ports, job, signal);
  const ownOutcomes: SourceOutcome[] = [];
  for (const [index, source] of unit.sources.entries()) {
    const share = SOURCES_PROGRESS_SHARE / unit.sources.length;
    const report: LeaseHeartbeat['report'] = (stage, part, picture) =>
      lease.report(stage, share * (index + part), picture);
    if (isRejected(source)) {
      ownOutcomes.push(unchangedSource(source));
      continue;
    }
    try {
      const watch = watchReading(ports, unit, source);
      const { facts, passages, page, readOn, warnings } = await writer.writeAll(source, async (take) => {
        const reading = await readSource(ports, source, { job, signal, report }, (passages) => {
          watch.add(passages);
          return take(passages);
        });
        return { ...reading, warnings: await watch.check(reading) };
      });
      ports.recordMetric({ what: 'source-read', outcome: 'ready', reason: null });
      // A copy that was read once more is no newer: the failure to fetch a newer one stays.
      const failedFetch = findFailedFetch(job, source);
      ownOutcomes.push({
        sourceId: source.id,
        status: failedFetch ? 'failed' : 'ready',
        reason: failedFetch?.reason ?? null,
        readOn,
        warnings: [...facts.warnings, ...warnings],
        ...(facts.health ? { health: facts.health } : {}),
        pages: facts.pages ?? null,
        passages,
        ...(page ? { page } : {}),
      });
    } catch (error) {
      const reason = reasonOf(error);
      const mayPass = !reason || reason.code === INTERRUPTED_REASON.code;
      if (mayPass && (isOfStorage(error) || signal.aborted || job.attempt < MAX_ATTEMPTS)) throw error;
      const facts = { botId: job.botId, unitId: job.unitId, attempt: job.attempt };
      if (!reason) ports.log.error('index-failed', { ...facts, ...describeErrorForLog(error) });
      if (reason?.code === 'file-changed')
        ports.log.error('stored-file-changed', { ...facts, blob: source.file?.blob });
      const sourceReason = reason ?? UNKNOWN_REASON;
      ports.recordMetric({ what: 'source-read', outcome: 'failed', reason: sourceReason.code });
      const held = error instanceof HeldUpdateError ? { heldText: error.text } : {};
      ownOutcomes.push({ ...failedSource(source.id, sourceReason), ...held });
    }
  }
  const readOn = ports.clock.now();
  const outcomes = await withKept(ports, unit, ownOutcomes);
  if (writer.segment.passageCount() === 0) {
    if (await canKeepPublished(ports, unit, outcomes)) return outcomeWithout(outcomes, readOn, true);
  }
  const sources = await copyKept(ports, unit, outcomes, writer);
  const passages = writer.segment.passageCount();
  if (passages === 0) return outcomeWithout(sources, readOn, false);
  await lease.report('writing', SOURCES_PROGRESS_SHARE);
  // Reading may have taken minutes, and somebody may have given it another title meanwhile.
  const { title } = (await ports.units.get(job.botId, job.unitId)) ?? unit;
  const partCount = PARTS_BEFORE_TEXTS + Math.ceil(passages / PASSAGES_PER_PART);
  const parts = finishYielding(writer.segment, title, signal, (count) =>
    lease.report('writing', SOURCES_PROGRESS_SHARE + (1 - SOURCES_PROGRESS_SHARE) * (count / partCount)),
  );
  await ports.index.writeSegment(job.botId, job.unitId, job.generation, INDEX_VERSION, parts);
  const { generation } = unit;
  const changesText =
    generation !== null &&
    !(await ports.index.hasSameText(job.botId, job.unitId, job.generation, generation));
  return { status: 'ready', reason: null, readOn, passages, sources, title, changesText };
}

/** A source whose newer copy a person refused: as it was. */
function unchangedSource({ id, warnings, pages }: Source): SourceOutcome {
  return { sourceId: id, status: 'ready', reason: null, warnings, pages, passages: 0 };
}

/** Copies the published passages of failed sources; a source that no longer fits loses its passages. */
async function copyKept(
  ports: IndexerPorts,
  unit: Unit,
  outcomes: readonly SourceOutcome[],
  writer: PassageWriter,
): Promise<SourceOutcome[]> {
  const copied: SourceOutcome[] = [];
  for (const outcome of outcomes) {
    const source = unit.sources.find(({ id }) => id === outcome.sourceId);
    if (!isUnread(outcome) || outcome.passages === 0 || !source) {
      copied.push(outcome);
      continue;
    }
    try {
      await writer.writeAll(source, async (take) => {
        for await (const passages of readPublished(ports, unit, source.id)) await take(passages);
      });
      copied.push(outcome);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      copied.push({ ...outcome, passages: 0 });
    }
  }
  return copied;
}

/** Some 25 ms of analysing: another unit, which this process indexes beside, waits so long for each of its steps. */
const PASSAGES_PER_TURN = 25;

type PassageWriter = ReturnType<typeof createPassageWriter>;

/** Writes passages of a generation and puts them into its segment. */
function createPassageWriter(
  ports: Pick<IndexerPorts, 'diskSpace' | 'index'>,
  { botId, unitId, generation }: IndexJob,
  signal: AbortSignal,
) {
  const segment = createSegmentBuilder();
  return {
    segment,
    /** Writes the passages that `fill` produces for one source; a failure takes all of them back. */
    async writeAll<Result>(
      { id: sourceId }: Source,
      fill: (take: (passages: Passage[]) => Promise<void>) => Promise<Result>,
    ): Promise<Result> {
      const before = segment.passageCount();
      const take = async (passages: Passage[]): Promise<void> => {
        if (segment.passageCount() + passages.length > MAX_UNIT_PASSAGES)
          throw new SourceError('too-long', { passages: MAX_UNIT_PASSAGES });
        // Reading may have taken minutes.
        await requireSpace(ports.diskSpace);
        const stored = passages.map((passage) => ({
          ...passage,
          ordinal: before + passage.ordinal,
          sourceId,
        }));
        await ports.index.writePassages(botId, unitId, generation, stored);
        for (const [index, passage] of passages.entries()) {
          segment.add(passage);
          if (index % PASSAGES_PER_TURN === PASSAGES_PER_TURN - 1) await yieldToEventLoop();
        }
        await yieldToEventLoop();
        signal.throwIfAborted();
      };
      try {
        const result = await fill(take);
        signal.throwIfAborted();
        return result;
      } catch (error) {
        signal.throwIfAborted();
        if (!isOfStorage(error) && segment.passageCount() > before) {
          await ports.index.removePassages(botId, unitId, generation, before);
          segment.truncate(before);
        }
        throw error;
      }
    },
  };
}

/** Lets the event loop turn while a segment is being made: leases are renewed, a stop is heard. Reports the parts made. */
async function* finishYielding(
  segment: SegmentBuilder,
  title: string,
  signal: AbortSignal,
  report: (count: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let count = 0;
  for (const part of segment.finish(title)) {
    signal.throwIfAborted();
    if (part) {
      yield part;
      await report(++count);
    } else await yieldToEventLoop();
  }
}

/** Neither the source nor its reading is to blame. */
const isOfStorage = (error: unknown): boolean =>
  [isStorageOut, isDatabaseBusy, isDiskFull, isDataDamaged].some((is) => is(error));
