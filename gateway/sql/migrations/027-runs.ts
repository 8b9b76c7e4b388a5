import type { Kysely } from 'kysely';
import { createTable, key, maybeTexts, numbers, texts } from './columns.ts';

/** Questions that are kept with what came back, and the texts that they share. */
export async function addRuns(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'run',
    numbers('bot_id'),
    texts('id'),
    numbers('asked_on'),
    texts('action', 'outcome'),
    maybeTexts('band'),
    (draft) => draft.addColumn('certainty', 'double precision'),
    texts('key_name', 'family', 'question', 'folded', 'details'),
    key('bot_id', 'id'),
  );
  await createTable(
    db,
    'run_text',
    numbers('bot_id', 'unit_id'),
    texts('hash', 'text'),
    numbers('used_on'),
    key('bot_id', 'unit_id', 'hash'),
  );
  const index = (name: string, table: string, ...columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns).execute();
  await index('run_list', 'run', 'bot_id', 'asked_on', 'id');
  await index('run_of_family', 'run', 'bot_id', 'family', 'asked_on', 'id');
  await index('run_age', 'run', 'asked_on');
  await index('run_text_age', 'run_text', 'used_on');
}
