import type { Queries, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { orphanBlobs } from '#gateway/sql/orphans.ts';

/** Readings of a unit or bot that is removed, or readings that nothing has needed since they were begun. */
type ReadingTarget = { botId: number; unitId?: number } | { begunBefore: number };

/** Since when readings of removed units count as begun. */
const REMOVED = 0;

/** Marks the readings of a unit that is deleted for good; `sweepReading` removes them. Returns how many. */
export async function removeReadingsOfUnit(trx: Queries, botId: number, unitId: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('reading')
    .set({ made_on: REMOVED })
    .where((eb) => eb.and({ bot_id: botId, unit_id: unitId }))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Removes at most `limit` parts of one reading, and after the last of them the reading itself. Returns rows removed,
 * undefined where there was nothing to remove.
 */
export async function sweepReading(
  { read, change }: Pick<SqlDatabase, 'read' | 'change'>,
  target: ReadingTarget,
  now: number,
  limit: number,
): Promise<number | undefined> {
  const reading = await selectRemovable(read, target);
  if (!reading) return undefined;
  const { bot_id: botId, id } = reading;
  return change({ bot: botId }, async (trx) => {
    const parts = await trx
      .selectFrom('reading_part')
      .select('part')
      .where((eb) => eb.and({ bot_id: botId, reading_id: id }))
      .orderBy('part')
      .limit(limit)
      .execute();
    await trx
      .deleteFrom('reading_part')
      .where((eb) => eb.and({ bot_id: botId, reading_id: id }))
      .where('part', '<=', parts.at(-1)?.part ?? -1)
      .execute();
    if (parts.length === limit) return parts.length;
    await trx
      .deleteFrom('reading')
      .where((eb) => eb.and({ bot_id: botId, id }))
      .execute();
    if (reading.url !== null) {
      const named = await namedPages(trx, [reading.blob]);
      if (named.length === 0) await orphanBlobs(trx, [reading.blob], now);
    }
    return parts.length + 1;
  });
}

function selectRemovable(reads: Reads, target: ReadingTarget) {
  let readings = reads.selectFrom('reading').select(['bot_id', 'id', 'url', 'blob']).limit(1);
  if ('botId' in target) {
    readings = readings.where('bot_id', '=', target.botId);
    if (target.unitId !== undefined)
      readings = readings.where('unit_id', '=', target.unitId).where('made_on', '=', REMOVED);
    return readings.executeTakeFirst();
  }
  return readings
    .where('made_on', '<', target.begunBefore)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('version_source')
            .select('number')
            .whereRef('version_source.bot_id', '=', 'reading.bot_id')
            .whereRef('version_source.reading_id', '=', 'reading.id'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('unit')
            .select('id')
            .whereRef('unit.bot_id', '=', 'reading.bot_id')
            .whereRef('unit.id', '=', 'reading.unit_id')
            .where('unit.status', '=', 'indexing'),
        ),
      ),
    )
    .orderBy('made_on')
    .executeTakeFirst();
}

/** The blobs among these that are copies of pages, of sources as they are or of readings. */
export async function namedPages(reads: Reads, blobs: readonly string[]): Promise<string[]> {
  if (blobs.length === 0) return [];
  const copies = await reads
    .selectFrom('source')
    .select('fetched_blob as blob')
    .where('fetched_blob', 'in', blobs)
    .union(
      reads.selectFrom('reading').select('blob').where('blob', 'in', blobs).where('made_on', '>', REMOVED),
    )
    .execute();
  return copies.flatMap(({ blob }) => blob ?? []);
}
