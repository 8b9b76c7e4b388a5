import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Bot } from '#gateway/modules/access/model.ts';
import { createDiskBlobs } from '#gateway/node/storage/blobs/disk-blobs.ts';
import { checkCarriedOver, dataPaths } from '#gateway/node/storage/data/data-folder.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';

let folder = '';
let mask = 0;
beforeEach(() => {
  mask = process.umask(0o022);
  folder = mkdtempSync(join(tmpdir(), 'fihrist-'));
});
afterEach(() => {
  process.umask(mask);
  rmSync(folder, { recursive: true });
});
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test.skipIf(process.platform === 'win32')(
  'only its owner can read a data folder, also one that was left open, and what is written there',
  async () => {
    const data = join(folder, 'بيانات');
    mkdirSync(data, { mode: 0o755 });
    for (const name of ['fihrist.sqlite', 'lock.sqlite']) {
      writeFileSync(join(data, name), '');
      chmodSync(join(data, name), 0o644);
    }
    const paths = dataPaths(data);
    expect([data, paths.database, paths.lock].map(modeOf)).toEqual(['700', '600', '600']);
    const db = await openSqlite(paths.database);
    await createDiskBlobs(paths.blobs);
    expect([`${paths.database}-wal`, paths.blobs].map(modeOf)).toEqual(['600', '700']);
    await db.close();
    expect(modeOf(dataPaths(join(folder, 'جديد')).folder)).toBe('700');
  },
);

test('with data is not left behind by a server whose database is empty', async () => {
  const none = { all: () => Promise.resolve([]) };
  const paths = dataPaths(join(folder, 'بيانات'));
  await checkCarriedOver(paths, none);
  const db = await openSqlite(paths.database);
  await db.close();
  await expect(checkCarriedOver(paths, none)).rejects.toThrow(/بيانات.*npm run fihrist -- migrate --from/);
  await checkCarriedOver(paths, { all: () => Promise.resolve([{ id: 1 } as Bot]) });
});
