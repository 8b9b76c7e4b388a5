/** Data folders whose files are damaged, missing or of another kind: every command and every start says what to do. */
import {
  closeSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { explainStartFailure } from '#gateway/node/server/settings/explain-start-failure.ts';
import { checkDatabaseThere } from '#gateway/node/storage/data/check-database-there.ts';
import { checkFilesThere } from '#gateway/node/storage/data/check-files-there.ts';
import { dataPaths } from '#gateway/node/storage/data/data-folder.ts';
import { lockDataFolder } from '#gateway/node/storage/data/lock.ts';
import { checkBlobs } from '#gateway/node/storage/data/open-blobs.ts';
import { openDatabase } from '#gateway/node/storage/data/open-database.ts';
import { findKeyFile } from '#gateway/node/storage/disk/key-file.ts';
import { fillData, useFolder } from './backup/data.ts';
import { runCommand } from './terminal.ts';

const parent = useFolder();
const PAGE_BYTES = 4096;
const noise = (length: number) => Buffer.from(Array.from({ length }, (_, index) => (index * 151 + 7) % 256));

/** Overwrites bytes of a file in place. */
function overwrite(file: string, from: number, length: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, noise(length), 0, length, from);
  closeSync(handle);
}

const RESTORE = 'npm run fihrist -- restore <backup>';
/** What is done to the database file, and what must be said of it. */
const DAMAGES: Record<string, [damage: (file: string) => void, start: RegExp]> = {
  'a damaged header': [(file) => overwrite(file, 0, 100), /is damaged \(file is not a database\)/],
  'half of the file': [
    (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
    /is damaged \(database disk image is malformed\)/,
  ],
  'pages overwritten': [
    (file) => {
      for (let index = 1; index < statSync(file).size / PAGE_BYTES; index += 2)
        overwrite(file, index * PAGE_BYTES, PAGE_BYTES);
    },
    /is damaged \(database disk image is malformed\)/,
  ],
  'another text': [(file) => writeFileSync(file, 'نص '.repeat(3000)), /is damaged/],
  'nothing in it': [(file) => truncateSync(file, 0), /has files of earlier data.*is empty/],
  'a folder in its place': [(file) => (rmSync(file), mkdirSync(file)), /is a folder/],
  'a folder as its log': [(file) => mkdirSync(`${file}-wal`), /cannot be opened/],
};

/** The checks of a folder before a server starts, and the printed message of a failure. */
async function start(folder: string): Promise<string> {
  let lock: { release(): void } | undefined;
  try {
    const paths = dataPaths(folder);
    lock = lockDataFolder(paths.folder, paths.lock);
    checkDatabaseThere(paths);
    await checkBlobs({ kind: 'disk', folder: paths.blobs }, paths.blobs, console);
    const db = await openDatabase({ kind: 'sqlite', file: paths.database }, 'gateway');
    await checkFilesThere(db, { kind: 'disk', folder: paths.blobs }).finally(() => db.close());
    await findKeyFile(paths.folder, 'sealing-key');
    return 'started';
  } catch (error) {
    return explainStartFailure(error);
  } finally {
    lock?.release();
  }
}

test.each(Object.entries(DAMAGES))(
  '%s: one line that says what to do, and exit code 1',
  async (_, [damage, said]) => {
    const folder = join(parent(), 'data');
    await fillData(folder);
    damage(join(folder, 'fihrist.sqlite'));
    const started = await start(folder);
    expect(started).toMatch(said);
    expect(started.split('\n')).toHaveLength(1);
    for (const args of [['link'], ['keys', 'list'], ['processes'], ['backup', join(parent(), 'copy')]]) {
      const { code, out, err } = await runCommand([...args, '--data', folder]);
      expect([args, code, out, err.trim().split('\n').length]).toEqual([args, 1, '', 1]);
      expect(err).toMatch(/restore <backup>|can read and write/);
    }
    const checked = await runCommand(['check-data', '--data', folder]);
    expect(checked.err).toMatch(said);
    // A file that cannot be opened need not be damaged.
    expect(checked.code).toBe(/cannot be opened|is a folder/u.test(checked.err) ? 2 : 1);
    const { err } = await runCommand([
      'migrate',
      '--from',
      folder,
      '--to',
      'postgres://nobody@127.0.0.1:1/none',
    ]);
    expect(err.trim().split('\n')).toHaveLength(1);
  },
);

test('is restored as the line says', async () => {
  const [folder, copy] = [join(parent(), 'data'), join(parent(), 'copy')];
  await fillData(folder);
  await runCommand(['backup', copy, '--data', folder]);
  overwrite(join(folder, 'fihrist.sqlite'), 0, 100);
  expect(await start(folder)).toContain(RESTORE);
  renameSync(folder, join(parent(), 'away'));
  expect((await runCommand(['restore', copy, '--data', folder])).code).toBe(0);
  writeFileSync(join(folder, 'sealing-key'), noise(32));
  expect(await start(folder)).toBe('started');
});

test('never begins with an empty database beside the files of another', async () => {
  const folder = join(parent(), 'data');
  await fillData(folder);
  writeFileSync(join(folder, 'sealing-key'), noise(32));
  expect(await start(folder)).toBe('started');
  rmSync(join(folder, 'fihrist.sqlite'));
  expect(await start(folder)).toMatch(/its database fihrist\.sqlite is missing.*FIHRIST_DATABASE/);
  for (const name of ['sealing-key', 'signing-secret']) rmSync(join(folder, name));
  expect(await start(folder)).toMatch(/is missing/);
  rmSync(join(folder, 'blobs'), { recursive: true });
  expect(await start(folder)).toBe('started');
});

test('does not call files lost whose folder is missing', async () => {
  const folder = join(parent(), 'data');
  await fillData(folder);
  writeFileSync(join(folder, 'sealing-key'), noise(32));
  renameSync(join(folder, 'blobs'), join(parent(), 'away'));
  expect(await start(folder)).toMatch(/blobs is missing, and the database names files in it\. Mount it/);
  mkdirSync(join(folder, 'blobs'));
  expect(await start(folder)).toBe('started');
});

test('is no folder, or has folders where files should be', async () => {
  const [folder, file] = [join(parent(), 'data'), join(parent(), 'ملف')];
  writeFileSync(file, 'نص');
  expect(await start(file)).toMatch(/ملف is a file, where a folder should be/);
  expect(await start(join(file, 'data'))).toMatch(/a part of this path is a file/);
  await fillData(folder);
  rmSync(join(folder, 'sealing-key'));
  mkdirSync(join(folder, 'sealing-key'));
  expect(await start(folder)).toMatch(
    /sealing-key should hold a key of 32 bytes, but is a folder\. .*backup/,
  );
  writeFileSync(join(folder, 'lock.sqlite'), noise(PAGE_BYTES));
  expect(await start(folder)).toMatch(/lock\.sqlite is damaged .*It holds no data: remove it/);
});
