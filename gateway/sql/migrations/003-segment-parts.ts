import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#gateway/sql/database.ts';

/** Segments in parts that are read alone. Those of before are rebuilt: see `queueOutdated`. */
export async function splitSegments(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.dropTable('segment').execute();
  const ofUnit = ['bot_id', 'unit_id', 'generation'];
  let segment = db.schema.createTable('segment');
  for (const name of [...ofUnit, 'analyzer_version'])
    segment = segment.addColumn(name, 'bigint', (column) => column.notNull());
  await segment.addPrimaryKeyConstraint('segment_of_unit_key', ofUnit as never[]).execute();
  let part = db.schema.createTable('segment_part');
  for (const name of [...ofUnit, 'part']) part = part.addColumn(name, 'bigint', (column) => column.notNull());
  await part
    .addColumn('bytes', types.bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('segment_part_key', [...ofUnit, 'part'] as never[])
    .execute();
}
