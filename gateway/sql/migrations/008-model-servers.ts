import type { Kysely } from 'kysely';
import { type Draft, key, maybeTexts, numbers, texts } from './columns.ts';

/** Model servers as saved from the settings page. */
export async function addModelServers(db: Kysely<unknown>): Promise<void> {
  const draft = db.schema.createTable('model_server') as Draft;
  const steps = [
    numbers('bot_id', 'changed_on'),
    texts('purpose', 'settings'),
    maybeTexts('sealed_key'),
    key('bot_id', 'purpose'),
  ];
  await steps.reduce((table, step) => step(table), draft).execute();
}
