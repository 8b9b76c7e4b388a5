import type { Kysely } from 'kysely';

/** Where a file comes from; null of uploads. */
export async function addFileOrigin(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('stored_file').addColumn('origin', 'text').execute();
}
