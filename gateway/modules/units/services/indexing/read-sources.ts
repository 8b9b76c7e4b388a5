import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { reasonOf } from '#gateway/core/reason.ts';
import type { Passage } from '#gateway/engine/document.ts';
import type { IndexJob, Source, StoredReading, Unit } from '#gateway/modules/units/model.ts';
import type { SourceOutcome } from '#gateway/modules/units/ports/jobs.ts';
import { ReadingDamagedError } from '#gateway/modules/units/ports/readings.ts';
import { MAX_ATTEMPTS } from './give-back.ts';
import { HeldUpdateError, isNewCopy, isRejected, watchReading } from './hold-update.ts';
import { failedSource } from './keep-published.ts';
import { findFailedFetch } from './page-copy.ts';
import { isOfStorage, type PassageWriter } from './passage-writer.ts';
import { type IndexerPorts, type Reading, readSource, type SourceWork, splitReading } from './read-source.ts';
import { findReusable } from './reusable-readings.ts';
import type { SourceEdits } from './source-edits.ts';
import { INTERRUPTED_REASON, SourceError, UNKNOWN_REASON } from './source-error.ts';

/** How the sources of a run are read. `reportOf`: progress of the source at this place of so many. */
export interface SourcesWork {
  job: IndexJob;
  writer: PassageWriter;
  signal: AbortSignal;
  edits: SourceEdits;
  reportOf: (index: number, count: number) => SourceWork['report'];
}

/** Reads the sources of a unit, or takes what was read of them before, and writes their passages. */
export async function readSources(
  ports: IndexerPorts,
  unit: Unit,
  { job, writer, signal, edits, reportOf }: SourcesWork,
): Promise<SourceOutcome[]> {
  const reusable = await findReusable(ports, unit, job);
  const outcomes: SourceOutcome[] = [];
  for (const [index, source] of unit.sources.entries()) {
    const work = { job, signal, report: reportOf(index, unit.sources.length) };
    // A change of edits, and an upgrade, take what was read before, whatever was fetched since.
    const isKept = (job.cause === 'edited' || job.cause === 'updated') && reusable.has(source.id);
    if (!isKept && (isRejected(source) || isOfDraft(unit, source, job))) {
      const earlier = await keepText(ports, source, { ...work, writer, edits });
      if (!earlier) edits.keep(source.id);
      outcomes.push({ ...unchangedSource(source), ...earlier });
      continue;
    }
    const read = (stored: StoredReading | undefined) =>
      writer.writeAll(source, async (take) => {
        const watch = watchReading(ports, unit, source);
        const takeWatched = (passages: Passage[]): Promise<void> => {
          watch.add(passages);
          return take(passages);
        };
        const reading = stored
          ? await splitReading({ reading: stored, source, edits }, work, takeWatched)
          : edits.of(source.id).length === 0
            ? await readSource(ports, source, work, takeWatched)
            : await readEdited(ports, source, { ...work, edits }, takeWatched);
        return { reading, warnings: isKept && stored ? [] : await watch.check(reading) };
      });
    try {
      const stored = reusable.get(source.id);
      const { reading, warnings } = await read(stored).catch((error: unknown) => {
        if (!(error instanceof ReadingDamagedError)) throw error;
        logDamaged(ports, stored);
        return read(undefined);
      });
      if (reading.readingId !== stored?.id)
        ports.recordMetric({ what: 'source-read', outcome: 'ready', reason: null });
      // A copy that was read once more is no newer: the failure to fetch a newer one stays.
      outcomes.push(outcomeOf(source.id, reading, findFailedFetch(job, source)?.reason ?? null, warnings));
    } catch (error) {
      const outcome = endSource(ports, source, error, work);
      const earlier = await keepText(ports, source, { ...work, writer, edits });
      if (!earlier) edits.keep(source.id);
      outcomes.push({ ...outcome, ...earlier });
    }
  }
  return outcomes;
}

/** Whether the copy of a page was fetched for a draft, so that an index of what answers is not made of it. */
const isOfDraft = ({ draftVersion }: Unit, source: Source, { cause }: IndexJob): boolean =>
  cause === 'updated' && draftVersion !== null && source.passages > 0 && isNewCopy(source);

/**
 * A source without a newer text keeps what the draft had of it, or what answers with the edits that were made since; undefined
 * where the passages that answer stay as they are.
 */
async function keepText(
  ports: IndexerPorts,
  { id, readOn }: Source,
  { writer, edits, ...work }: SourceWork & Pick<SourcesWork, 'job' | 'writer' | 'edits'>,
): Promise<Partial<SourceOutcome> | undefined> {
  const { botId, unitId, cause } = work.job;
  if (cause === 'updated') return undefined;
  const readingOf = async (version: 'draft' | 'live') =>
    (await ports.readings.ofVersion(botId, unitId, version)).get(id);
  const reading = (await readingOf('draft')) ?? (edits.areChanged(id) ? await readingOf('live') : undefined);
  if (!reading) return undefined;
  try {
    const text = await writer.writeAll({ id }, (take) =>
      splitReading({ reading, source: { id }, edits }, work, take),
    );
    const {
      sourceId: _id,
      status: _status,
      reason: _reason,
      page: _page,
      ...facts
    } = outcomeOf(id, text, null);
    // The text may have been confirmed since it was read first.
    return { ...facts, readOn: readOn ?? text.readOn };
  } catch (error) {
    // The edits leave no text.
    if (error instanceof SourceError) return undefined;
    if (!(error instanceof ReadingDamagedError)) throw error;
    logDamaged(ports, reading);
    return undefined;
  }
}

/** Reads a source whole before it is split: where its edits belong is known after its last block. */
async function readEdited(
  ports: IndexerPorts,
  source: Source,
  work: SourceWork & Pick<SourcesWork, 'edits'>,
  take: (passages: Passage[]) => Promise<void>,
): Promise<Reading> {
  const { readingId } = await readSource(ports, source, work, async () => {});
  const reading = await ports.readings.get(work.job.botId, readingId);
  if (!reading) throw new ReadingDamagedError();
  return splitReading({ reading, source, edits: work.edits }, work, take);
}

/** The outcome of a source of which a text was read; `reason`: why there is no newer one. `warnings`: beside the reader's. */
export function outcomeOf(
  sourceId: number,
  { facts, passages, page, readOn, readingId }: Reading,
  reason: SourceOutcome['reason'],
  warnings: SourceOutcome['warnings'] = [],
): SourceOutcome {
  return {
    sourceId,
    status: reason ? 'failed' : 'ready',
    reason,
    readOn,
    warnings: [...facts.warnings, ...warnings],
    ...(facts.health ? { health: facts.health } : {}),
    pages: facts.pages ?? null,
    passages,
    ...(page ? { page } : {}),
    readingId,
  };
}

export function logDamaged({ log }: Pick<IndexerPorts, 'log'>, reading: StoredReading | undefined): void {
  const { botId, unitId, id: readingId } = reading ?? {};
  log.error('reading-damaged', { botId, unitId, readingId });
}

/** The outcome of a source that could not be read; throws what may pass. */
export function endSource(
  ports: IndexerPorts,
  source: Source,
  error: unknown,
  { job, signal }: Pick<SourcesWork, 'job' | 'signal'>,
): SourceOutcome {
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
  return { ...failedSource(source.id, sourceReason), ...held };
}

/** A source whose newer copy a person refused: as it was. */
function unchangedSource({ id, warnings, pages }: Source): SourceOutcome {
  return { sourceId: id, status: 'ready', reason: null, warnings, pages, passages: 0 };
}
