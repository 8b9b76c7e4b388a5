import type { Kysely } from 'kysely';

/** Hashes of the files that had none, and when the passages of a source were read: they may outlive a later reading. */
export async function addFileHashes(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('source').addColumn('fetched_sha256', 'text').execute();
  await db.schema.alterTable('source').addColumn('read_on', 'bigint').execute();
  await db.schema.alterTable('spoken_audio').addColumn('sha256', 'text').execute();
}
