import type { Kysely } from 'kysely';
import { createTable, key, maybeTexts, numbers, texts } from './columns.ts';

/** Edits of what was read, and which of them each version of a unit has. */
export async function addEdits(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'unit_edit',
    numbers('bot_id', 'unit_id', 'id', 'source_id', 'made_on'),
    texts('kind', 'anchor', 'before', 'after'),
    maybeTexts('author', 'pending'),
    key('bot_id', 'unit_id', 'id'),
  );
  await createTable(
    db,
    'version_edit',
    numbers('bot_id', 'unit_id', 'number', 'edit_id'),
    texts('state'),
    maybeTexts('now'),
    key('bot_id', 'unit_id', 'number', 'edit_id'),
  );
}
