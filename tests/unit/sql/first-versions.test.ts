import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { SQLITE_TYPES } from '#gateway/node/storage/sqlite/sqlite.ts';
import { migrate } from '#gateway/sql/migrate.ts';
import { openOldSchema } from '#tests/support/open-test-database.ts';

/** Id, whether it is a former one, passages, date of the text. */
const SOURCES = [
  [1, 0, 2, 50],
  [2, 1, 1, 40],
  [3, 1, 0, null],
  [4, 0, 0, null],
] as const;

test('what a unit answers from at the upgrade becomes its first version, with the sources of that text', async () => {
  const db = await openOldSchema(32);
  for (const [id, title, generation] of [
    [1, 'دليل', 3],
    [2, 'منتظر', null],
  ] as const)
    await sql`
      insert into unit (bot_id, id, created_on, modified_on, last_generation, version, passages, attempts, generation,
        indexed_title, title, title_key, description, title_folded, description_folded, status, binned_aliases)
      values (1, ${id}, 0, 60, 3, 1, 3, 0, ${generation}, ${title}, ${title}, ${title}, '', '', '', 'ready', '[]')`.execute(
      db,
    );
  for (const [id, former, passages, readOn] of SOURCES)
    await sql`insert into source (bot_id, id, unit_id, position, former, passages, read_on, status, warnings, file_id)
      values (1, ${id}, 1, ${id}, ${former}, ${passages}, ${readOn}, 'ready', '[]', ${`f${id}`})`.execute(db);

  await migrate(db, SQLITE_TYPES);
  const versions =
    await sql`select unit_id, number, state, passages, generation, indexed_title, text_date, published_on
    from unit_version`.execute(db);
  expect(versions.rows).toEqual([
    {
      unit_id: 1,
      number: 1,
      state: 'live',
      passages: 3,
      generation: 3,
      indexed_title: 'دليل',
      text_date: 40,
      published_on: 60,
    },
  ]);
  const sources =
    await sql`select source_id, passages, reading_id from version_source order by source_id`.execute(db);
  expect(sources.rows).toEqual([
    { source_id: 1, passages: 2, reading_id: null },
    { source_id: 2, passages: 1, reading_id: null },
  ]);
  const units = await sql`select id, live_version from unit order by id`.execute(db);
  expect(units.rows).toEqual([
    { id: 1, live_version: 1 },
    { id: 2, live_version: null },
  ]);
  await db.destroy();
});
