import type { Kysely } from 'kysely';
import { type Draft, key, numbers, texts } from './columns.ts';

/** What several processes share: their names, wrong keys by network address, and what their secrets must agree with. */
export async function addFleet(db: Kysely<unknown>): Promise<void> {
  const create = async (table: string, ...steps: ((draft: Draft) => Draft)[]) => {
    await steps.reduce((draft, step) => step(draft), db.schema.createTable(table) as Draft).execute();
  };
  // Processes of the version before write none of these.
  await db.schema.alterTable('process').addColumn('name', 'text').execute();
  await db.schema.alterTable('process').addColumn('version', 'text').execute();
  await db.schema.alterTable('process').addColumn('heard_since', 'bigint').execute();
  await create('login_attempt', texts('network'), numbers('wrong', 'last_on'), key('network'));
  await create('secret_fingerprint', texts('name', 'fingerprint'), key('name'));
}
