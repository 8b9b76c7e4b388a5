import type { Kysely } from 'kysely';

/** The kinds of accidents that a person accepted for good of an address. */
export async function addAcceptedAlways(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('source').addColumn('accepted_always', 'text').execute();
}
