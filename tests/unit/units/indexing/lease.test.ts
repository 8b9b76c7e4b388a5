import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createIndexer } from '#gateway/modules/units/services/indexing/index-unit.ts';
import { accepted, addUnit, FIRST_GENERATION, file } from '#tests/support/stores.ts';
import { createWorkshop, GUIDE, type Workshop } from './setup.ts';

let shop: Workshop;
beforeEach(async () => {
  shop = await createWorkshop({ leaseMs: 60 });
});
afterEach(() => shop.db.close());

const unitOf = async (id: number) => accepted(await shop.units.get(1, id));

/** A reader that stops in the middle until it is told to go on, or is aborted. */
function haltReading(shop: Workshop) {
  const reading = Promise.withResolvers<AbortSignal | undefined>();
  const goOn = Promise.withResolvers<void>();
  shop.world.read = async (_source, signal) => {
    reading.resolve(signal);
    await Promise.race([
      goOn.promise,
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason as Error)),
      ),
    ]);
    return GUIDE;
  };
  return { reading: reading.promise, goOn: goOn.resolve };
}

describe('the lease of a job', () => {
  test('is renewed while a document is being read', async () => {
    await shop.putFile('a');
    const { id } = await addUnit(shop, 'بطيء', [file('a')]);
    const { reading, goOn } = haltReading(shop);
    const done = shop.indexer.runOnce();
    await reading;
    const { due_on: first } = await leaseEnd();
    // The clock of the stores moves on; only a renewal carries the end of the lease along.
    shop.time.now = new Date(shop.time.now.getTime() + 50);
    while ((await leaseEnd()).due_on === first) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await leaseEnd()).due_on).toBe(first + 50);
    goOn();
    await done;
    expect((await unitOf(id)).status).toBe('ready');
  });

  test('lost, stops the reader, writes nothing more and leaves the unit to the new owner', async () => {
    await shop.putFile('a');
    const { id } = await addUnit(shop, 'مسروق', [file('a')]);
    const { reading } = haltReading(shop);
    const first = shop.indexer.runOnce();
    const signal = await reading;
    shop.time.now = new Date(shop.time.now.getTime() + 10_000);
    shop.world.read = async () => GUIDE;
    expect(await createIndexer(shop.ports, { owner: 'two' }).runOnce()).toBe(true);
    await first;
    expect(signal?.aborted).toBe(true);
    expect(await unitOf(id)).toMatchObject({ status: 'ready', generation: FIRST_GENERATION + 10 });
    expect((await shop.index.pagePassages(1, id, FIRST_GENERATION, 0, 5)).total).toBe(0);
    expect(shop.lines.filter(({ event }) => event === 'indexed')).toHaveLength(1);
  });

  test('ends with its run when a person cancels the job', async () => {
    await shop.putFile('a');
    const { id } = await addUnit(shop, 'ملغى', [file('a')]);
    const { reading } = haltReading(shop);
    const done = shop.indexer.runOnce();
    const signal = await reading;
    expect(await shop.queue.cancel({ botId: 1, kind: 'index', subject: String(id) })).toBe(true);
    await done;
    expect(signal?.aborted).toBe(true);
    expect(await unitOf(id)).toMatchObject({
      status: 'failed',
      generation: null,
      sources: [{ status: 'failed', reason: { code: 'cancelled' } }],
    });
    expect(await shop.indexer.runOnce()).toBe(false);
  });

  test('is given back at once when the indexer is stopped', async () => {
    await shop.putFile('a');
    await addUnit(shop, 'موقوف', [file('a')]);
    const { reading } = haltReading(shop);
    const stopping = new AbortController();
    const done = shop.indexer.runOnce(stopping.signal);
    await reading;
    stopping.abort();
    await done;
    await expect(shop.indexer.runOnce(stopping.signal)).rejects.toThrow(/abort/i);
    // Stopping the server time and again is no reason to give a long document up.
    expect(await shop.jobs.lease('two', 1000)).toMatchObject({ unitId: 1, attempt: 1 });
  });

  test('that ends three times without a word makes the unit fail with a reason, and the next one go on', async () => {
    await shop.putFile('a');
    const { id } = await addUnit(shop, 'قاتل', [file('a')]);
    for (let death = 1; death <= 3; death++) {
      expect(await shop.jobs.lease(`dead ${death}`, 1000)).toMatchObject({ unitId: id, attempt: death });
      expect((await unitOf(id)).status).toBe('indexing');
      await shop.jobs.releaseAbandoned();
    }
    expect(await shop.indexer.runOnce()).toBe(true);
    expect((await shop.units.progress(1, [id]))[0]?.reason?.code).toBe('indexing-interrupted');
    expect(await unitOf(id)).toMatchObject({
      status: 'failed',
      sources: [{ status: 'failed', reason: { code: 'indexing-interrupted' } }],
    });
    expect(await shop.indexer.runOnce()).toBe(false);
  });

  test('ends quietly when the unit goes into the bin meanwhile', async () => {
    await shop.putFile('a');
    const { id } = await addUnit(shop, 'محذوف', [file('a')]);
    const { reading } = haltReading(shop);
    const done = shop.indexer.runOnce();
    await reading;
    await shop.units.remove(1, id);
    await done;
    expect(await shop.indexer.runOnce()).toBe(false);
    shop.time.now = new Date(shop.time.now.getTime() + 11 * 60_000);
    while ((await shop.jobs.sweepGenerations(100)) > 0);
    expect(await shop.db.read.selectFrom('generation').selectAll().execute()).toEqual([]);
  });

  function leaseEnd() {
    return shop.db.read.selectFrom('job').select('due_on').executeTakeFirstOrThrow();
  }
});
