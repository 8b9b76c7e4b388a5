import type { Kysely } from 'kysely';
import { type Draft, key, maybeTexts, numbers, texts } from './columns.ts';

/** Edits of what was read, and which of them each version of a unit has. */
export async function addEdits(db: Kysely<unknown>): Promise<void> {
  const create = async (table: string, ...steps: ((draft: Draft) => Draft)[]) => {
    await steps.reduce((draft, step) => step(draft), db.schema.createTable(table) as Draft).execute();
  };
  await create(
    'unit_edit',
    numbers('bot_id', 'unit_id', 'id', 'source_id', 'made_on'),
    texts('kind', 'anchor', 'before', 'after'),
    maybeTexts('author', 'pending'),
    key('bot_id', 'unit_id', 'id'),
  );
  await create(
    'version_edit',
    numbers('bot_id', 'unit_id', 'number', 'edit_id'),
    texts('state'),
    maybeTexts('now'),
    key('bot_id', 'unit_id', 'number', 'edit_id'),
  );
}
