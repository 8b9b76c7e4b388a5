import type { Kysely } from 'kysely';

/** The health report of each source; those read before have none until they are indexed again. */
export async function addSourceHealth(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('source').addColumn('health', 'text').execute();
}
