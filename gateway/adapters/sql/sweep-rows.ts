import { sql } from 'kysely';
import type { Queries } from './database.ts';

/** Whose retired generations to sweep: one unit's, one bot's, or anybody's that retired before a moment. */
type Which = { botId: number; unitId?: number } | { retiredBefore: number };

/**
 * Removes a slice of the oldest retired generation: at most `limit` passages, or a quarter as many parts of its segment
 * or of its vectors, each of which is some passages long; once none is left the generation itself. Returns rows removed, undefined when there
 * was nothing to sweep.
 */
export async function sweepSlice(write: Queries, which: Which, limit: number): Promise<number | undefined> {
  return write.transaction().execute(async (trx) => {
    let retired = trx
      .selectFrom('generation')
      .select(['bot_id', 'unit_id', 'generation'])
      .where('retired_on', 'is not', null)
      .orderBy('retired_on')
      .limit(1);
    if ('botId' in which) {
      retired = retired.where('bot_id', '=', which.botId);
      if (which.unitId !== undefined) retired = retired.where('unit_id', '=', which.unitId);
    } else retired = retired.where('retired_on', '<', which.retiredBefore);
    const doomed = await retired.executeTakeFirst();
    if (!doomed) return undefined;

    const passages = await removeSlice(trx, 'passage', 'ordinal', doomed, limit);
    if (passages > 0) return passages;
    const most = Math.max(1, limit >> 2);
    const parts = await removeSlice(trx, 'segment_part', 'part', doomed, most);
    if (parts === most) return parts;
    const vectors = await removeVectors(trx, doomed, most);
    if (vectors === most) return parts + vectors;
    const rest = (['vector_set', 'segment', 'generation'] as const).map((table) =>
      trx
        .deleteFrom(table)
        .where('bot_id', '=', doomed.bot_id)
        .where('unit_id', '=', doomed.unit_id)
        .where('generation', '=', doomed.generation)
        .executeTakeFirst(),
    );
    const deleted = await Promise.all(rest);
    return deleted.reduce((sum, result) => sum + Number(result.numDeletedRows), parts + vectors);
  });
}

/** Vectors of a generation in any space, in no order. */
async function removeVectors(
  trx: Queries,
  of: { bot_id: number; unit_id: number; generation: number },
  limit: number,
): Promise<number> {
  const ofGeneration = sql`bot_id = ${of.bot_id} and unit_id = ${of.unit_id} and generation = ${of.generation}`;
  const { numAffectedRows } = await sql`
    delete from vector_part where ${ofGeneration} and (space, first) in
      (select space, first from vector_part where ${ofGeneration} limit ${limit})`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** The first rows of a generation in the order of their numbers. */
async function removeSlice(
  trx: Queries,
  table: 'passage' | 'segment_part',
  number: 'ordinal' | 'part',
  of: { bot_id: number; unit_id: number; generation: number },
  limit: number,
): Promise<number> {
  const column = trx.dynamic.ref<'ordinal' | 'part'>(number);
  const slice = await trx
    .selectFrom(table)
    .select(column)
    .where('bot_id', '=', of.bot_id)
    .where('unit_id', '=', of.unit_id)
    .where('generation', '=', of.generation)
    .orderBy(column)
    .limit(limit)
    .execute();
  const last = (slice.at(-1) as Record<typeof number, number> | undefined)?.[number];
  if (last === undefined) return 0;
  await trx
    .deleteFrom(table)
    .where('bot_id', '=', of.bot_id)
    .where('unit_id', '=', of.unit_id)
    .where('generation', '=', of.generation)
    .where(column, '<=', last)
    .execute();
  return slice.length;
}
