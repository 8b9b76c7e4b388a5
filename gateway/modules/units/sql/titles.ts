import type { Queries, Reads } from '#gateway/sql/database.ts';

export interface TitleHolder {
  title: string;
  id: number;
}

/** Gives a title to a unit, taking it from whoever has it as an alias; tells who else holds it as its title, if so. */
export async function claimTitle(
  trx: Queries,
  botId: number,
  unitId: number,
  titleKey: string,
): Promise<TitleHolder | undefined> {
  const holder = await titleHolder(trx, botId, titleKey);
  if (holder && holder.id !== unitId) return holder;
  await trx
    .insertInto('unit_title')
    .values({ bot_id: botId, title_key: titleKey, unit_id: unitId, alias: 0 })
    .onConflict((conflict) =>
      conflict.columns(['bot_id', 'title_key']).doUpdateSet({ unit_id: unitId, alias: 0 }),
    )
    .execute();
  return undefined;
}

/** The unit whose title this is now; an alias does not count. */
export function titleHolder(db: Reads, botId: number, titleKey: string): Promise<TitleHolder | undefined> {
  return db
    .selectFrom('unit_title')
    .innerJoin('unit', (join) =>
      join.onRef('unit.bot_id', '=', 'unit_title.bot_id').onRef('unit.id', '=', 'unit_title.unit_id'),
    )
    .select(['unit.id', 'unit.title'])
    .where((eb) =>
      eb.and({ 'unit_title.bot_id': botId, 'unit_title.title_key': titleKey, 'unit_title.alias': 0 }),
    )
    .executeTakeFirst();
}

/** Lets go of a unit's title and aliases; returns the aliases. */
export async function releaseTitles(trx: Queries, botId: number, unitId: number): Promise<string[]> {
  const rows = await trx
    .deleteFrom('unit_title')
    .where((eb) => eb.and({ bot_id: botId, unit_id: unitId }))
    .returning(['title_key', 'alias'])
    .execute();
  return rows.filter((row) => row.alias === 1).map((row) => row.title_key);
}

/** Gives aliases back, except those that were taken meanwhile. */
export async function restoreAliases(
  trx: Queries,
  botId: number,
  unitId: number,
  aliases: readonly string[],
): Promise<void> {
  if (aliases.length === 0) return;
  await trx
    .insertInto('unit_title')
    .values(aliases.map((titleKey) => ({ bot_id: botId, title_key: titleKey, unit_id: unitId, alias: 1 })))
    .onConflict((conflict) => conflict.columns(['bot_id', 'title_key']).doNothing())
    .execute();
}
