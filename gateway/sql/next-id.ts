import type { Queries } from './database.ts';

/**
 * The next number of a bot's own counter, from 1, or the last of the next `count`; inside the transaction that uses it,
 * so none is given twice or reused.
 */
export async function nextId(
  trx: Queries,
  botId: number,
  name:
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
    | 'audit-intent',
  count = 1,
): Promise<number> {
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
