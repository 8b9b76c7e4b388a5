import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GenerationKey, PassageIndex } from '#gateway/modules/units/ports/passages.ts';
import { createPassageIndex } from '#gateway/modules/units/sql/passage-index.ts';
import { openSegmentIndex } from '#gateway/node/storage/data/open-segment-index.ts';
import { cacheSegmentsOnDisk, type SegmentDiskCache } from '#gateway/node/storage/data/segment-disk-cache.ts';
import { openPostgres } from '#gateway/node/storage/postgres/open-postgres.ts';
import { openMemory } from '#tests/support/open-test-database.ts';
import { skipWithout } from '#tests/support/postgres/skip-without.ts';
import { sharedPostgres } from '#tests/support/postgres/test-database.ts';
import { useFolder } from '#tests/unit/node/backup/data.ts';

const KILOBYTE = 1024;

describe('the disk cache of segments', () => {
  let folder = '';
  let caches: SegmentDiskCache[] = [];
  /** Parts that were read from the database. */
  let reads: string[] = [];
  let retired = new Set<number>();
  let lines: string[] = [];
  const contentOf = ({ unitId, generation }: Omit<GenerationKey, 'botId'>, part: number) =>
    new TextEncoder().encode(`وحدة ${unitId}/${generation}/${part} `).slice(0, 16);
  const readSegmentParts: PassageIndex['readSegmentParts'] = (_bot, unitId, generation, parts) => {
    const contents = new Map<number, Uint8Array>();
    for (const part of parts) {
      reads.push(`${unitId}/${generation}/${part}`);
      // No segment here has more than eight parts.
      if (part < 8)
        contents.set(
          part,
          new Uint8Array(KILOBYTE)
            .fill(7, 16)
            .map((byte, index) => contentOf({ unitId, generation }, part)[index] ?? byte),
        );
    }
    return Promise.resolve(contents);
  };
  const index = {
    readSegmentParts,
    async readPartOfUnits(bot: number, part: number, units: readonly Omit<GenerationKey, 'botId'>[]) {
      const postings = new Map<number, Uint8Array>();
      for (const { unitId, generation } of units)
        for (const [, bytes] of await readSegmentParts(bot, unitId, generation, [part]))
          postings.set(unitId, bytes);
      return postings;
    },
    filterCurrent: (keys: readonly GenerationKey[]) =>
      Promise.resolve(keys.filter(({ unitId }) => !retired.has(unitId))),
  } as Partial<PassageIndex> as PassageIndex;
  const log = { debug() {}, info() {}, error() {}, warn: (event: string) => void lines.push(event) };
  const open = (maxBytes = 1024 * KILOBYTE) => {
    const cache = cacheSegmentsOnDisk(index, { file: join(folder, 'segments.sqlite'), maxBytes, log });
    caches.push(cache);
    return cache;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fihrist-'));
    [caches, reads, lines, retired] = [[], [], [], new Set()];
  });
  afterEach(() => {
    for (const cache of caches) cache.close();
    rmSync(folder, { recursive: true });
  });

  test('reads a part of many units from the database once', async () => {
    const { index: cached } = open();
    const units = [1, 2, 3].map((unitId) => ({ unitId, generation: 10 }));
    await cached.readSegmentParts(1, 2, 10, [0]);
    const postings = await cached.readPartOfUnits(1, 0, units);
    expect(postings).toEqual(new Map(units.map((unit) => [unit.unitId, expect.any(Uint8Array)])));
    expect(reads).toEqual(['2/10/0', '1/10/0', '3/10/0']);
    expect(await cached.readPartOfUnits(1, 0, units)).toEqual(postings);
    expect((await cached.readSegmentParts(1, 3, 10, [0])).get(0)).toEqual(postings.get(3));
    expect(reads).toHaveLength(3);
  });

  test('reads a part from the database once, also after a start', async () => {
    const first = open();
    const before = await first.index.readSegmentParts(1, 5, 10, [0, 3]);
    expect(await first.index.readSegmentParts(1, 5, 10, [3, 0, 4])).toEqual(
      new Map([...before, ...(await index.readSegmentParts(1, 5, 10, [4]))]),
    );
    first.close();
    reads = [];
    const second = open();
    expect(await second.index.readSegmentParts(1, 5, 10, [0, 3])).toEqual(before);
    expect(reads).toEqual([]);
    // Another generation, unit or bot is something else, and what is not stored is asked for again.
    await second.index.readSegmentParts(1, 5, 11, [0]);
    await second.index.readSegmentParts(2, 5, 10, [0]);
    await second.index.readSegmentParts(1, 5, 10, [99]);
    await second.index.readSegmentParts(1, 5, 10, [99]);
    expect(reads).toEqual(['5/11/0', '5/10/0', '5/10/99', '5/10/99']);
    expect(lines).toEqual([]);
  });

  test('stays within its bytes, evicts the least recently used file first, and remembers the order', async () => {
    const first = open(20 * KILOBYTE);
    for (const unit of [1, 2, 3]) await first.index.readSegmentParts(1, unit, 10, [0, 1, 2, 3, 4]);
    await first.index.readSegmentParts(1, 1, 10, [0]);
    first.close();
    const second = open(20 * KILOBYTE);
    await second.index.readSegmentParts(1, 4, 10, [0, 1, 2, 3, 4]);
    expect(second.size()).toBeLessThanOrEqual(20 * KILOBYTE);
    reads = [];
    for (const unit of [1, 3, 4]) await second.index.readSegmentParts(1, unit, 10, [0]);
    expect(reads).toEqual([]);
    await second.index.readSegmentParts(1, 2, 10, [0]);
    expect(reads).toEqual(['2/10/0']);
    for (let unit = 10; unit < 60; unit += 1) await second.index.readSegmentParts(1, unit, 10, [0, 1, 2]);
    second.close();
    expect(statSync(join(folder, 'segments.sqlite')).size).toBeLessThan(60 * KILOBYTE);
  });

  test('keeps no segment that is larger than the whole cache', async () => {
    const cache = open(2 * KILOBYTE);
    await cache.index.readSegmentParts(1, 1, 10, [0, 1, 2, 3]);
    expect(cache.size()).toBe(0);
    expect((await cache.index.readSegmentParts(1, 1, 10, [0, 1])).size).toBe(2);
  });

  test('drops what was removed from the database', async () => {
    const cache = open();
    for (const unit of [1, 2]) await cache.index.readSegmentParts(1, unit, 10, [0, 1]);
    const whole = cache.size();
    retired.add(2);
    await cache.dropRetired();
    expect(cache.size()).toBe(whole / 2);
    reads = [];
    await cache.index.readSegmentParts(1, 1, 10, [0]);
    await cache.index.readSegmentParts(1, 2, 10, [0]);
    expect(reads).toEqual(['2/10/0']);
  });

  test('takes a damaged part for a missing one, and makes a damaged file again', async () => {
    const file = join(folder, 'segments.sqlite');
    const first = open();
    const before = await first.index.readSegmentParts(1, 1, 10, [0, 1]);
    first.close();
    const database = new DatabaseSync(file);
    database.exec(`update part set bytes = zeroblob(1024) where part = 1`);
    database.close();
    reads = [];
    const second = open();
    expect(await second.index.readSegmentParts(1, 1, 10, [0, 1])).toEqual(before);
    expect(reads).toEqual(['1/10/1']);
    second.close();

    writeFileSync(file, 'ليس قاعدة بيانات'.repeat(200));
    const third = open();
    expect(await third.index.readSegmentParts(1, 1, 10, [0, 1])).toEqual(before);
    expect(lines).toEqual(['segment-disk-cache-replaced']);
  });

  test('writes a file again whose damage shows when it is read', async () => {
    const file = join(folder, 'segments.sqlite');
    const first = open();
    for (let unit = 1; unit <= 40; unit += 1) await first.index.readSegmentParts(1, unit, 10, [0, 1, 2, 3]);
    first.close();
    const bytes = readFileSync(file);
    bytes.fill(0, 8 * 4096);
    writeFileSync(file, bytes);
    const second = open();
    for (let unit = 1; unit <= 40; unit += 1)
      expect((await second.index.readSegmentParts(1, unit, 10, [0, 1])).size).toBe(2);
    expect(lines).toEqual(['segment-disk-cache-replaced']);
    reads = [];
    await second.index.readSegmentParts(1, 40, 10, [0, 1]);
    expect(reads).toEqual([]);
  });

  test('works without a disk that fails', async () => {
    const cache = cacheSegmentsOnDisk(index, {
      file: join(folder, 'absent/segments.sqlite'),
      maxBytes: KILOBYTE,
      log,
    });
    expect((await cache.index.readSegmentParts(1, 1, 10, [0, 1])).size).toBe(2);
    await cache.dropRetired();
    cache.close();
    expect(lines).toEqual(['segment-disk-cache-replaced', 'segment-disk-cache-off']);
  });
});

describe('the segments of a gateway', () => {
  const folder = useFolder();
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const segmentFiles = () => readdirSync(folder()).filter((name) => name.endsWith('.sqlite'));

  test('are read from a file of the data folder itself, with no second copy', async () => {
    const db = await openMemory();
    const index = createPassageIndex(db);
    const opened = await openSegmentIndex(index, { db, folder: folder(), megabytes: 1, log });
    expect(opened.index).toBe(index);
    expect(opened.disk).toBeUndefined();
    expect(segmentFiles()).toEqual([]);
    await db.close();
  });

  test('are kept apart by database, and only while the cache is on', async ({ skip }) => {
    const server = await skipWithout(sharedPostgres(), skip);
    const open = async (megabytes: number, url: string) => {
      const db = await openPostgres({ url, role: 'test', connections: 2 });
      const opened = await openSegmentIndex(createPassageIndex(db), { db, folder: folder(), megabytes, log });
      opened.close();
      await db.close();
      return segmentFiles();
    };
    const names = [await server.createDatabase(), await server.createDatabase()];
    const urls = names.map((name) => server.url(name)) as [string, string];
    const [first] = await open(1, urls[0]);
    expect(first).toMatch(/^segments-[0-9a-f]{16}\.sqlite$/);
    expect(await open(1, urls[0])).toEqual([first]);
    const [second, ...more] = await open(1, urls[1]);
    expect([second === first, more]).toEqual([false, []]);
    expect(await open(0, urls[1])).toEqual([]);
  });
});
