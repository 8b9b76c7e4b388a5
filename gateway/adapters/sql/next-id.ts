import type { Queries } from './database.ts';

/** The next number of a bot's own counter, from 1; inside the transaction that uses it, so none is given twice or reused. */
export async function nextId(trx: Queries, botId: number, name: 'unit' | 'source' | 'job'): Promise<number> {
  const row = await trx
    .insertInto('counter')
    .values({ bot_id: botId, name, value: 1 })
    .onConflict((conflict) =>
      conflict.columns(['bot_id', 'name']).doUpdateSet((eb) => ({ value: eb('counter.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}
