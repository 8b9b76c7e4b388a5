import type { Kysely } from 'kysely';

/** How many sources a run could not read: without any text, and with that of an earlier reading. Null before. */
export async function addRunOutcomes(db: Kysely<unknown>): Promise<void> {
  for (const name of ['sources_failed', 'sources_kept'])
    await db.schema.alterTable('index_run').addColumn(name, 'bigint').execute();
}
