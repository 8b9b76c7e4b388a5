import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DamagedValueError } from '#gateway/core/errors.ts';
import { createIndexLoop } from '#gateway/modules/units/services/indexing/index-loop.ts';
import { addUnit, file } from '#tests/support/stores.ts';
import { sweepOnce } from '#tests/support/sweep.ts';
import { createWorkshop, type Workshop } from './setup.ts';

const DAY = 24 * 60 * 60 * 1000;
let shop: Workshop;
beforeEach(async () => {
  shop = await createWorkshop();
});
afterEach(() => shop.db.close());

describe('sweeping', () => {
  test('goes on behind work that fails, and says so at the end', async () => {
    const refused = vi.spyOn(shop.blobs, 'list').mockRejectedValue(new Error('access denied'));
    const swept = vi.spyOn(shop.ports.jobs, 'sweepGenerations');
    await expect(sweepOnce(shop.ports)).rejects.toThrow('access denied');
    expect(swept).toHaveBeenCalled();
    refused.mockRestore();
  });

  test('empties the bin after thirty days, with the bytes of what was in it', async () => {
    const { blob } = await shop.putFile('a');
    await addUnit(shop, 'قديم', [file('a')]);
    await shop.indexer.runOnce();
    await shop.units.moveToBin(1, 1);
    const sweepAll = async () => {
      for (let round = 0; round < 5; round++) await sweepOnce(shop.ports);
    };
    shop.time.now = new Date(shop.time.now.getTime() + 30 * DAY);
    await sweepAll();
    expect(await shop.blobs.open(blob)).toBeDefined();
    shop.time.now = new Date(shop.time.now.getTime() + 1);
    await sweepAll();
    expect(await shop.blobs.open(blob)).toBeUndefined();
    expect(await shop.orphans.list(5)).toEqual([]);
    for (const table of [
      'unit',
      'source',
      'stored_file',
      'passage',
      'segment',
      'segment_part',
      'generation',
    ] as const)
      expect(await shop.db.read.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(await sweepOnce(shop.ports)).toBe(false);
  });

  test('keeps units that are restored while the bin is emptied', async () => {
    await addUnit(shop, 'قديم');
    await shop.units.moveToBin(1, 1);
    shop.time.now = new Date(shop.time.now.getTime() + 31 * DAY);
    const units: typeof shop.units = {
      ...shop.units,
      async binnedBefore(before, limit) {
        const due = await shop.units.binnedBefore(before, limit);
        for (const { botId, id } of due) await shop.units.restore(botId, id);
        return due;
      },
    };
    await sweepOnce({ ...shop.ports, units });
    expect(await shop.units.get(1, 1)).toMatchObject({ title: 'قديم' });
  });

  test('frees dead reservations and forgets old results', async () => {
    const on = shop.time.now;
    await shop.ledger.grant(1, 'text', 100);
    const entry = { botId: 1, ledger: 'text', keyId: 'k', action: 'answer', amount: 9, on } as const;
    await shop.ledger.reserve({ ...entry, requestId: 'ميت' });
    await shop.idempotency.save('s', 'k', 'f', 'r', on);
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
  test('sleeps without work, works when woken, survives a failure, and stops', async () => {
    const stopping = new AbortController();
    const idle = Promise.withResolvers<void>();
    const worked = Promise.withResolvers<void>();
    let failuresLeft = 0;
    const failures = [new Error('القاعدة مشغولة'), new DamagedValueError('{"hosts": [')];
    const damages: unknown[] = [];
    const indexer = {
      async runOnce() {
        const failure = failures.shift();
        if (failure) throw failure;
        if (failuresLeft === 0) {
          idle.resolve();
          return false;
        }
        if (--failuresLeft === 0) worked.resolve();
        return true;
      },
    };
    // Polling alone would take a minute: only the wake can be what makes it work.
    const onDamage = (error: unknown) => damages.push(error);
    const loop = createIndexLoop(indexer, { log: shop.log, onDamage }, { pollMs: 60_000 });
    const running = loop.run(stopping.signal);
    while (failures.length > 0) {
      loop.wake();
      await setImmediate();
    }
    loop.wake();
    await idle.promise;
    failuresLeft = 3;
    loop.wake();
    await worked.promise;
    stopping.abort();
    await running;
    expect(failuresLeft).toBe(0);
    // Damage goes to the damage counter, which logs it once.
    expect(shop.lines.map(({ event }) => event)).toEqual(['indexer-failed']);
    expect(damages).toMatchObject([{ name: 'DamagedValueError' }]);
  });
});
