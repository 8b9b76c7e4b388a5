import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#gateway/sql/database.ts';
import { type Draft, key, numbers, texts } from './columns.ts';

/** Vectors of passages, their vector spaces, and the pauses of embedding. */
export async function addVectors(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const bytes =
    (name: string) =>
    (table: Draft): Draft =>
      table.addColumn(name, types.bytes, (column) => column.notNull());
  const tables: Record<string, readonly ((table: Draft) => Draft)[]> = {
    vector_space: [
      numbers('bot_id', 'id', 'dims'),
      texts('model', 'form'),
      bytes('probe'),
      key('bot_id', 'id'),
    ],
    vector_set: [
      numbers('bot_id', 'unit_id', 'generation', 'space', 'done'),
      key('bot_id', 'unit_id', 'generation', 'space'),
    ],
    vector_part: [
      numbers('bot_id', 'unit_id', 'generation', 'space', 'first', 'count'),
      bytes('bytes'),
      key('bot_id', 'unit_id', 'generation', 'space', 'first'),
    ],
    vector_pause: [numbers('bot_id', 'paused_on'), key('bot_id')],
  };
  for (const [name, steps] of Object.entries(tables)) {
    const draft = db.schema.createTable(name) as Draft;
    await steps.reduce((table, step) => step(table), draft).execute();
  }
}
