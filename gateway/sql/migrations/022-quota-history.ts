import { type Kysely, sql } from 'kysely';
import { createTable, key, numbers, texts } from './columns.ts';

/**
 * Rejected calls by the minute; what ledgers were granted when (of the time before, the quota of today is known alone);
 * since when a key is paused.
 */
export async function addQuotaHistory(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'rejection',
    numbers('bot_id', 'minute_on', 'status', 'count'),
    texts('ledger', 'fault', 'action', 'key_id'),
    key('bot_id', 'ledger', 'minute_on', 'key_id', 'fault', 'action'),
  );
  await createTable(
    db,
    'ledger_total',
    numbers('bot_id', 'granted_on', 'total'),
    texts('ledger'),
    key('bot_id', 'ledger', 'granted_on'),
  );
  await sql`insert into ledger_total (bot_id, ledger, granted_on, total)
    select bot_id, ledger, 0, total from ledger`.execute(db);
  await db.schema.alterTable('api_key').addColumn('paused_on', 'bigint').execute();
}
