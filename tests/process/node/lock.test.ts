import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dataPaths } from '#gateway/node/storage/data/data-folder.ts';
import { DataFolderInUseError, lockDataFolder } from '#gateway/node/storage/data/lock.ts';

describe('the lock of a data folder', () => {
  let folder = '';
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'fihrist-')), 'بيانات');
  });
  afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

  test('refuses a second server and says what to do, until the first one lets go', () => {
    const { lock } = dataPaths(folder);
    const first = lockDataFolder(folder, lock);
    expect(() => lockDataFolder(folder, lock)).toThrow(DataFolderInUseError);
    expect(() => lockDataFolder(folder, lock)).toThrow(/Another Fihrist server.*بيانات.*FIHRIST_DATA/);
    first.release();
    first.release();
    lockDataFolder(folder, lock).release();
  });

  // Other systems have no list of locks.
  test.skipIf(process.platform !== 'linux')(
    'names the process that holds it, never an earlier one',
    async () => {
      const { lock } = dataPaths(folder);
      const { child, kill } = await lockInChild(lock);
      expect(() => lockDataFolder(folder, lock)).toThrow(`Another Fihrist server (process ${child.pid}) is`);
      await kill();
      const own = lockDataFolder(folder, lock);
      expect(() => lockDataFolder(folder, lock)).toThrow(
        `Another Fihrist server (process ${process.pid}) is`,
      );
      own.release();
    },
  );

  test('is held by a living process only: SIGKILL frees it', async () => {
    const { lock } = dataPaths(folder);
    const { kill } = await lockInChild(lock);
    expect(() => lockDataFolder(folder, lock)).toThrow(DataFolderInUseError);
    await kill();
    lockDataFolder(folder, lock).release();
  });
});

/** A process of its own that holds the lock until it is killed. */
async function lockInChild(lock: string) {
  const script = `import { lockDataFolder } from '#gateway/node/storage/data/lock.ts';
    lockDataFolder('x', process.argv[1]); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, lock], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { child, kill };
}
