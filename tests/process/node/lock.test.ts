import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dataPaths } from '#gateway/node/data/data-folder.ts';
import { DataFolderInUseError, lockDataFolder } from '#gateway/node/data/lock.ts';

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

  test('is held by a living process only: SIGKILL frees it', async () => {
    const { lock } = dataPaths(folder);
    const script = `import { lockDataFolder } from '#gateway/node/data/lock.ts';
      lockDataFolder('x', process.argv[1]); console.log('held'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, lock], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    expect(() => lockDataFolder(folder, lock)).toThrow(DataFolderInUseError);
    child.kill('SIGKILL');
    await ended;
    lockDataFolder(folder, lock).release();
  }, 30_000);
});
