import { sql } from 'kysely';
import type { SqlDatabase } from './database.ts';

/** A table whose rows are of bots, with the rest of its key. */
export interface BotTable {
  table: string;
  rest: readonly string[];
  hasLargeRows: boolean;
}

/** Rows in one transaction, and large ones: it holds the lock for some milliseconds. */
const ROWS_PER_BATCH = 250;
const LARGE_ROWS_PER_BATCH = 50;

/**
 * Removes a batch of the bot's rows from the first table with any, and returns whether there was one. Reading finds the
 * table, so that the lock is held only for the removal.
 */
export async function removeRows(
  { read, change }: Pick<SqlDatabase, 'read' | 'change'>,
  tables: readonly BotTable[],
  botId: number,
): Promise<boolean> {
  for (const { table, rest, hasLargeRows } of tables) {
    const some = sql`select bot_id from ${sql.table(table)} where bot_id = ${botId} limit 1`;
    if ((await some.execute(read)).rows.length === 0) continue;
    const key = sql.join((rest.length > 0 ? rest : ['bot_id']).map((column) => sql.ref(column)));
    const batch = hasLargeRows ? LARGE_ROWS_PER_BATCH : ROWS_PER_BATCH;
    await change({ bot: botId }, (trx) =>
      sql`
        delete from ${sql.table(table)} where bot_id = ${botId} and (${key}) in
          (select ${key} from ${sql.table(table)} where bot_id = ${botId} limit ${batch})`.execute(trx),
    );
    return true;
  }
  return false;
}
