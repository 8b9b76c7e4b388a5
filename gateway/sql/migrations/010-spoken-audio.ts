import type { Kysely } from 'kysely';
import { type Draft, key, numbers, texts } from './columns.ts';

/** Sound that was made from text. */
export async function addSpokenAudio(db: Kysely<unknown>): Promise<void> {
  const steps = [
    numbers('bot_id', 'size', 'spoken_on'),
    texts('id', 'blob', 'mime', 'name'),
    key('bot_id', 'id'),
  ];
  const draft = db.schema.createTable('spoken_audio') as Draft;
  await steps.reduce((table, step) => step(table), draft).execute();
  await db.schema.createIndex('spoken_audio_on').on('spoken_audio').column('spoken_on').execute();
}
