import type { Kysely } from 'kysely';
import { type Draft, key, numbers, texts } from './columns.ts';

/** Which blob store the database belongs to, by the id that the store holds too. */
export async function addBlobStore(db: Kysely<unknown>): Promise<void> {
  const draft = db.schema.createTable('blob_store') as Draft;
  await key('name')(numbers('marked')(texts('name', 'id')(draft))).execute();
}
