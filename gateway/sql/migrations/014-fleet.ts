import type { Kysely } from 'kysely';
import { createTable, key, numbers, texts } from './columns.ts';

/** What several processes share: their names, wrong keys by network address, and what their secrets must agree with. */
export async function addFleet(db: Kysely<unknown>): Promise<void> {
  // Processes of the version before write none of these.
  await db.schema.alterTable('process').addColumn('name', 'text').execute();
  await db.schema.alterTable('process').addColumn('version', 'text').execute();
  await db.schema.alterTable('process').addColumn('heard_since', 'bigint').execute();
  await createTable(db, 'login_attempt', texts('network'), numbers('wrong', 'last_on'), key('network'));
  await createTable(db, 'secret_fingerprint', texts('name', 'fingerprint'), key('name'));
}
