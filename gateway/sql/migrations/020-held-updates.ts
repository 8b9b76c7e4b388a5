import type { Kysely } from 'kysely';

/**
 * Of a page: its host, its hash and whether it had a password field when it was last read; the hashes of the copies that
 * a person accepted and rejected; the text of a held update.
 */
export async function addHeldUpdates(db: Kysely<unknown>): Promise<void> {
  for (const column of ['read_page', 'accepted_sha256', 'rejected_sha256', 'held_text'])
    await db.schema.alterTable('source').addColumn(column, 'text').execute();
}
