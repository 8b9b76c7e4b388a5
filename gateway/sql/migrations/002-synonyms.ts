import type { Kysely } from 'kysely';

/** Groups of synonyms: see `tables.ts` for what the columns mean. Ids and the version of all groups are counters. */
export async function addSynonyms(db: Kysely<unknown>): Promise<void> {
  let table = db.schema.createTable('synonym_group');
  for (const name of ['bot_id', 'id', 'created_on', 'modified_on', 'version'] as const)
    table = table.addColumn(name, 'bigint', (column) => column.notNull());
  for (const name of ['expressions', 'keys', 'note', 'folded'] as const)
    table = table.addColumn(name, 'text', (column) => column.notNull());
  await table.addPrimaryKeyConstraint('synonym_group_key', ['bot_id', 'id'] as never[]).execute();
}
