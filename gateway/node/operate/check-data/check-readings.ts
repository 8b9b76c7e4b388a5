import { unpackBlocks } from '#gateway/modules/units/sql/reading-parts.ts';
import { countRows } from '#gateway/sql/count-rows.ts';
import type { Reads } from '#gateway/sql/database.ts';
import type { Stage } from './finding.ts';

const READINGS_PER_PAGE = 100;

interface ReadingRow {
  bot_id: number;
  id: number;
  unit_id: number | null;
  parts: number;
  blocks: number;
}

/** Decodes every whole reading and counts its blocks; how many there are. */
export async function checkReadings(db: Reads, stage: Stage): Promise<number> {
  const total = await countRows(db.selectFrom('reading').where('ended_on', 'is not', null));
  let count = 0;
  for (let last = { bot_id: 0, id: 0 }; ; ) {
    const page = await db
      .selectFrom('reading')
      .select(['bot_id', 'id', 'unit_id', 'parts', 'blocks'])
      .where('ended_on', 'is not', null)
      .where((eb) => eb(eb.refTuple('bot_id', 'id'), '>', eb.tuple(last.bot_id, last.id)))
      .orderBy('bot_id')
      .orderBy('id')
      .limit(READINGS_PER_PAGE)
      .execute();
    for (const reading of page) {
      stage.signal.throwIfAborted();
      if (!(await isWhole(db, reading)) && (await isStillThere(db, reading)))
        stage.report({
          level: 'problem',
          kind: 'reading-damaged',
          subject: `bot ${reading.bot_id}, ${reading.unit_id === null ? 'no unit yet' : `unit ${reading.unit_id}`}, reading ${reading.id}`,
          what: 'it cannot be decoded to its end',
          remedy:
            'Index the unit again, on its page: its sources are then read once more. Answers go on meanwhile.',
        });
      stage.onProgress(++count, Math.max(total, count));
    }
    const next = page.at(-1);
    if (!next) return count;
    last = next;
  }
}

async function isWhole(db: Reads, { bot_id, id, parts, blocks }: ReadingRow): Promise<boolean> {
  let count = 0;
  for (let part = 0; part < parts; part++) {
    const row = await db
      .selectFrom('reading_part')
      .select('bytes')
      .where((eb) => eb.and({ bot_id, reading_id: id, part }))
      .executeTakeFirst();
    const stored = row && (await unpackBlocks(row.bytes).catch(() => undefined));
    if (!stored) return false;
    count += stored.length;
  }
  return count === blocks;
}

/** A server may have removed it meanwhile. */
async function isStillThere(db: Reads, { bot_id, id }: ReadingRow): Promise<boolean> {
  const row = await db
    .selectFrom('reading')
    .select('id')
    .where((eb) => eb.and({ bot_id, id }))
    .executeTakeFirst();
  return row !== undefined;
}
