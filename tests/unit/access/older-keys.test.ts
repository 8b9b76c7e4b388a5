import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeKey } from '#gateway/modules/access/services/manage-keys.ts';
import { OPERATOR_PRINCIPAL } from '#gateway/modules/access/services/principal.ts';
import { openSqlite, SQLITE_TYPES } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createSqliteDialect } from '#gateway/node/storage/sqlite/sqlite-dialect.ts';
import { MIGRATIONS, migrate } from '#gateway/sql/migrate.ts';
import { createSqlStores } from '#gateway/stores.ts';

let folder = '';
let path = '';
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-'));
  path = join(folder, 'test.sqlite');
  const writer = new DatabaseSync(path);
  const db = new Kysely<unknown>({
    dialect: createSqliteDialect(writer, { readOnly: false, busyTimeoutMs: 1000 }),
  });
  await migrate(db, SQLITE_TYPES, MIGRATIONS.slice(0, 5));
  await sql`insert into bot (id, name) values (1, 'دليل'), (2, 'فرع'), (3, 'فارغ')`.execute(db);
  await sql`
    insert into api_key (id, hash, prefix, name, role, bots, made_by, created_on) values
      ('o', 'h1', 'fih_abcd', 'متصفح', 'owner', '[1]', 'code', 100),
      ('t', 'h2', 'fih_efgh', 'شاشة', 'tester', '[1]', 'owner', 100)`.execute(db);
  for (const [bot, on] of [
    [1, 500],
    [1, 300],
    [2, 700],
  ])
    await sql`
      insert into unit (bot_id, id, title, title_key, description, title_folded, description_folded, status,
        binned_aliases, created_on, modified_on, last_generation, version, passages, attempts)
      values (${bot}, ${on}, 'أ', 'أ', '', 'ا', '', 'ready', '[]', ${on}, 900, 0, 1, 0, 0)`.execute(db);
  await sql`
    insert into stored_file (bot_id, id, path, name, mime, kind, sha256, blob, size, sent_size, created_on)
    values (2, 'f', 'f', 'دليل.txt', 'text/plain', 'text', '', 'b', 1, 1, 600)`.execute(db);
  await db.destroy();
});
afterEach(() => rmSync(folder, { recursive: true }));

test('an owner key of the previous version covers every bot and names no bot', async () => {
  const db = await openSqlite(path);
  const clock = { now: () => new Date() };
  const stores = createSqlStores(db, clock);
  expect(await stores.keys.byId('o')).toMatchObject({ allBots: true, bots: [], family: 'o' });
  expect(await stores.keys.byId('t')).toMatchObject({ allBots: false, bots: [1] });
  // A sign-in link made the owner's, which belongs to a first owner since.
  const person = { id: 'first-owner', name: 'Owner' };
  expect(await stores.keys.byId('o')).toMatchObject({ person });
  expect(await stores.keys.byId('t')).toMatchObject({ person: null });
  expect(await stores.persons.list()).toMatchObject([{ ...person, role: 'owner', allBots: true }]);
  await expect(
    changeKey({ ...stores, clock }, OPERATOR_PRINCIPAL, null, 'o', { allBots: false }),
  ).rejects.toMatchObject({ code: 'key-without-bots' });
  await db.close();
});

test('a bot of the previous version is as old as its oldest row, or as the upgrade', async () => {
  const before = Date.now();
  const db = await openSqlite(path);
  const bots = await createSqlStores(db, { now: () => new Date() }).bots.all();
  const [first, second, empty] = bots.map(({ createdOn }) => createdOn.getTime());
  expect([first, second]).toEqual([300, 600]);
  expect(empty).toBeGreaterThanOrEqual(before);
  expect(empty).toBeLessThanOrEqual(Date.now());
  await db.close();
});
