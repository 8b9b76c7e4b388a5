import type { Kysely } from 'kysely';

/** Lists of runs with one band, of all and of one key: a rare band is found without reading the other runs. */
export async function indexRunBands(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, ...columns: string[]) =>
    db.schema.createIndex(name).on('run').columns(columns).execute();
  await index('run_of_band', 'bot_id', 'band', 'asked_on', 'id');
  await index('run_of_family_band', 'bot_id', 'family', 'band', 'asked_on', 'id');
}
