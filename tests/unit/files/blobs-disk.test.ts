import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, mkdir, open, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BlobFiles, createDiskBlobs, removeUnfinished } from '#gateway/node/storage/blobs/disk-blobs.ts';

const TEXT = new TextEncoder().encode('نص يجب ألا يضيع');

describe('blobs on disk', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fihrist-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** The real file operations, writing down what was done to what. */
  function watchedFiles(steps: string[]): BlobFiles {
    const nameOf = (path: string) => relative(folder, path).replace(/[0-9a-f]{32}/, 'KEY') || '.';
    const watch = (handle: FileHandle, path: string) =>
      new Proxy(handle, {
        get(target, property) {
          const value: unknown = Reflect.get(target, property, target);
          if (typeof value !== 'function') return value;
          if (property === 'write' || property === 'sync' || property === 'close')
            return (...args: unknown[]) => {
              steps.push(`${property} ${nameOf(path)}`);
              return Reflect.apply(value, target, args) as unknown;
            };
          return (...args: unknown[]) => Reflect.apply(value, target, args) as unknown;
        },
      });
    return {
      open: async (path, flags) => watch(await open(path, flags), path),
      rename(from, to) {
        steps.push(`rename ${nameOf(from)} -> ${nameOf(to)}`);
        return rename(from, to);
      },
      mkdir: (path) => mkdir(path, { recursive: true }),
    };
  }

  test('writes, syncs, renames, and syncs the folder, in this order, before it acknowledges', async () => {
    const steps: string[] = [];
    const blobs = await createDiskBlobs(join(folder, 'blobs'), watchedFiles(steps));
    // Both new folders and the one above them were made durable first.
    expect(steps.filter((step) => step.startsWith('sync'))).toEqual(['sync blobs', 'sync .']);

    const fans = new Set<string>();
    for (let round = 0; round < 5; round++) {
      steps.length = 0;
      const writer = await blobs.create();
      await writer.write(TEXT);
      expect(steps).toEqual(['write blobs/unfinished/KEY']);
      const { key } = await writer.commit();
      const fan = key.slice(0, 2);
      expect(steps.filter((step) => !step.startsWith('close'))).toEqual([
        'write blobs/unfinished/KEY',
        'sync blobs/unfinished/KEY',
        // A new folder is made durable before a file is moved there.
        ...(fans.has(fan) ? [] : ['sync blobs']),
        `rename blobs/unfinished/KEY -> blobs/${fan}/KEY`,
        `sync blobs/${fan}`,
      ]);
      fans.add(fan);
    }
  });

  test('spreads blobs over folders and resolves keys inside its own folder alone', async () => {
    const blobs = await createDiskBlobs(join(folder, 'blobs'));
    const writer = await blobs.create();
    await writer.write(TEXT);
    const { key } = await writer.commit();
    const path = blobs.pathOf(key) ?? '';
    expect(path).toBe(join(folder, 'blobs', key.slice(0, 2), key));
    expect(new Uint8Array(readFileSync(path))).toEqual(TEXT);
    writeFileSync(join(folder, 'secret'), 'سر');
    for (const foreign of ['../secret', '..', key.toUpperCase(), `${key}/..`, `../${key}`, `${key}\0`])
      expect(blobs.pathOf(foreign)).toBeUndefined();
  });

  test('hides an uncommitted blob, and leaves nothing of an aborted one', async () => {
    const blobs = await createDiskBlobs(join(folder, 'blobs'));
    const writer = await blobs.create();
    await writer.write(TEXT);
    expect(readdirSync(join(folder, 'blobs'))).toEqual(['unfinished']);
    await writer.abort();
    expect(readdirSync(join(folder, 'blobs', 'unfinished'))).toEqual([]);
  });

  test('acknowledges nothing when the folder cannot be synced, and can still be aborted', async () => {
    const steps: string[] = [];
    const files = watchedFiles(steps);
    const failing: BlobFiles = {
      ...files,
      rename: () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
    };
    const blobs = await createDiskBlobs(join(folder, 'blobs'), failing);
    const writer = await blobs.create();
    await writer.write(TEXT);
    await expect(writer.commit()).rejects.toThrow(/no space left/);
    await writer.abort();
    expect(readdirSync(join(folder, 'blobs', 'unfinished'))).toEqual([]);
  });

  test('removes unfinished blobs of a dead process, but no recent ones', async () => {
    const unfinished = join(folder, 'blobs', 'unfinished');
    mkdirSync(unfinished, { recursive: true });
    const [old, young] = [join(unfinished, 'a'.repeat(32)), join(unfinished, 'b'.repeat(32))];
    for (const path of [old, young]) writeFileSync(path, TEXT);
    const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
    utimesSync(old, longAgo, longAgo);
    await createDiskBlobs(join(folder, 'blobs'));
    expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
    expect(existsSync(dirname(old))).toBe(true);
    // The holder of the folder's lock knows that no process is writing.
    await removeUnfinished(join(folder, 'blobs'));
    expect([existsSync(young), existsSync(dirname(old))]).toEqual([false, true]);
    await removeUnfinished(join(folder, 'nowhere'));
  });
});
