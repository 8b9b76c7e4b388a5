import { type Kysely, sql } from 'kysely';

/**
 * The blob that the hash of a page's copy is of: the version before replaces the copy and leaves the hash, which is then
 * that of another one.
 */
export async function nameHashedBlob(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('source').addColumn('fetched_sha256_of', 'text').execute();
  await sql`update source set fetched_sha256_of = fetched_blob where fetched_sha256 is not null`.execute(db);
}
