import { INDEX_VERSION, READER_STEP } from '#gateway/engine/segments/index-version.ts';
import { openSegment } from '#gateway/engine/segments/open-segment.ts';
import {
  createPostingList,
  createSpelledText,
  SegmentMismatchError,
} from '#gateway/engine/segments/segment.ts';
import { countRows } from '#gateway/sql/count-rows.ts';
import type { Reads } from '#gateway/sql/database.ts';
import { note, problem, type Stage } from './finding.ts';

const UNITS_PER_PAGE = 100;
const STEMS_PER_TURN = 5_000;

export interface IndexChecked {
  units: number;
  passages: number;
  outdated: number;
}

interface PublishedUnit {
  bot_id: number;
  id: number;
  title: string;
  generation: number;
  passages: number;
  deleted_on: number | null;
}

/** Decodes the published search index of every unit, in the bin or not, and compares it with the unit's passages. */
export async function checkIndex(db: Reads, stage: Stage): Promise<IndexChecked> {
  const outcome: IndexChecked = { units: 0, passages: 0, outdated: 0 };
  const { total } = await db
    .selectFrom('unit')
    .select((eb) => eb.fn.sum<number | null>('passages').as('total'))
    .where('generation', 'is not', null)
    .executeTakeFirstOrThrow();
  for await (const unit of publishedUnits(db)) {
    stage.signal.throwIfAborted();
    const fault = await findFault(db, unit, stage.signal);
    outcome.units += 1;
    outcome.passages += unit.passages;
    stage.onProgress(outcome.passages, Math.max(total ?? 0, outcome.passages));
    if (fault === undefined || !(await isStillPublished(db, unit))) continue;
    if (fault === 'outdated') outcome.outdated += 1;
    else
      stage.report(
        problem(
          'index-damaged',
          `bot ${unit.bot_id}, unit ${unit.id}, ${unit.title}`,
          `its search index ${fault}`,
          unit.deleted_on === null
            ? 'Index the unit again, on its page.'
            : 'It is in the bin. Index it again if it is restored.',
        ),
      );
  }
  if (outcome.outdated > 0)
    stage.report(
      note(
        'index-outdated',
        `${outcome.outdated} units`,
        'an older version indexed them. A server of this version does it again when it starts.',
      ),
    );
  return outcome;
}

async function* publishedUnits(db: Reads): AsyncGenerator<PublishedUnit> {
  for (let last = { bot_id: 0, id: 0 }; ; ) {
    const page = await db
      .selectFrom('unit')
      .select(['bot_id', 'id', 'title', 'generation', 'passages', 'deleted_on'])
      .where('generation', 'is not', null)
      .where((eb) => eb(eb.refTuple('bot_id', 'id'), '>', eb.tuple(last.bot_id, last.id)))
      .orderBy('bot_id')
      .orderBy('id')
      .limit(UNITS_PER_PAGE)
      .execute();
    for (const { generation, ...unit } of page) if (generation !== null) yield { ...unit, generation };
    const next = page.at(-1);
    if (!next) return;
    last = next;
  }
}

/** A server may have indexed it again, or deleted it, meanwhile. */
async function isStillPublished(db: Reads, { bot_id, id, generation }: PublishedUnit): Promise<boolean> {
  const row = await db
    .selectFrom('unit')
    .select('id')
    .where((eb) => eb.and({ bot_id, id, generation }))
    .executeTakeFirst();
  return row !== undefined;
}

async function findFault(
  db: Reads,
  { bot_id, id, generation, passages }: PublishedUnit,
  signal: AbortSignal,
): Promise<string | undefined> {
  const own = { bot_id, unit_id: id, generation };
  const segment = await db
    .selectFrom('segment')
    .select('analyzer_version')
    .where((eb) => eb.and(own))
    .executeTakeFirst();
  if (!segment) return 'is missing';
  const stored = await countRows(db.selectFrom('passage').where((eb) => eb.and(own)));
  if (stored !== passages) return `has ${passages} passages, of which ${stored} are stored`;
  // The same analyser and format can be decoded, whichever reader there was.
  if ((segment.analyzer_version - INDEX_VERSION) % READER_STEP !== 0) return 'outdated';
  const parts = await db
    .selectFrom('segment_part')
    .select(['part', 'bytes'])
    .where((eb) => eb.and(own))
    .orderBy('part')
    .execute();
  if (parts.some(({ part }, index) => part !== index)) return 'lacks a part';
  try {
    const decodedPassages = await decode(
      parts.map(({ bytes }) => bytes),
      signal,
    );
    return decodedPassages === passages
      ? undefined
      : `finds ${decodedPassages} passages, and the unit has ${passages}`;
  } catch (error) {
    if (error instanceof SegmentMismatchError || error instanceof RangeError) return 'cannot be decoded';
    throw error;
  }
}

/** Reads all that a question could read of a segment; how many passages it finds. Throws `SegmentMismatchError`. */
async function decode(parts: readonly Uint8Array[], signal: AbortSignal): Promise<number> {
  const segment = openSegment(parts);
  const text = createSpelledText();
  const postings = createPostingList();
  for (let ordinal = 0; ordinal < segment.passageCount; ordinal++) segment.readPassage(ordinal, text);
  for (let section = 0; section < segment.sectionCount; section++) segment.readTitles(section, text);
  for (let stem = 0; stem < segment.stemCount; stem++) {
    segment.readPostings(stem, postings);
    if (stem % STEMS_PER_TURN !== 0) continue;
    signal.throwIfAborted();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return segment.passageCount;
}
