import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { restoreBackup } from '#gateway/node/operate/backup/restore-backup.ts';
import { takeBackup } from '#gateway/node/operate/backup/take-backup.ts';
import { checkRestored, dataPaths } from '#gateway/node/storage/data/data-folder.ts';
import { DataFolderInUseError, lockDataFolder } from '#gateway/node/storage/data/lock.ts';
import { blobPath, fillData, openData, TEXTS, useFolder } from './data.ts';

const folder = useFolder();
const data = () => join(folder(), 'data');
const saved = () => join(folder(), 'نسخة');
const restored = () => join(folder(), 'restored');

let keys: string[] = [];
beforeEach(async () => {
  keys = await fillData(data());
  await takeBackup(data(), saved());
});

const manifestOf = () =>
  JSON.parse(readFileSync(join(saved(), 'manifest.json'), 'utf8')) as Record<string, unknown>;
const changeManifest = (change: Record<string, unknown>) =>
  writeFileSync(join(saved(), 'manifest.json'), JSON.stringify({ ...manifestOf(), ...change }));

describe('restoring', () => {
  test('makes a data folder that holds the same rows, files and secrets', async () => {
    await restoreBackup(saved(), restored());
    expect(
      readdirSync(restored())
        .filter((name) => !name.startsWith('lock'))
        .toSorted(),
    ).toEqual(['blobs', 'fihrist.sqlite', 'sealing-key', 'signing-secret']);
    expect(readFileSync(join(restored(), 'sealing-key'), 'utf8')).toBe('bytes of sealing-key');
    expect(statSync(join(restored(), 'signing-secret')).mode & 0o777).toBe(0o600);
    const open = await openData(restored());
    expect(
      await open.stores.units.list(1, { offset: 0, limit: 9, sort: { by: 'title', descending: false } }),
    ).toMatchObject({
      items: [{ title: 'دليل الموظف' }],
    });
    for (const [index, key] of keys.entries()) {
      const blob = await open.blobs.open(key);
      expect(await new Response(blob?.stream as BodyInit).text()).toBe(TEXTS[index]);
    }
    await open.db.close();
  });

  test.each([
    [
      'a blob with other bytes',
      () => writeFileSync(join(saved(), blobPath(keys[1] ?? '')), 'سياسة السفر!'),
      () => keys[1],
    ],
    [
      'a blob of the same length',
      () => writeFileSync(join(saved(), blobPath(keys[2] ?? '')), 'English guidE'),
      () => keys[2],
    ],
    ['a missing blob', () => rmSync(join(saved(), blobPath(keys[0] ?? ''))), () => keys[0]],
    [
      'a cut database',
      () =>
        writeFileSync(
          join(saved(), 'fihrist.sqlite'),
          readFileSync(join(saved(), 'fihrist.sqlite')).subarray(0, 9000),
        ),
      () => 'fihrist.sqlite',
    ],
    ['another secret', () => writeFileSync(join(saved(), 'signing-secret'), 'x'), () => 'signing-secret'],
    [
      'a link in place of a file',
      () => {
        rmSync(join(saved(), 'signing-secret'));
        symlinkSync('/etc/hostname', join(saved(), 'signing-secret'));
      },
      () => 'signing-secret',
    ],
  ])('refuses %s by name, and puts nothing in place', async (_, damage, name) => {
    damage();
    await expect(restoreBackup(saved(), restored())).rejects.toThrow(new RegExp(`is damaged: .*${name()}`));
    expect(readdirSync(restored()).filter((entry) => !entry.startsWith('lock'))).toEqual([]);
  });

  test('refuses a manifest that is cut, leads out of the folder, or lacks a file', async () => {
    changeManifest({
      files: [...(manifestOf()['files'] as object[]), { path: '../../x', size: 1, sha256: 'a'.repeat(64) }],
    });
    await expect(restoreBackup(saved(), restored())).rejects.toThrow(
      /manifest.json is not as it was written/,
    );
    rmSync(saved(), { recursive: true });
    await takeBackup(data(), saved());
    const files = (manifestOf()['files'] as { path: string }[]).filter(
      ({ path }) => !path.includes(keys[0] ?? '-'),
    );
    changeManifest({ files });
    await expect(restoreBackup(saved(), restored())).rejects.toThrow(new RegExp(`${keys[0]} is missing`));
    writeFileSync(join(saved(), 'manifest.json'), '{"product": "Fih');
    await expect(restoreBackup(saved(), restored())).rejects.toThrow(
      /manifest.json is not as it was written/,
    );
    rmSync(join(saved(), 'manifest.json'));
    await expect(restoreBackup(saved(), restored())).rejects.toThrow(/is no backup/);
  });

  test('refuses a backup of a newer version', async () => {
    changeManifest({ schema: 9999, version: '9.0.0' });
    await expect(restoreBackup(saved(), restored())).rejects.toThrow(/newer version of Fihrist \(9\.0\.0/);
    changeManifest({ format: 2 });
    await expect(restoreBackup(saved(), restored())).rejects.toThrow(/newer version/);
  });

  test('never overwrites: a folder with files, or in use by a server, stays unchanged', async () => {
    mkdirSync(restored());
    writeFileSync(join(restored(), 'ملف.txt'), 'لا تمسه');
    await expect(restoreBackup(saved(), restored())).rejects.toThrow(/not empty \(ملف.txt\)/);
    expect(readdirSync(restored())).toEqual(['ملف.txt']);
    const paths = dataPaths(data());
    const lock = lockDataFolder(paths.folder, paths.lock);
    await expect(restoreBackup(saved(), data())).rejects.toThrow(DataFolderInUseError);
    lock.release();
    await expect(restoreBackup(saved(), data())).rejects.toThrow(/not empty/);
  });

  test('starts over after a killed restore, whose folder no server opens', async () => {
    cpSync(saved(), join(restored(), 'unfinished-restore'), { recursive: true });
    copyFileSync(join(saved(), 'fihrist.sqlite'), join(restored(), 'unfinished-restore', 'half'));
    expect(() => checkRestored(dataPaths(restored()))).toThrow(/cut off/);
    await restoreBackup(saved(), restored());
    expect(() => checkRestored(dataPaths(restored()))).not.toThrow();
    expect(readdirSync(restored())).not.toContain('unfinished-restore');
    expect(readdirSync(join(restored(), 'blobs'), { recursive: true })).not.toContain('half');
  });
});
