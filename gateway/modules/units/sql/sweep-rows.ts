import { sql } from 'kysely';
import type { Queries, SqlDatabase } from '#gateway/sql/database.ts';

/** Scope of a sweep of retired generations: one unit, one bot, or all generations retired before a moment. */
type SweepTarget = { botId: number; unitId?: number } | { retiredBefore: number };

/**
 * Removes a slice of the oldest retired generation: at most `limit` passages, or a quarter as many parts of its segment
 * or of its vectors, each of which is some passages long; once none is left the generation itself. Returns rows removed, undefined when there
 * was nothing to sweep.
 */
export async function sweepBatch(
  { read, change }: Pick<SqlDatabase, 'read' | 'change'>,
  which: SweepTarget,
  limit: number,
): Promise<number | undefined> {
  let retired = read
    .selectFrom('generation')
    .select(['bot_id', 'unit_id', 'generation'])
    .where('retired_on', 'is not', null)
    .orderBy('retired_on')
    .limit(1);
  if ('botId' in which) {
    retired = retired.where('bot_id', '=', which.botId);
    if (which.unitId !== undefined) retired = retired.where('unit_id', '=', which.unitId);
  } else retired = retired.where('retired_on', '<', which.retiredBefore);
  const target = await retired.executeTakeFirst();
  if (!target) return undefined;
  // A retired generation stays so, and whoever else sweeps it removes rows of the same slice.
  return change({ bot: target.bot_id }, async (trx) => {
    const passages = await removeBatch(trx, 'passage', 'ordinal', target, limit);
    if (passages > 0) return passages;
    const partLimit = Math.max(1, limit >> 2);
    const parts = await removeBatch(trx, 'segment_part', 'part', target, partLimit);
    if (parts === partLimit) return parts;
    const vectors = await removeVectors(trx, target, partLimit);
    if (vectors === partLimit) return parts + vectors;
    let removed = parts + vectors;
    for (const table of ['vector_set', 'segment', 'generation'] as const) {
      const { numDeletedRows } = await trx
        .deleteFrom(table)
        .where((eb) =>
          eb.and({ bot_id: target.bot_id, unit_id: target.unit_id, generation: target.generation }),
        )
        .executeTakeFirst();
      removed += Number(numDeletedRows);
    }
    return removed;
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
async function removeBatch(
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
    .where((eb) => eb.and({ bot_id: of.bot_id, unit_id: of.unit_id, generation: of.generation }))
    .orderBy(column)
    .limit(limit)
    .execute();
  const last = (slice.at(-1) as Record<typeof number, number> | undefined)?.[number];
  if (last === undefined) return 0;
  await trx
    .deleteFrom(table)
    .where((eb) => eb.and({ bot_id: of.bot_id, unit_id: of.unit_id, generation: of.generation }))
    .where(column, '<=', last)
    .execute();
  return slice.length;
}
