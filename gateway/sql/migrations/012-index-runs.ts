import { type Kysely, sql } from 'kysely';
import { type Draft, key, maybeNumbers, numbers, texts } from './columns.ts';

/** How each run of indexing went, what began the one that is queued, and the titles that segments were built with. */
export async function addIndexRuns(db: Kysely<unknown>): Promise<void> {
  const steps = [
    numbers('bot_id', 'unit_id', 'id', 'queued_on'),
    maybeNumbers('started_on', 'read_on'),
    numbers('settled_on', 'attempts'),
    texts('cause', 'status'),
    key('bot_id', 'unit_id', 'id'),
  ];
  const draft = db.schema.createTable('index_run') as Draft;
  await steps.reduce((table, step) => step(table), draft).execute();
  await db.schema
    .alterTable('index_job')
    .addColumn('cause', 'text', (column) => column.notNull().defaultTo('registered'))
    .execute();
  await db.schema.alterTable('unit').addColumn('indexed_title', 'text').execute();
  // Until now a new title queued its unit, so a segment has the title of its unit or is about to.
  await sql`update unit set indexed_title = title where generation is not null`.execute(db);
}
