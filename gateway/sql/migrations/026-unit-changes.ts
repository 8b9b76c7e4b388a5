import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#gateway/sql/database.ts';

/**
 * A number of each bot that grows with every change of what is searched, so that gateways may keep the list in memory. The
 * database raises it: a gateway of an earlier version changes units too.
 */
export async function countUnitChanges(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('unit_change')
    .addColumn('bot_id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .execute();
  const raise = (row: 'new' | 'old') =>
    `insert into unit_change (bot_id, number) values (${row}.bot_id, 1)
      on conflict (bot_id) do update set number = unit_change.number + 1`;
  for (const statement of [
    ...types.afterEach('unit', 'update of generation, title, indexed_title, deleted_on', raise('new')),
    ...types.afterEach('unit', 'delete', raise('old')),
  ])
    await sql.raw(statement).execute(db);
}
