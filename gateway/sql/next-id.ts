import { sql } from 'kysely';
import { compileOnce } from './compile-once.ts';
import type { Queries, Reads } from './database.ts';

type CounterName =
  | 'unit'
  | 'source'
  | 'reading'
  | 'dry-reading'
  | 'unit-edit'
  | 'job'
  | 'vector-space'
  | 'synonym-group'
  | 'synonym-version'
  | 'alert'
  | 'webhook'
  | 'test'
  | 'test-set'
  | 'evaluation'
  | 'report'
  | 'contradiction'
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

/** Reads the number of a bot that `nextId` gave last; 0 before the first. */
export function prepareLastId(db: Reads, name: CounterName): (botId: number) => Promise<number> {
  const counter = compileOnce(db, (botId: number) =>
    db.selectFrom('counter').select('value').where('bot_id', '=', botId).where('name', '=', sql.lit(name)),
  );
  return async (botId) => (await counter(botId))[0]?.value ?? 0;
}

/** The numbers that `nextId` gave bots last, by bot; a bot without one is absent. */
export async function readLastIds(
  db: Reads,
  botIds: readonly number[],
  name: CounterName,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('counter')
    .select(['bot_id', 'value'])
    .where('name', '=', name)
    .where('bot_id', 'in', botIds)
    .execute();
  return new Map(rows.map(({ bot_id, value }) => [bot_id, value]));
}
