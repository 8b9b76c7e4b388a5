import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import { createSqlStores, type SqlStores } from '#gateway/stores.ts';
import { addFile, addUnit, file, publish } from '#tests/support/stores.ts';

const on = new Date('2026-11-21T09:00:00Z');
let folder: string;
let path: string;
let db: SqlDatabase;
let stores: SqlStores;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-'));
  path = join(folder, 'test.sqlite');
  db = await openSqlite(path);
  stores = createSqlStores(db, { now: () => on });
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

/** Removes until it has told of so many slices, and is killed in the middle of the next. */
async function removeAndDie(slices: number): Promise<void> {
  const entry = fileURLToPath(new URL('./removing-process.ts', import.meta.url));
  const child: ChildProcess = fork(entry, [path], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let remaining = slices;
  child.on('message', () => {
    if (--remaining === 0) child.kill('SIGKILL');
  });
  await new Promise((resolve) => child.once('exit', resolve));
  expect(remaining).toBeLessThanOrEqual(0);
}

async function rowsOf(botId: number): Promise<number> {
  const counts = await Promise.all(
    (['unit', 'source', 'passage', 'generation', 'segment', 'stored_file', 'ledger'] as const).map((table) =>
      db.read
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .where('bot_id', '=', botId)
        .executeTakeFirstOrThrow(),
    ),
  );
  return counts.reduce((sum, { rows }) => sum + rows, 0);
}

test('a removal whose process is killed again and again is gone on with, and loses no blob of another', async () => {
  for (const botId of [1, 2]) {
    await stores.bots.createIfMissing({ id: botId, name: `بوت ${botId}` }, on);
    await stores.ledger.grant(botId, 'text', 100);
    for (let index = 0; index < 12; index += 1) {
      await addFile(stores, `${botId}-${index}`, { botId, path: `${botId}/${index}` });
      await addUnit(stores, `وحدة ${index}`, [file(`${botId}-${index}`)], botId);
      await publish(
        stores,
        Array.from({ length: 250 }, (_, number) => `فقرة ${number}`),
      );
    }
  }
  const before = [await rowsOf(1), await rowsOf(2)];
  expect(before[1]).toBe(before[0]);
  const begun = await stores.bots.beginRemoval(2, on);
  expect(begun).toMatchObject({ removal: { units: 12, passages: 3000, files: 12, blobs: 12 } });

  const seen: number[] = [];
  for (const slices of [1, 4, 7]) {
    await removeAndDie(slices);
    seen.push(await rowsOf(2));
  }
  expect(seen.toSorted((a, b) => b - a)).toEqual(seen);
  expect(seen[0]).toBeLessThan(before[1] ?? 0);
  expect(seen.at(-1)).toBeGreaterThan(0);

  expect(await stores.bots.removals()).toEqual([{ id: 2, removedOn: on }]);
  while (await stores.bots.removeSlice(2));
  expect([await rowsOf(1), await rowsOf(2)]).toEqual([before[0], 0]);
  const orphans = await stores.orphans.list(100);
  expect(orphans.toSorted()).toEqual(
    Array.from({ length: 12 }, (_, index) => `blob-of-2-${index}`).toSorted(),
  );
});
