import type { Kysely } from 'kysely';
import { createTable, key, numbers, texts } from './columns.ts';

/** Who holds what: the processes of the database, and the owner of reservations, audit intents and shared tasks. */
export async function addProcesses(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'process', texts('id', 'role'), numbers('started_on', 'seen_on'), key('id'));
  await createTable(db, 'task_owner', texts('task', 'owner'), key('task'));
  // Rows that the version before writes have none, and are freed by age.
  await db.schema.alterTable('ledger_entry').addColumn('owner', 'text').execute();
  await db.schema.alterTable('audit_intent').addColumn('owner', 'text').execute();
  await db.schema.alterTable('schema_version').addColumn('compatible_from', 'bigint').execute();
}
