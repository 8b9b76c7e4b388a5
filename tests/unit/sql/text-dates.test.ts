import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { SQLITE_TYPES } from '#gateway/node/storage/sqlite/sqlite.ts';
import { migrate } from '#gateway/sql/migrate.ts';
import { openOldSchema } from '#tests/support/open-test-database.ts';

test('texts that an older version read are as old as their file or their copy', async () => {
  const db = await openOldSchema(20);
  await sql`insert into stored_file (bot_id, id, path, name, mime, kind, size, sent_size, sha256, blob, created_on)
    values (1, 'f', 'f', 'f', 'text/plain', 'File', 1, 1, '', 'f', 100)`.execute(db);
  for (const [id, fileId, address, passages, fetchedOn, readOn] of [
    [1, 'f', null, 1, null, 500],
    [2, 'lost', null, 1, null, 500],
    [3, 'f', null, 0, null, null],
    [4, null, 'https://example.com/', 1, 200, 500],
    // A copy that waits for a person.
    [5, null, 'https://example.com/', 1, 600, 500],
  ] as const)
    await sql`insert into source (bot_id, id, unit_id, position, file_id, url, former, status, warnings, passages,
      fetched_on, read_on) values (1, ${id}, 1, 0, ${fileId}, ${address}, 0, 'ready', '[]', ${passages}, ${fetchedOn},
      ${readOn})`.execute(db);
  await migrate(db, SQLITE_TYPES);
  const { rows } = await sql<{ read_on: number | null }>`select read_on from source order by id`.execute(db);
  expect(rows.map((row) => row.read_on)).toEqual([100, 500, null, 200, 500]);
  await db.destroy();
});
