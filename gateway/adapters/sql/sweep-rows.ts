import type { Queries } from './database.ts';

/** Whose retired generations to sweep: one unit's, all of them, or anybody's that retired before a moment. */
type Which = { botId: number; unitId: number } | { retiredBefore: number };

/**
 * Removes a slice of the oldest retired generation: at most `limit` passages, and once none is left its segment and the
 * generation itself. Returns rows removed, undefined when there was nothing to sweep.
 */
export async function sweepSlice(write: Queries, which: Which, limit: number): Promise<number | undefined> {
  return write.transaction().execute(async (trx) => {
    let retired = trx
      .selectFrom('generation')
      .select(['bot_id', 'unit_id', 'generation'])
      .where('retired_on', 'is not', null)
      .orderBy('retired_on')
      .limit(1);
    if ('unitId' in which)
      retired = retired.where('bot_id', '=', which.botId).where('unit_id', '=', which.unitId);
    else retired = retired.where('retired_on', '<', which.retiredBefore);
    const doomed = await retired.executeTakeFirst();
    if (!doomed) return undefined;

    const passages = await removePassages(trx, doomed, limit);
    if (passages === limit) return passages;
    const rest = (['segment_part', 'segment', 'generation'] as const).map((table) =>
      trx
        .deleteFrom(table)
        .where('bot_id', '=', doomed.bot_id)
        .where('unit_id', '=', doomed.unit_id)
        .where('generation', '=', doomed.generation)
        .executeTakeFirst(),
    );
    const deleted = await Promise.all(rest);
    return deleted.reduce((sum, result) => sum + Number(result.numDeletedRows), passages);
  });
}

async function removePassages(
  trx: Queries,
  of: { bot_id: number; unit_id: number; generation: number },
  limit: number,
): Promise<number> {
  const own = trx
    .selectFrom('passage')
    .where('bot_id', '=', of.bot_id)
    .where('unit_id', '=', of.unit_id)
    .where('generation', '=', of.generation);
  const slice = await own.select('ordinal').orderBy('ordinal').limit(limit).execute();
  const last = slice.at(-1);
  if (!last) return 0;
  await trx
    .deleteFrom('passage')
    .where('bot_id', '=', of.bot_id)
    .where('unit_id', '=', of.unit_id)
    .where('generation', '=', of.generation)
    .where('ordinal', '<=', last.ordinal)
    .execute();
  return slice.length;
}
