import { type Kysely, sql } from 'kysely';

/**
 * `read_on` of a source becomes the date of its text: an upload is as old as its file, and a page whose copy was read again
 * later is as old as that copy.
 */
export async function dateTexts(db: Kysely<unknown>): Promise<void> {
  await sql`update source set read_on = coalesce((select created_on from stored_file where
    stored_file.bot_id = source.bot_id and stored_file.id = source.file_id), read_on)
    where file_id is not null and passages > 0`.execute(db);
  await sql`update source set read_on = fetched_on where fetched_on < read_on`.execute(db);
}
