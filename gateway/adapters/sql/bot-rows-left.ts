import { sql } from 'kysely';
import type { SqlDatabase } from './database.ts';
import type { Tables } from './tables.ts';

type OfBots = { [Name in keyof Tables]: 'bot_id' extends keyof Tables[Name] ? Name : never }[keyof Tables];
/** What stays when a bot goes: its audit, and the numbers that its entries had. */
type Staying = 'audit' | 'audit_note' | 'counter';

/** Every table whose rows are of a bot, with the rest of its key; a new one that is missing here fails types. */
const KEYS: { [Name in Exclude<OfBots, Staying>]: readonly Extract<keyof Tables[Name], string>[] } = {
  index_job: ['unit_id'],
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
  key_ledger: ['key_id', 'ledger'],
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
  { read, write }: Pick<SqlDatabase, 'read' | 'write'>,
  botId: number,
  limit: number,
): Promise<boolean> {
  for (const [table, rest] of Object.entries(KEYS)) {
    const some = sql`select bot_id from ${sql.table(table)} where bot_id = ${botId} limit 1`;
    if ((await some.execute(read)).rows.length === 0) continue;
    const key = sql.join(rest.map((column) => sql.ref(column)));
    await sql`
      delete from ${sql.table(table)} where bot_id = ${botId} and (${key}) in
        (select ${key} from ${sql.table(table)} where bot_id = ${botId} limit ${limit})`.execute(write);
    return true;
  }
  return removeRemembered({ read, write }, botId, limit);
}

/** Results of repeatable calls; their scope begins with the bot. */
async function removeRemembered(
  { read, write }: Pick<SqlDatabase, 'read' | 'write'>,
  botId: number,
  limit: number,
): Promise<boolean> {
  const ofBot = sql`scope >= ${`${botId}:`} and scope < ${`${botId};`}`;
  const some = sql`select scope from idempotency where ${ofBot} limit 1`;
  if ((await some.execute(read)).rows.length === 0) return false;
  await sql`
    delete from idempotency where ${ofBot} and (scope, key) in
      (select scope, key from idempotency where ${ofBot} limit ${limit})`.execute(write);
  return true;
}
