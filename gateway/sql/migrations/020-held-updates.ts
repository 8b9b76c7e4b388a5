import type { Kysely } from 'kysely';

/**
 * What of a page was read last (where from, its hash, whether it asked for a password), which later copy a person took or
 * refused, by its hash, and the text of one that waits for that.
 */
export async function addHeldUpdates(db: Kysely<unknown>): Promise<void> {
  for (const column of ['read_page', 'accepted_sha256', 'rejected_sha256', 'held_text'])
    await db.schema.alterTable('source').addColumn(column, 'text').execute();
}
