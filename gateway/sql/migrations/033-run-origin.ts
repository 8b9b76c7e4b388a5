import type { Kysely } from 'kysely';

/** Whether the dashboard asked, or another program. */
export async function addRunOrigin(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('run')
    .addColumn('origin', 'text', (column) => column.notNull().defaultTo('dashboard'))
    .execute();
  await db.schema
    .createIndex('run_of_origin')
    .on('run')
    .columns(['bot_id', 'origin', 'asked_on', 'id'])
    .execute();
}
