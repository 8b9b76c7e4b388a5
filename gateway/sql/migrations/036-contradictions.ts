import type { Kysely } from 'kysely';
import { createTable, key, maybeNumbers, maybeTexts, numbers, texts } from './columns.ts';

/** Statements that say one thing with other numbers, the knowledge that was compared, and files by their bytes. */
export async function addContradictions(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'contradiction',
    numbers('bot_id', 'id', 'found_on', 'newer_unit_id', 'older_unit_id', 'newer_on'),
    texts('identity', 'state', 'newer', 'older'),
    maybeTexts('dismissed_by'),
    maybeNumbers('dismissed_on'),
    key('bot_id', 'id'),
  );
  await createTable(db, 'contradiction_state', numbers('bot_id', 'number', 'next_on'), key('bot_id'));
  await db.schema.createIndex('stored_file_bytes').on('stored_file').columns(['bot_id', 'sha256']).execute();
}
