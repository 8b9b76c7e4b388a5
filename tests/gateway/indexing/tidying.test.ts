import { createIndexLoop } from '#gateway/services/index-unit-loop.ts';
import { createSegmentCache } from '#gateway/services/segment-cache.ts';
import { sweepOnce } from '#gateway/services/sweep.ts';
import type { PassageIndex } from '#gateway/ports.ts';
import { buildSegment } from '#gateway/search/build-segment.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addUnit, file } from '../ports/stores.ts';
import { createWorkshop, type Workshop } from './setup.ts';

const DAY = 24 * 60 * 60 * 1000;
let shop: Workshop;
beforeEach(async () => {
  shop = await createWorkshop();
});
afterEach(() => shop.db.close());

describe('sweeping', () => {
  it('empties the bin after thirty days, with the bytes of what was in it', async () => {
    const { blob } = await shop.putFile('a');
    await addUnit(shop, 'قديم', [file('a')]);
    await shop.indexer.runOnce();
    await shop.units.bin(1, 1);
    const sweepAll = async () => {
      for (let round = 0; round < 5; round++) await sweepOnce(shop.ports);
    };
    shop.time.now = new Date(shop.time.now.getTime() + 30 * DAY);
    await sweepAll();
    expect(await shop.blobs.open(blob)).toBeDefined();
    shop.time.now = new Date(shop.time.now.getTime() + 1);
    await sweepAll();
    expect(await shop.blobs.open(blob)).toBeUndefined();
    expect(await shop.jobs.orphanBlobs(5)).toEqual([]);
    for (const table of ['unit', 'source', 'stored_file', 'passage', 'segment', 'generation'] as const)
      expect(await shop.db.read.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(await sweepOnce(shop.ports)).toBe(false);
  });

  it('frees dead reservations and forgets old results', async () => {
    const on = shop.time.now;
    await shop.ledger.grant(1, 'text', 100);
    const entry = { botId: 1, ledger: 'text', keyId: 'k', action: 'answer', amount: 9, on } as const;
    await shop.ledger.reserve({ ...entry, requestId: 'ميت' });
    await shop.idempotency.keep('s', 'k', 'f', 'r', on);
    await shop.contexts.append(1, 'k', [{ role: 'user', content: 'سؤال' }], on);
    shop.time.now = new Date(on.getTime() + 60 * 60 * 1000 + 1);
    await sweepOnce(shop.ports);
    expect((await shop.ledger.state(1, 'text'))?.reserved).toBe(0);
    expect(await shop.idempotency.find('s', 'k')).toBeDefined();
    expect(await shop.contexts.read(1, 'k', new Date(0))).toHaveLength(1);
    shop.time.now = new Date(on.getTime() + DAY + 1);
    await sweepOnce(shop.ports);
    expect(await shop.idempotency.find('s', 'k')).toBeUndefined();
    expect(await shop.contexts.read(1, 'k', new Date(0))).toEqual([]);
  });
});

describe('the loop of an indexer', () => {
  it('sleeps when there is nothing, works when it is woken, survives a failure, and stops', async () => {
    const stopping = new AbortController();
    const idle = Promise.withResolvers<void>();
    const worked = Promise.withResolvers<void>();
    let left = 0;
    let failures = 1;
    const indexer = {
      async runOnce() {
        if (failures-- > 0) throw new Error('القاعدة مشغولة');
        if (left === 0) return false;
        if (--left === 0) worked.resolve();
        return true;
      },
    };
    const sweep = async () => {
      idle.resolve();
      return false;
    };
    // Polling alone would take a minute: only the wake can be what makes it work.
    const loop = createIndexLoop(indexer, sweep, shop.log, { pollMs: 60_000, sweepMs: 60_000 });
    const running = loop.run(stopping.signal);
    loop.wake();
    await idle.promise;
    left = 3;
    loop.wake();
    await worked.promise;
    stopping.abort();
    await running;
    expect(left).toBe(0);
    expect(shop.lines.map(({ event }) => event)).toEqual(['indexer-failed']);
  });
});

describe('the cache of segments', () => {
  const blobs = buildSegment([{ text: 'يعجن الخزاف الطين.', sectionTitle: 'الخزف' }], 'دليل');

  function countReads(read: PassageIndex['readSegment']) {
    const reads: string[] = [];
    const index: PassageIndex = {
      ...shop.index,
      readSegment: (botId, unitId, generation) => {
        reads.push(`${botId}/${unitId}/${generation}`);
        return read(botId, unitId, generation);
      },
    };
    return { reads, index };
  }

  it('reads a segment once a generation, however many ask at once', async () => {
    const { reads, index } = countReads(async () => blobs);
    const cache = createSegmentCache(index, 1e6);
    const unit = (id: number, generation: number | null) => ({ botId: 1, id, generation });
    const opened = await Promise.all([1, 2, 3].map(() => cache.open(unit(1, 1))));
    expect(new Set(opened).size).toBe(1);
    expect(opened[0]?.passageCount).toBe(1);
    await cache.open(unit(1, 2));
    await cache.open(unit(1, 2));
    await cache.open({ botId: 2, id: 1, generation: 2 });
    expect(reads).toEqual(['1/1/1', '1/1/2', '2/1/2']);
    expect(await cache.open(unit(5, null))).toBeUndefined();
  });

  it('stays within its bytes, dropping what was unused for longest', async () => {
    const { reads, index } = countReads(async () => blobs);
    const unit = (id: number) => ({ botId: 1, id, generation: 1 });
    const probe = createSegmentCache(shop.index, 1e6);
    const one = (await createSegmentCache(index, 1e6).open(unit(1)))?.byteLength ?? 0;
    reads.length = 0;
    const cache = createSegmentCache(index, one * 2);
    await cache.open(unit(1));
    await cache.open(unit(2));
    await cache.open(unit(1));
    await cache.open(unit(3));
    expect(cache.size()).toBe(one * 2);
    await cache.open(unit(1));
    await cache.open(unit(2));
    expect(reads).toEqual(['1/1/1', '1/2/1', '1/3/1', '1/2/1']);
    expect(cache.size()).toBe(one * 2);
    expect(probe.size()).toBe(0);
  });

  it('has nothing for what is gone or was made by another version, and asks again', async () => {
    let answer: typeof blobs | undefined = { ...blobs, postings: Uint8Array.from([1, 2, 3, 4]) };
    const { reads, index } = countReads(async () => answer);
    const cache = createSegmentCache(index, 1e6);
    const unit = { botId: 1, id: 1, generation: 1 };
    expect(await cache.open(unit)).toBeUndefined();
    answer = undefined;
    expect(await cache.open(unit)).toBeUndefined();
    answer = blobs;
    expect((await cache.open(unit))?.passageCount).toBe(1);
    expect(reads).toHaveLength(3);
    expect(cache.size()).toBeGreaterThan(0);
  });

  it('forgets a read that failed', async () => {
    let fail = true;
    const { index } = countReads(() => (fail ? Promise.reject(new Error('عطل')) : Promise.resolve(blobs)));
    const cache = createSegmentCache(index, 1e6);
    const unit = { botId: 1, id: 1, generation: 1 };
    await expect(cache.open(unit)).rejects.toThrow('عطل');
    fail = false;
    expect(await cache.open(unit)).toBeDefined();
  });
});
