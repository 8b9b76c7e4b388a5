import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import type { SegmentBuilder } from '#gateway/engine/segments/build-segment.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import { PASSAGES_PER_PART } from '#gateway/engine/segments/segment.ts';
import type { IndexJob, Unit } from '#gateway/modules/units/model.ts';
import type { IndexOutcome, SourceOutcome } from '#gateway/modules/units/ports/jobs.ts';
import {
  canKeepPublished,
  endWithReason,
  isUnread,
  outcomeWithout,
  readPublished,
  withKept,
} from './keep-published.ts';
import type { LeaseHeartbeat } from './lease-heartbeat.ts';
import { createPassageWriter, type PassageWriter } from './passage-writer.ts';
import type { IndexerPorts } from './read-source.ts';
import { readSources, type SourcesWork } from './read-sources.ts';
import { createSourceEdits } from './source-edits.ts';
import { SourceError } from './source-error.ts';
import { splitVersion } from './split-version.ts';

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
  const reportOf: SourcesWork['reportOf'] = (index, count) => (stage, share, picture) =>
    lease.report(stage, (SOURCES_PROGRESS_SHARE * (index + share)) / count, picture);
  const { botId, unitId, version } = job;
  // An upgrade reads what is live again, and leaves the draft and what waits as they are.
  const ofRun =
    job.cause === 'updated' && version === null
      ? ports.edits.ofLive(botId, unitId)
      : ports.edits.ofRun(botId, unitId, version);
  const edits = createSourceEdits(ports, await ofRun);
  const work = { job, writer, signal, edits, reportOf };
  const sources =
    job.version === null
      ? await readPresent(ports, unit, work)
      : await splitVersion(ports, unit, job.version, work);
  if ('code' in sources) return endWithReason(ports, unit, sources);
  if (!Array.isArray(sources)) return sources;
  const readOn = ports.clock.now();
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
  const ended = edits.end(sources.map(({ sourceId }) => sourceId));
  return {
    status: 'ready',
    reason: null,
    readOn,
    passages,
    sources,
    title,
    changesText,
    ...(ended.length > 0 ? { edits: ended } : {}),
  };
}

/** Reads the sources as they are; what failed keeps its published passages. The outcome where there is no new text. */
async function readPresent(
  ports: IndexerPorts,
  unit: Unit,
  work: SourcesWork,
): Promise<SourceOutcome[] | IndexOutcome> {
  const outcomes = await withKept(ports, unit, await readSources(ports, unit, work));
  const isUnreadWhole = work.writer.segment.passageCount() === 0;
  if (isUnreadWhole && (await canKeepPublished(ports, unit, outcomes)))
    return outcomeWithout(outcomes, ports.clock.now(), true);
  return copyKept(ports, unit, outcomes, work.writer);
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
      const { readingId: _lost, ...rest } = outcome;
      copied.push({ ...rest, passages: 0 });
    }
  }
  return copied;
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
