import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { SQLITE_TYPES } from '#gateway/node/storage/sqlite/sqlite.ts';
import { migrate } from '#gateway/sql/migrate.ts';
import { openOldSchema } from '#tests/support/open-test-database.ts';

test('a unit that an older version indexed is known by the title its segment was built with', async () => {
  const db = await openOldSchema(11);
  for (const [id, title, generation] of [
    [1, 'دليل', 3],
    [2, 'منتظر', null],
  ] as const)
    await sql`
      insert into unit (bot_id, id, created_on, modified_on, last_generation, version, passages, attempts, generation,
        title, title_key, description, title_folded, description_folded, status, binned_aliases)
      values (1, ${id}, 0, 0, 3, 1, 0, 0, ${generation}, ${title}, ${title}, '', '', '', 'ready', '[]')`.execute(
      db,
    );
  await migrate(db, SQLITE_TYPES);
  const { rows } = await sql`select id, indexed_title from unit order by id`.execute(db);
  expect(rows).toEqual([
    { id: 1, indexed_title: 'دليل' },
    { id: 2, indexed_title: null },
  ]);
  await db.destroy();
});
