import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#gateway/sql/database.ts';

/**
 * Whether a person switched a unit off, and from and until when it is valid. `next_change_on`: when the clock alone changes
 * that next. The number of each bot that grows with every change of what is searched grows with these columns too.
 */
export async function addValidity(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable('unit')
    .addColumn('is_off', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  for (const column of ['valid_from', 'valid_until', 'next_change_on'])
    await db.schema.alterTable('unit').addColumn(column, 'bigint').execute();
  await db.schema.createIndex('unit_next_change').on('unit').column('next_change_on').execute();
  const columns = 'is_off, valid_from, valid_until, next_change_on';
  const raise = `insert into unit_change (bot_id, number) values (new.bot_id, 1)
    on conflict (bot_id) do update set number = unit_change.number + 1`;
  for (const statement of types.afterEach('unit', `update of ${columns}`, raise, 'unit_validity_changed'))
    await sql.raw(statement).execute(db);
}
