import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareStatement } from '#gateway/modules/usage/sql/ledger-rows.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { compileOnce } from '#gateway/sql/compile-once.ts';
import type { Queries } from '#gateway/sql/database.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-statements-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a compiled statement is refused once its transaction has ended', async () => {
  const db = await openSqlite(join(folder, 'a.db'));
  const put = prepareStatement(
    (bot: number) => sql`insert into counter (bot_id, name, value) values (${bot}, 'unit', 1)`,
  );
  let ended: Queries | undefined;
  const failing = db.change({ bot: 1 }, async (trx) => {
    ended = trx;
    await put(trx, 901);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await expect(ended && put(ended, 902)).rejects.toThrow(/already/u);
  const rows = await db.read.selectFrom('counter').select('bot_id').where('bot_id', '>', 900).execute();
  expect(rows).toEqual([]);
  await db.close();
});

test('a database that only compiled queries read is closed whole', async () => {
  const db = await openSqlite(join(folder, 'a.db'));
  const botsOf = compileOnce(db.read, (id: number) =>
    db.read.selectFrom('bot').select('id').where('id', '=', id),
  );
  await botsOf(1);
  await db.close();
  expect(readdirSync(folder)).toEqual(['a.db']);
  await expect(botsOf(1)).rejects.toThrow(/finalized/u);
});
