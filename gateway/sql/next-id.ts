import type { Queries, Reads } from './database.ts';

type CounterName =
  | 'unit'
  | 'source'
  | 'job'
  | 'vector-space'
  | 'synonym-group'
  | 'synonym-version'
  | 'alert'
  | 'webhook'
  | 'delivery'
  | 'audit'
  | 'audit-intent';

/**
 * The next number of a bot's own counter, from 1, or the last of the next `count`; inside the transaction that uses it,
 * so none is given twice or reused.
 */
export async function nextId(trx: Queries, botId: number, name: CounterName, count = 1): Promise<number> {
  const row = await trx
    .insertInto('counter')
    .values({ bot_id: botId, name, value: count })
    .onConflict((conflict) =>
      conflict.columns(['bot_id', 'name']).doUpdateSet((eb) => ({ value: eb('counter.value', '+', count) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}

/** The number that `nextId` gave last; 0 before the first. */
export async function lastId(db: Reads, botId: number, name: CounterName): Promise<number> {
  const row = await db
    .selectFrom('counter')
    .select('value')
    .where((eb) => eb.and({ bot_id: botId, name }))
    .executeTakeFirst();
  return row?.value ?? 0;
}
