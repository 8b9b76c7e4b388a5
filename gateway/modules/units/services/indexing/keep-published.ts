import type { Reason } from '#gateway/core/reason.ts';
import type { Passage } from '#gateway/engine/document.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import { openPostings } from '#gateway/engine/segments/open-postings.ts';
import { openWords } from '#gateway/engine/segments/open-segment.ts';
import {
  FIRST_TEXT_PART,
  PASSAGES_PER_PART,
  POSTINGS_PART,
  SegmentMismatchError,
} from '#gateway/engine/segments/segment.ts';
import { summariseReasons, type Unit } from '#gateway/modules/units/model.ts';
import type { IndexOutcome, SourceOutcome } from '#gateway/modules/units/ports/jobs.ts';
import type { IndexerPorts } from './read-source.ts';

const PASSAGES_PER_BATCH = 100;
const PARTS_PER_BATCH = 256;

/** How many passages the published generation has of each source, present and former ones. */
async function countPublished(
  ports: Pick<IndexerPorts, 'index'>,
  { botId, id, generation }: Unit,
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  if (generation === null) return counts;
  for (const { sourceId, passages } of await ports.index.sections(botId, id, generation))
    counts.set(sourceId, (counts.get(sourceId) ?? 0) + passages);
  return counts;
}

/** Whether a run has no passages of its own of a source. */
export const isUnread = ({ readOn }: SourceOutcome): boolean => readOn === undefined;

/** Outcomes as they are where unread sources keep the passages that are published of them, and their reading. */
export async function withKept(
  ports: Pick<IndexerPorts, 'index' | 'readings'>,
  unit: Unit,
  outcomes: readonly SourceOutcome[],
): Promise<SourceOutcome[]> {
  if (!outcomes.some(isUnread)) return [...outcomes];
  const counts = await countPublished(ports, unit);
  const readings = await ports.readings.ofVersion(unit.botId, unit.id);
  return outcomes.map((outcome) => {
    if (!isUnread(outcome)) return outcome;
    const passages = counts.get(outcome.sourceId) ?? 0;
    const reading = readings.get(outcome.sourceId);
    return { ...outcome, passages, ...(reading && passages > 0 ? { readingId: reading.id } : {}) };
  });
}

/**
 * Whether a run that read no source can leave the published generation as it is: the generation has passages of present
 * sources and no passages of removed sources, and its segment is undamaged and of the current version.
 */
export async function canKeepPublished(
  ports: Pick<IndexerPorts, 'index'>,
  { botId, id, generation, formerSources }: Unit,
  outcomes: readonly SourceOutcome[],
): Promise<boolean> {
  if (generation === null || formerSources.length > 0) return false;
  if (outcomes.every(({ passages }) => passages === 0)) return false;
  const passages = outcomes.reduce((sum, outcome) => sum + outcome.passages, 0);
  return isSegmentWhole(ports, { botId, id, generation }, passages);
}

/** A segment that is damaged can be made again from its passages. */
async function isSegmentWhole(
  { index }: Pick<IndexerPorts, 'index'>,
  { botId, id, generation }: { botId: number; id: number; generation: number },
  passages: number,
): Promise<boolean> {
  if ((await index.segmentVersion(botId, id, generation)) !== INDEX_VERSION) return false;
  const count = FIRST_TEXT_PART + Math.ceil(passages / PASSAGES_PER_PART);
  try {
    for (let from = 0; from < count; from += PARTS_PER_BATCH) {
      const length = Math.min(PARTS_PER_BATCH, count - from);
      const numbers = Array.from({ length }, (_, index) => from + index);
      const parts = await index.readSegmentParts(botId, id, generation, numbers);
      if (parts.size < length) return false;
      for (const [part, bytes] of parts)
        if (part === POSTINGS_PART) openPostings(bytes);
        else openWords(part, bytes);
    }
    return true;
  } catch (error) {
    if (error instanceof SegmentMismatchError) return false;
    throw error;
  }
}

/** The outcome of a run without a new generation: the published generation stays, or the unit fails. */
export function outcomeWithout(
  outcomes: readonly SourceOutcome[],
  readOn: Date | null,
  keepsPublished: boolean,
): IndexOutcome {
  const sources = [...outcomes];
  if (keepsPublished) return { status: 'ready', keepsPublished, reason: null, readOn, passages: 0, sources };
  const reason = summariseReasons(sources.map((outcome) => outcome.reason));
  return { status: 'failed', reason, readOn, passages: 0, sources };
}

/** The outcome of a unit whose run ended for a reason of its own, whatever its sources are. */
export async function endWithReason(
  ports: Pick<IndexerPorts, 'index' | 'readings'>,
  unit: Unit,
  reason: Reason,
): Promise<IndexOutcome> {
  const failed = unit.sources.map(({ id }) => failedSource(id, reason));
  const outcomes = await withKept(ports, unit, failed);
  return outcomeWithout(outcomes, null, await canKeepPublished(ports, unit, outcomes));
}

export function failedSource(sourceId: number, reason: Reason): SourceOutcome {
  return { sourceId, status: 'failed', reason, warnings: [], pages: null, passages: 0 };
}

/** Passages of a source in the published generation, some at a time, numbered from 0. */
export async function* readPublished(
  ports: Pick<IndexerPorts, 'index'>,
  { botId, id, generation }: Unit,
  sourceId: number,
): AsyncGenerator<Passage[]> {
  if (generation === null) return;
  let count = 0;
  for (let from = 0; ; from += PASSAGES_PER_BATCH) {
    const ordinals = Array.from({ length: PASSAGES_PER_BATCH }, (_, index) => from + index);
    const passages = await ports.index.readPassages(botId, id, generation, ordinals);
    const own = passages.filter((passage) => passage.sourceId === sourceId);
    yield own.map(({ sourceId: _own, ...passage }) => ({ ...passage, ordinal: count++ }));
    if (passages.length < PASSAGES_PER_BATCH) return;
  }
}
