import type { Queries, SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtensions } from '#gateway/sql/extensions.ts';

/** Scope of a sweep of retired generations: one unit, one bot, or all generations retired before a moment. */
type SweepTarget = { botId: number; unitId?: number } | { retiredBefore: number };

/**
 * Removes a slice of the oldest retired generation: at most `limit` passages, or a quarter as many parts of its segment
 * or of what other modules made of it, each of which is some passages long; once none is left the generation itself.
 * Returns rows removed, undefined when there was nothing to sweep.
 */
export async function sweepBatch(
  { read, change }: Pick<SqlDatabase, 'read' | 'change'>,
  { removeDerived }: Pick<SqlExtensions, 'removeDerived'>,
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
    const { bot_id: botId, unit_id: unitId, generation } = target;
    const derived = await removeDerived(trx, { botId, unitId, generation }, partLimit);
    if (derived >= partLimit) return parts + derived;
    let removed = parts + derived;
    for (const table of ['segment', 'generation'] as const) {
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
