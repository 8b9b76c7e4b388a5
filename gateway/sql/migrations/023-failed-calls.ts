import { type Kysely, sql } from 'kysely';
import { type Draft, key, numbers, texts } from './columns.ts';

/** Status and fault of single calls that failed after they had reserved quota; rejections by key and time; open alerts. */
export async function addFailedCalls(db: Kysely<unknown>): Promise<void> {
  const steps = [
    numbers('bot_id', 'status', 'failed_on'),
    texts('request_id', 'fault'),
    key('bot_id', 'request_id'),
  ];
  await steps.reduce((draft, step) => step(draft), db.schema.createTable('failed_call') as Draft).execute();
  await db.schema
    .createIndex('rejection_by_key')
    .on('rejection')
    .columns(['bot_id', 'ledger', 'key_id', 'minute_on'])
    .execute();
  // Open alerts of all bots of a key are read often; few of all alerts are open.
  await sql`create index alert_open on alert (fired_on) where cleared_on is null`.execute(db);
}
