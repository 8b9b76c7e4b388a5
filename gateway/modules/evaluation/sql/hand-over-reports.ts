import { namePersons } from '#gateway/modules/access/sql/person-rows.ts';
import type { Queries } from '#gateway/sql/database.ts';
import type { SqlExtension } from '#gateway/sql/extensions.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';

type Owner = Parameters<NonNullable<SqlExtension['handOverUnits']>>[1];

/** Open reports go with the units of their owner, to the owners of the bot where nobody takes these; units: none. */
export async function handOverReports(trx: Queries, { from, to, bots }: Owner): Promise<number> {
  const heir = to === null ? undefined : (await namePersons(trx, [to])).get(to);
  for (const slice of slicesOf(bots, IDS_PER_QUERY))
    await trx
      .updateTable('report')
      .set({ owner_id: heir?.id ?? '', owner_name: heir?.name ?? '' })
      .where('bot_id', 'in', slice)
      .where((eb) => eb.and({ owner_id: from, state: 'open' }))
      .execute();
  return 0;
}
