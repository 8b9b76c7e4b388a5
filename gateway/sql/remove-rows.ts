import { sql } from 'kysely';
import type { SqlDatabase } from './database.ts';

/** A table whose rows are of bots, with the rest of its key. */
export interface BotTable {
  table: string;
  rest: readonly string[];
}

/** Rows in one transaction: it holds the lock for some milliseconds. */
const ROWS_PER_BATCH = 250;

/**
 * Removes some rows of the bot from the first table that has any; false when none has. Where there are some is looked up
 * before: a transaction is held for their removal alone.
 */
export async function removeRows(
  { read, change }: Pick<SqlDatabase, 'read' | 'change'>,
  tables: readonly BotTable[],
  botId: number,
): Promise<boolean> {
  for (const { table, rest } of tables) {
    const some = sql`select bot_id from ${sql.table(table)} where bot_id = ${botId} limit 1`;
    if ((await some.execute(read)).rows.length === 0) continue;
    const key = sql.join((rest.length > 0 ? rest : ['bot_id']).map((column) => sql.ref(column)));
    await change({ bot: botId }, (trx) =>
      sql`
        delete from ${sql.table(table)} where bot_id = ${botId} and (${key}) in
          (select ${key} from ${sql.table(table)} where bot_id = ${botId} limit ${ROWS_PER_BATCH})`.execute(
        trx,
      ),
    );
    return true;
  }
  return false;
}
