/** The rest of what the database holds of a bot, table by table. */

import { sql } from 'kysely';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import type { Tables } from '#gateway/sql/tables.ts';

type BotTables = { [Name in keyof Tables]: 'bot_id' extends keyof Tables[Name] ? Name : never }[keyof Tables];
/** What stays when a bot goes: its audit, and the numbers that its entries had. */
type RetainedTables = 'audit' | 'audit_intent' | 'counter';

/** Every table whose rows are of a bot, with the rest of its key; a new one that is missing here fails types. */
const KEY_COLUMNS: {
  [Name in Exclude<BotTables, RetainedTables>]: readonly Extract<keyof Tables[Name], string>[];
} = {
  index_job: ['unit_id'],
  index_run: ['unit_id', 'id'],
  unit_title: ['title_key'],
  source: ['id'],
  unit: ['id'],
  stored_file: ['id'],
  passage: ['unit_id', 'generation', 'ordinal'],
  segment_part: ['unit_id', 'generation', 'part'],
  vector_part: ['unit_id', 'generation', 'space', 'first'],
  vector_set: ['unit_id', 'generation', 'space'],
  vector_space: ['id'],
  vector_pause: ['bot_id'],
  segment: ['unit_id', 'generation'],
  generation: ['unit_id', 'generation'],
  synonym_group: ['id'],
  model_server: ['purpose'],
  spoken_audio: ['id'],
  context_item: ['key_id', 'position'],
  delivery: ['id'],
  webhook: ['id'],
  alert: ['id'],
  alert_rules: ['bot_id'],
  key_usage: ['key_id', 'ledger'],
  ledger_entry: ['request_id'],
  usage_hour: ['ledger', 'day', 'hour', 'action', 'key_id'],
  usage_day: ['ledger', 'day', 'action', 'key_id'],
  usage_unit_hour: ['ledger', 'day', 'hour', 'unit_id'],
  usage_unit_day: ['ledger', 'day', 'unit_id'],
  usage_unit_month: ['ledger', 'month', 'unit_id'],
  failure_day: ['day', 'status', 'fault', 'action', 'key_id'],
  ledger: ['ledger'],
};

/**
 * Removes at most `limit` rows of the bot, from the first table that has any; false when none has. Where there are some
 * is looked up before: a transaction is held for their removal alone.
 */
export async function removeRows(
  { read, change }: Pick<SqlDatabase, 'read' | 'change'>,
  botId: number,
  limit: number,
): Promise<boolean> {
  for (const [table, rest] of Object.entries(KEY_COLUMNS)) {
    const some = sql`select bot_id from ${sql.table(table)} where bot_id = ${botId} limit 1`;
    if ((await some.execute(read)).rows.length === 0) continue;
    const key = sql.join(rest.map((column) => sql.ref(column)));
    await change({ bot: botId }, (trx) =>
      sql`
        delete from ${sql.table(table)} where bot_id = ${botId} and (${key}) in
          (select ${key} from ${sql.table(table)} where bot_id = ${botId} limit ${limit})`.execute(trx),
    );
    return true;
  }
  return removeIdempotencyResults({ read, change }, botId, limit);
}

/** Results of repeatable calls; their scope begins with the bot. */
async function removeIdempotencyResults(
  { read, change }: Pick<SqlDatabase, 'read' | 'change'>,
  botId: number,
  limit: number,
): Promise<boolean> {
  const ofBot = sql`scope >= ${`${botId}:`} and scope < ${`${botId};`}`;
  const some = sql`select scope from idempotency where ${ofBot} limit 1`;
  if ((await some.execute(read)).rows.length === 0) return false;
  await change({ bot: botId }, (trx) =>
    sql`
      delete from idempotency where ${ofBot} and (scope, key) in
        (select scope, key from idempotency where ${ofBot} limit ${limit})`.execute(trx),
  );
  return true;
}
