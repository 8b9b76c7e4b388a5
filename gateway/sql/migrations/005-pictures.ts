import type { Kysely } from 'kysely';

/** Which picture of a source is being recognised, and of how many. */
export async function addPictures(db: Kysely<unknown>): Promise<void> {
  for (const name of ['picture', 'pictures'])
    await db.schema.alterTable('index_job').addColumn(name, 'bigint').execute();
}
