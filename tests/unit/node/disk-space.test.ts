import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { findFullDisk, requireSpace } from '#gateway/core/disk-space.ts';
import { fullStorageOf } from '#gateway/core/errors.ts';
import { createDiskSpace } from '#gateway/node/storage/data/disk-space.ts';

const database = { kind: 'sqlite', file: join(tmpdir(), 'قاعدة.sqlite') } as const;
const blobs = { kind: 'disk', folder: tmpdir() } as const;
/** No disk has as much. */
const PETABYTE_MB = 1024 ** 3;

afterEach(() => {
  vi.useRealTimers();
});

test('the disks of database and files, and how much of them is reserved', async () => {
  const space = createDiskSpace({ database, blobs }, 1);
  expect((await space.read()).map(({ storage }) => storage)).toEqual(['database', 'files']);
  for (const { freeBytes } of await space.read()) expect(freeBytes).toBeGreaterThan(0);
  const full = await findFullDisk(createDiskSpace({ database, blobs }, PETABYTE_MB));
  expect(full).toEqual({ storage: 'database', freeBytes: expect.any(Number) });
  expect(await findFullDisk(createDiskSpace({ database, blobs }, 0), PETABYTE_MB)).toBeUndefined();
  const error: unknown = await requireSpace(space, 1024 ** 5).catch((thrown: unknown) => thrown);
  expect(fullStorageOf(error)).toBe('database');
});

test('is looked at once a second for all who ask, and again after much was written', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const space = createDiskSpace({ database, blobs }, 1);
  const first = space.read();
  space.recordWrite(1);
  vi.advanceTimersByTime(999);
  expect(space.read()).toBe(first);
  vi.advanceTimersByTime(1);
  const second = space.read();
  expect(second).not.toBe(first);
  space.recordWrite(1024 ** 2);
  expect(space.read()).not.toBe(second);
});

test('ignores disks of other machines and unreadable disks', async () => {
  const elsewhere = { kind: 'postgres', url: 'postgres://database.test' } as const;
  const lost = { kind: 'disk', folder: join(tmpdir(), 'fihrist-لا-يوجد') } as const;
  const space = createDiskSpace({ database: elsewhere, blobs: lost }, PETABYTE_MB);
  expect(await space.read()).toEqual([]);
  expect(await findFullDisk(space)).toBeUndefined();
});
