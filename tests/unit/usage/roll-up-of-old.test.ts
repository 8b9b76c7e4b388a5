import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { openSqlite, SQLITE_TYPES } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createSqliteDialect } from '#gateway/node/storage/sqlite/sqlite-dialect.ts';
import { MIGRATIONS, migrate } from '#gateway/sql/migrate.ts';
import { createSqlStores } from '#gateway/stores.ts';

/** A database of the version before roll-ups: settled calls, one call under way, one free call. */
const ENTRIES = `
  insert into ledger_entry (bot_id, request_id, ledger, key_id, action, reserved, reserved_on, settled, settled_on, estimated)
  values
    (1, 'a', 'text', 'ليلى', 'answer', 50, 0, 10, ${Date.parse('2026-11-20T23:59:59.999Z')}, 1),
    (1, 'b', 'text', 'ليلى', 'answer', 50, 0, 20, ${Date.parse('2026-11-21T00:00:00Z')}, 0),
    (1, 'c', 'text', 'ليلى', 'answer', 50, 0, 5, ${Date.parse('2026-11-21T00:30:00Z')}, 1),
    (1, 'd', 'text', 'عمر', 'answer', 50, 0, 0, ${Date.parse('2026-11-21T00:30:00Z')}, 1),
    (1, 'e', 'text', 'عمر', 'answer', 40, ${Date.parse('2026-11-21T01:00:00Z')}, null, null, 0);
  insert into ledger (bot_id, ledger, used, reserved, total) values (1, 'text', 35, 40, 1000);`;

test('the upgrade adds calls settled before roll-ups to the sums', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-'));
  const path = join(folder, 'قديم.sqlite');
  const raw = new DatabaseSync(path);
  const old = new Kysely<unknown>({
    dialect: createSqliteDialect(raw, { readOnly: false, busyTimeoutMs: 1000 }),
  });
  await migrate(old, SQLITE_TYPES, MIGRATIONS.slice(0, 6));
  raw.exec(ENTRIES);
  await old.destroy();

  const db = await openSqlite(path);
  const { usage, ledger } = createSqlStores(db, { now: () => new Date('2026-11-21T02:00:00Z') });
  const all = { botId: 1, ledger: 'text', from: 20261101, to: 20261130 } as const;
  expect((await usage.groups({ ...all, by: 'key' })).items).toEqual([
    { id: 'ليلى', calls: 3, amount: 35, estimated: 15 },
  ]);
  expect((await usage.groups({ ...all, by: 'unit' })).items).toEqual([
    { id: '', calls: 3, amount: 35, estimated: 15 },
  ]);
  expect(await usage.totals({ ...all, step: 'hour' })).toEqual([
    { day: 20261120, hour: 23, calls: 1, amount: 10 },
    { day: 20261121, hour: 0, calls: 2, amount: 25 },
  ]);
  // Caps count from the beginning, and what is under way is given back when it ends.
  const wanted = {
    botId: 1,
    ledger: 'text',
    requestId: 'f',
    keyId: 'ليلى',
    action: 'answer',
    on: new Date(),
  } as const;
  expect(await ledger.reserve({ ...wanted, amount: 16, cap: 50 })).toMatchObject({
    shortage: { of: 'key', used: 35 },
  });
  expect(await ledger.reserve({ ...wanted, amount: 15, cap: 50 })).toEqual({ reserved: true });
  await ledger.settle(1, 'e', { amount: 30, estimated: false });
  expect(
    await ledger.reserve({ ...wanted, requestId: 'g', keyId: 'عمر', amount: 21, cap: 50 }),
  ).toMatchObject({
    shortage: { of: 'key', used: 30, reserved: 0 },
  });
  await db.close();
  rmSync(folder, { recursive: true });
});
