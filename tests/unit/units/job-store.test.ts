import { describe, expect, test } from 'vitest';
import type { IndexJob } from '#gateway/modules/units/model.ts';
import type { IndexOutcome } from '#gateway/modules/units/ports/jobs.ts';
import { namedBlobs } from '#gateway/node/operate/transfer/transfer-blobs.ts';
import { NO_LOCK } from '#gateway/sql/database.ts';
import { createSqlStores } from '#gateway/stores.ts';
import {
  addFile,
  addUnit,
  describeStores,
  FIRST_GENERATION,
  file,
  later,
  publish,
  skipFetching,
  url,
} from '#tests/support/stores.ts';

const LEASE = 30_000;
const READY: IndexOutcome = { status: 'ready', reason: null, readOn: null, passages: 1, sources: [] };
const passage = (text: string) => ({ ordinal: 0, text, sectionTitle: 'قسم', sourceId: 1 });

const READ = { status: 'ready', reason: null, passages: 0 } as const;

describeStores('JobStore', (stores) => {
  async function lease(owner: string): Promise<IndexJob> {
    const job = await stores().jobs.lease(owner, LEASE);
    if (!job) throw new Error('no job is free');
    return job;
  }

  test('leases the oldest job first, one owner each', async () => {
    const { jobs, units } = stores();
    await addUnit(stores(), 'أ');
    later(stores(), 10);
    await addUnit(stores(), 'ب', undefined, 2);
    expect(await lease('x')).toMatchObject({ botId: 1, unitId: 1, generation: FIRST_GENERATION, attempt: 1 });
    expect(await lease('y')).toMatchObject({ botId: 2, unitId: 1 });
    expect(await jobs.lease('z', LEASE)).toBeUndefined();
    expect((await units.get(1, 1))?.status).toBe('indexing');
    expect((await units.get(1, 1))?.sources[0]?.status).toBe('indexing');
  });

  test('puts failed jobs behind the rest', async () => {
    const { jobs } = stores();
    await addUnit(stores(), 'قاتل');
    await addUnit(stores(), 'بريء');
    expect((await lease('x')).unitId).toBe(1);
    await jobs.releaseAbandoned();
    expect((await lease('y')).unitId).toBe(2);
    expect(await lease('z')).toMatchObject({ unitId: 1, attempt: 2 });
  });

  test('leases units of a few small files before long units, oldest first', async () => {
    const { jobs } = stores();
    const only = { isShort: true };
    const kilobytes = { long: 1_025, half: 512, other: 513, short: 400, late: 1_024 };
    for (const [id, size] of Object.entries(kilobytes)) await addFile(stores(), id, { size: size * 1024 });
    await addUnit(stores(), 'جدول طويل', [file('long')]);
    await addUnit(stores(), 'صفحة', [file('short'), url('https://example.com/صفحة')]);
    await addUnit(stores(), 'كبيرة معًا', [file('half'), file('other')]);
    await addFile(stores(), 'tiny', { size: 1 });
    await addUnit(stores(), 'ملفات كثيرة', Array(6).fill(file('tiny')));
    await addUnit(stores(), 'قصيرة', [file('half'), file('short')]);
    await addUnit(stores(), 'قصيرة أيضًا', [file('late')]);
    const leased = [await jobs.lease('x', LEASE, only), await jobs.lease('y', LEASE, only)];
    expect(leased.map((job) => job?.unitId)).toEqual([5, 6]);
    expect(await jobs.lease('z', LEASE, only)).toBeUndefined();
    expect((await lease('z')).unitId).toBe(1);
  });

  test('reads a unit once its addresses were fetched, with the failed fetches; a second request fetches again', async () => {
    const { jobs, units } = stores();
    const any = { busyHosts: [], onlyFirstTries: false };
    await addUnit(stores(), 'صفحة', [url('https://docs.example.com/صفحة'), url('https://example.org/')]);
    expect(await jobs.lease('x', LEASE)).toBeUndefined();
    expect(await jobs.leaseFetch('x', LEASE, { ...any, busyHosts: ['docs.example.com'] })).toBeUndefined();
    const fetching = await jobs.leaseFetch('x', LEASE, any);
    expect(fetching).toMatchObject({ attempt: 1, fetchHost: 'docs.example.com' });
    expect((await units.progress(1, [1]))[0]).toMatchObject({ status: 'indexing', stage: 'fetching' });
    const failed = [{ sourceId: 2, reason: { code: 'page-timeout', parameters: { seconds: 30 } } }];
    expect(fetching && (await jobs.endFetching(fetching, failed))).toBe(true);
    expect(await jobs.countFetched()).toBe(1);
    expect((await units.progress(1, [1]))[0]).toMatchObject({ status: 'waiting', position: 1 });
    expect(fetching && (await jobs.endFetching(fetching, []))).toBe(false);
    const reading = await lease('y');
    expect(reading).toMatchObject({ attempt: 1, failedFetches: failed });
    expect(await jobs.countFetched()).toBe(0);
    await jobs.release(reading, 0, { counts: true, toFetch: true });
    expect(await jobs.lease('x', LEASE)).toBeUndefined();
    expect(await jobs.leaseFetch('x', LEASE, { ...any, onlyFirstTries: true })).toBeUndefined();
    expect(await jobs.leaseFetch('x', LEASE, any)).toMatchObject({ attempt: 2 });
  });

  test('gives bots turns, however many jobs a bot has queued', async () => {
    for (let unit = 0; unit < 30; unit++) await addUnit(stores(), `صفحة ${unit}`);
    later(stores(), 1_000);
    for (const botId of [2, 3]) await addUnit(stores(), 'ملف', undefined, botId);
    const bots = [await lease('x'), await lease('x'), await lease('x'), await lease('x')];
    expect(bots.map(({ botId }) => botId)).toEqual([1, 2, 3, 1]);
  });

  test('takes a long unit in its turn, and one that was tried in vain, beside a steady flow of short ones', async () => {
    const { jobs } = stores();
    await addFile(stores(), 'long', { size: 100_000_000 });
    await addUnit(stores(), 'سبق أن تعثرت');
    await jobs.release(await lease('x'), 0);
    await addUnit(stores(), 'كتاب طويل', [file('long')]);
    const taken: number[] = [];
    for (let turn = 0; turn < 10; turn++) {
      await addUnit(stores(), `قصيرة ${turn}`);
      later(stores(), 10_000);
      const job = await lease('x');
      taken.push(job.unitId);
      await jobs.settle(job, { ...READY, passages: 0 });
    }
    expect(taken.indexOf(2)).toBe(0);
    expect(taken.indexOf(1)).toBeLessThan(8);
    expect(taken).toContain(1);
  });

  test('gives each of many askers at once another job', async () => {
    for (let unit = 0; unit < 12; unit++) await addUnit(stores(), `وحدة ${unit}`);
    const jobs = await Promise.all(
      Array.from({ length: 20 }, (_, index) => stores().jobs.lease(`${index}`, LEASE)),
    );
    const leased = jobs.flatMap((job) => job?.unitId ?? []);
    expect(leased.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  });

  test('releases at once a job that it could not lease because the bot was busy', async ({ skip }) => {
    skip(!stores().db.canSkipLocked, 'a lease and its generation are one transaction');
    const { db, queue, time } = stores();
    await addUnit(stores(), 'دليل');
    const busy = Object.assign(new Error('مشغولة'), { code: '55P03' });
    const change: typeof db.change = (scopes, work) =>
      scopes === NO_LOCK ? db.change(scopes, work) : Promise.reject(busy);
    const waiting = createSqlStores({ ...db, change }, { now: () => time.now }).jobs;
    await expect(waiting.lease('x', LEASE)).rejects.toBe(busy);
    expect(await queue.countByKind()).toMatchObject([{ kind: 'index', waiting: 1, running: 0 }]);
    expect(await lease('y')).toMatchObject({ attempt: 1, generation: FIRST_GENERATION });
  });

  test('leaves a job that one process leased twice, while its bot was busy, to the later lease', async ({
    skip,
  }) => {
    skip(!stores().db.canSkipLocked, 'a lease and its generation are one transaction');
    const { db, jobs, time } = stores();
    await addUnit(stores(), 'دليل');
    let second: Promise<IndexJob> | undefined;
    const change: typeof db.change = async (scopes, work) => {
      if (scopes !== NO_LOCK && !second) {
        later(stores(), LEASE);
        await (second = lease('x'));
      }
      return db.change(scopes, work);
    };
    const first = await createSqlStores({ ...db, change }, { now: () => time.now }).jobs.lease('x', LEASE);
    expect(first).toBeUndefined();
    const held = await second;
    expect(held).toMatchObject({ attempt: 2 });
    const progress = { stage: 'reading', progress: 0 } as const;
    expect(held && (await jobs.renewLease(held, LEASE, progress))).toBe(true);
  });

  test('leases a job again after its lease expired; the first owner can then write nothing', async () => {
    const { jobs, index, units } = stores();
    await addUnit(stores(), 'أ');
    const first = await lease('x');
    later(stores(), LEASE - 1);
    expect(await jobs.renewLease(first, LEASE, { stage: 'reading', progress: 0.2 })).toBe(true);
    later(stores(), LEASE - 1);
    expect(await jobs.lease('y', LEASE)).toBeUndefined();
    later(stores(), 1);
    const second = await lease('y');
    expect(second.attempt).toBe(2);
    expect(second.generation).toBeGreaterThan(first.generation);

    expect(await jobs.renewLease(first, LEASE, { stage: 'reading', progress: 0.9 })).toBe(false);
    expect(await jobs.settle(first, READY)).toBe(false);
    expect(await jobs.release(first, 0)).toBe(false);
    await expect(index.writePassages(1, 1, first.generation, [passage('متأخر')])).rejects.toThrow(
      /not being written/,
    );
    expect(await units.get(1, 1)).toMatchObject({ status: 'indexing', generation: null });
    expect(await jobs.settle(second, READY)).toBe(true);
    expect(await units.get(1, 1)).toMatchObject({ status: 'ready', generation: second.generation });
    expect(await jobs.settle(second, READY)).toBe(false);
  });

  test('gives back, until a moment; and frees every lease of a dead process', async () => {
    const { jobs, units } = stores();
    await addUnit(stores(), 'أ');
    const job = await lease('x');
    expect(await jobs.release(job, 500)).toBe(true);
    expect(await jobs.lease('y', LEASE)).toBeUndefined();
    later(stores(), 500);
    expect(await lease('y')).toMatchObject({ attempt: 2, generation: FIRST_GENERATION + 1 });
    expect(await jobs.releaseAbandoned()).toBe(1);
    expect(await units.get(1, 1)).toMatchObject({ status: 'waiting' });
    expect(await jobs.releaseAbandoned()).toBe(0);
    expect(await lease('z')).toMatchObject({ attempt: 3, generation: FIRST_GENERATION + 2 });
  });

  test('shows a unit as waiting between two tries, with the try that was in vain', async () => {
    const { jobs, queue, units } = stores();
    await addUnit(stores(), 'أ');
    const reason = { code: 'index-failed', parameters: {} };
    await jobs.release(await lease('x'), 4_000, { counts: true, reason });
    await queue.pause(1, 'index');
    later(stores(), 86_400_000);
    expect((await units.progress(1, [1]))[0]).toMatchObject({
      status: 'waiting',
      position: 1,
      progress: null,
    });
    expect(await units.timeline(1, 1)).toMatchObject({ attempts: 1, runs: [{ status: 'waiting' }] });
  });

  test('loses the lease when the unit is queued again, binned or removed', async () => {
    const { jobs, units } = stores();
    const spoil: ((id: number) => Promise<unknown>)[] = [
      (id) => units.reindex(1, id),
      (id) => units.update(1, id, { sources: [url('https://example.com/جديد')] }),
      (id) => units.moveToBin(1, id),
      (id) => units.remove(1, id),
    ];
    for (const [index, change] of spoil.entries()) {
      const { id } = await addUnit(stores(), `وحدة ${index}`);
      const job = await lease('x');
      expect(job.unitId).toBe(id);
      await change(id);
      expect(await jobs.renewLease(job, LEASE, { stage: 'writing', progress: 1 })).toBe(false);
      expect(await jobs.settle(job, READY)).toBe(false);
      await units.remove(1, id);
    }
  });

  describe('cancelled by a person', () => {
    const key = { botId: 1, kind: 'index', subject: '1' } as const;
    const cancelled = { code: 'cancelled', parameters: {} };

    test('a run under way loses its lease, and its unit goes on with the last good text', async () => {
      const { jobs, units, queue, db } = stores();
      await addUnit(stores(), 'أ');
      await publish(stores(), ['الأول', 'الثاني']);
      await units.reindex(1, 1);
      await skipFetching(stores());
      const job = await lease('x');
      expect(await queue.cancel(key)).toBe(true);
      expect(await jobs.renewLease(job, LEASE, { stage: 'reading', progress: 0.5 })).toBe(false);
      expect(await jobs.settle(job, READY)).toBe(false);
      expect(await units.get(1, 1)).toMatchObject({
        status: 'ready',
        generation: FIRST_GENERATION,
        sources: [{ status: 'ready', reason: null, passages: 2 }],
      });
      expect((await units.timeline(1, 1))?.runs).toMatchObject([
        { cause: 'reindexed', status: 'failed' },
        { cause: 'registered', status: 'ready' },
      ]);
      const retired = await db.read
        .selectFrom('generation')
        .select('generation')
        .where('retired_on', 'is not', null)
        .execute();
      expect(retired).toEqual([{ generation: job.generation }]);
      expect(await jobs.lease('x', LEASE)).toBeUndefined();
    });

    test('a new unit fails with the reason, and can be indexed again', async () => {
      const { units, queue } = stores();
      await addUnit(stores(), 'أ');
      expect(await queue.cancel(key)).toBe(true);
      expect((await units.progress(1, [1]))[0]).toMatchObject({ status: 'failed', reason: cancelled });
      expect((await units.get(1, 1))?.sources).toMatchObject([{ status: 'failed', reason: cancelled }]);
      expect(await queue.cancel(key)).toBe(false);
      await units.reindex(1, 1);
      expect((await units.progress(1, [1]))[0]).toMatchObject({ status: 'waiting', reason: null });
    });

    test('an earlier failure keeps its reason, however often the unit was queued since', async () => {
      const { jobs, units, queue } = stores();
      const reason = { code: 'http-status', parameters: { status: 404 } };
      await addUnit(stores(), 'أ');
      const source = { ...READ, sourceId: 1, status: 'failed' as const, reason, warnings: [], pages: null };
      await jobs.settle(await lease('x'), {
        ...READY,
        status: 'failed',
        reason,
        passages: 0,
        sources: [source],
      });
      await units.reindex(1, 1);
      await units.reindex(1, 1);
      expect((await units.get(1, 1))?.sources).toMatchObject([{ status: 'waiting', reason: null }]);
      await queue.cancel(key);
      expect((await units.progress(1, [1]))[0]).toMatchObject({ status: 'failed', reason });
      expect((await units.get(1, 1))?.sources).toMatchObject([{ status: 'failed', reason }]);
    });

    test('a change of sources fails with the reason, and the former sources answer', async () => {
      const { units, queue } = stores();
      await addUnit(stores(), 'أ');
      await publish(stores(), ['الأول']);
      await units.update(1, 1, { sources: [url('https://example.com/new')] });
      await queue.cancel(key);
      expect((await units.progress(1, [1]))[0]).toMatchObject({
        status: 'failed',
        reason: cancelled,
        earlierIndex: { isOfFormerSources: true },
      });
    });
  });

  test('counts the place in line over all bots, without what is under way', async () => {
    const { units, queue } = stores();
    for (const title of ['أ', 'ب', 'ج', 'د']) {
      await addUnit(stores(), title);
      await addUnit(stores(), title, undefined, 2);
      later(stores(), 10);
    }
    const places = async () =>
      (await units.progress(1, [4, 1, 2, 3])).map(({ unitId, position }) => [unitId, position]);
    expect(Object.fromEntries(await places())).toEqual({ 1: 1, 2: 3, 3: 5, 4: 7 });
    await lease('x');
    expect(Object.fromEntries(await places())).toEqual({ 1: null, 2: 2, 3: 4, 4: 6 });
    await queue.putFirst({ botId: 1, kind: 'index', subject: '4' });
    expect(Object.fromEntries(await places())).toEqual({ 1: null, 2: 3, 3: 5, 4: 1 });
  });

  test('tells how long units wait by the last runs, unless indexing is paused', async () => {
    const { jobs, queue, units } = stores();
    for (const title of ['أ', 'ب', 'ج', 'د', 'ه']) await addUnit(stores(), title);
    const waits = async () => (await units.progress(1, [4, 5])).map(({ waitMs }) => waitMs);
    for (const seconds of [1, 2, 6]) {
      expect(await waits()).toEqual([undefined, undefined]);
      const job = await lease('x');
      later(stores(), seconds * 1000);
      await jobs.settle(job, READY);
    }
    expect(await waits()).toEqual([3_000, 6_000]);
    await queue.pause(1, 'index');
    expect(await waits()).toEqual([undefined, undefined]);
  });

  test('counts the place of a bot with few units by the turns that bots take', async () => {
    const { units, queue } = stores();
    for (let unit = 1; unit <= 6; unit++) await addUnit(stores(), `صفحة ${unit}`);
    later(stores(), 10);
    for (const title of ['ملف', 'ملف آخر']) await addUnit(stores(), title, undefined, 2);
    const places = async (botId: number, ids: number[]) =>
      (await units.progress(botId, ids)).map(({ position }) => position);
    expect([await places(2, [1, 2]), await places(1, [1, 6])]).toEqual([
      [2, 4],
      [1, 6],
    ]);
    await queue.putFirst({ botId: 1, kind: 'index', subject: '6' });
    expect([await places(2, [1, 2]), await places(1, [1, 6])]).toEqual([
      [2, 4],
      [2, 1],
    ]);
    const turns = [await lease('x'), await lease('x'), await lease('x')];
    expect(turns.map(({ botId, unitId }) => [botId, unitId])).toContainEqual([2, 1]);
  });

  test('leaves runs that failed, or ended before they began, out of how long units wait', async () => {
    const { jobs, queue, units } = stores();
    for (let unit = 1; unit <= 7; unit++) await addUnit(stores(), `صفحة ${unit}`);
    for (let run = 0; run < 3; run++) {
      const job = await lease('x');
      later(stores(), 2_000);
      await jobs.settle(job, READY);
    }
    const failed = { ...READY, status: 'failed', reason: { code: 'no-text', parameters: {} } } as const;
    await jobs.settle(await lease('x'), failed);
    for (const subject of ['5', '6']) await queue.cancel({ botId: 1, kind: 'index', subject });
    expect((await units.progress(1, [7]))[0]).toMatchObject({ position: 1, waitMs: 2_000 });
  });

  describe('a job that a gateway of the version before queued', () => {
    const queueOld = (change: object = {}) =>
      stores().db.change({ bot: 1 }, (trx) =>
        trx
          .insertInto('index_job')
          .values({
            bot_id: 1,
            unit_id: 1,
            id: 70,
            queued_on: stores().time.now.getTime(),
            free_on: stores().time.now.getTime(),
            cause: 'reindexed',
            attempt: 0,
            to_fetch: 0,
            ...change,
          })
          .execute(),
      );
    const oldJobs = () => stores().db.read.selectFrom('index_job').select('unit_id').execute();

    test('is taken over with its place, once no worker of that version holds it', async () => {
      const { jobs, time, units, db } = stores();
      await addUnit(stores(), 'أ');
      await publish(stores(), ['نص']);
      const queuedOn = time.now.getTime();
      await queueOld({ free_on: queuedOn + LEASE, lease_owner: 'old', generation: FIRST_GENERATION + 1 });
      await db.change({ bot: 1 }, (trx) =>
        trx
          .insertInto('process')
          .values({ id: 'old', role: 'indexer', started_on: queuedOn, seen_on: queuedOn })
          .execute(),
      );
      expect([await jobs.adoptOld(), await jobs.lease('x', LEASE)]).toEqual([0, undefined]);
      later(stores(), LEASE);
      expect(await jobs.adoptOld()).toBe(1);
      expect(await oldJobs()).toEqual([]);
      expect(await units.get(1, 1)).toMatchObject({ status: 'waiting' });
      await skipFetching(stores());
      const job = await lease('x');
      expect(job).toMatchObject({ unitId: 1, attempt: 1, lease: { queuedOn: new Date(queuedOn) } });
      expect(job.generation).toBeGreaterThan(FIRST_GENERATION);
      expect(await jobs.adoptOld()).toBe(0);
    });

    test('ends when this version queues the unit, and takes a run under way from its worker', async () => {
      const { jobs, units } = stores();
      await addUnit(stores(), 'أ');
      const under = await lease('x');
      await queueOld();
      expect(await jobs.settle(under, READY)).toBe(false);
      expect(await units.get(1, 1)).toMatchObject({ generation: null });
      await units.reindex(1, 1);
      expect(await oldJobs()).toEqual([]);
      await queueOld();
      await units.moveToBin(1, 1);
      expect(await oldJobs()).toEqual([]);
    });

    test('keeps what a worker of that version published during a run of this version', async () => {
      const { jobs, units, queue, db } = stores();
      await addUnit(stores(), 'أ');
      const under = await lease('x');
      const newer = under.generation + 1;
      await db.change({ bot: 1 }, (trx) =>
        trx.updateTable('unit').set({ last_generation: newer, generation: newer, status: 'ready' }).execute(),
      );
      expect(await jobs.settle(under, READY)).toBe(false);
      expect(await units.get(1, 1)).toMatchObject({ generation: newer, status: 'ready' });
      const retired = db.read
        .selectFrom('generation')
        .select('generation')
        .where('retired_on', 'is not', null);
      expect(await retired.execute()).toEqual([{ generation: under.generation }]);
      expect(await queue.countByKind()).toEqual([]);
    });

    test('leaves no job of a unit that it removed', async () => {
      const { jobs, queue, db } = stores();
      await addUnit(stores(), 'أ');
      await db.change({ bot: 1 }, (trx) => trx.deleteFrom('unit').execute());
      expect(await jobs.lease('x', LEASE)).toBeUndefined();
      expect(await queue.countByKind()).toEqual([]);
    });
  });

  test('keeps the last good generation when a later one fails', async () => {
    const { jobs, units, index } = stores();
    await addUnit(stores(), 'أ');
    await publish(stores(), ['الأول']);
    await units.reindex(1, 1);
    await skipFetching(stores());
    const job = await lease('x');
    expect(job.fetchedSince).toEqual(stores().time.now);
    await index.writePassages(1, 1, job.generation, [passage('الثاني')]);
    const reason = { code: 'http-status', parameters: { status: 404 } };
    const source = { sourceId: 1, reason, warnings: [], pages: null, passages: 0 };
    const outcome: IndexOutcome = {
      status: 'failed',
      reason,
      readOn: null,
      passages: 0,
      sources: [{ ...source, status: 'failed' }],
    };
    expect(await jobs.settle(job, outcome)).toBe(true);
    expect(await units.get(1, 1)).toMatchObject({
      status: 'failed',
      generation: FIRST_GENERATION,
      sources: [{ status: 'failed', reason }],
    });
    later(stores(), 11 * 60_000);
    while ((await jobs.sweepGenerations(10)) > 0);
    expect((await index.pagePassages(1, 1, FIRST_GENERATION, 0, 10)).total).toBe(1);
    expect((await index.pagePassages(1, 1, job.generation, 0, 10)).total).toBe(0);
  });

  test('records sources that keep an earlier reading, and finds their units', async () => {
    const { jobs, units, index, time } = stores();
    await addUnit(stores(), 'أ');
    const { health: _, ...before } = {
      health: 0,
      ...(await publish(stores(), ['الأول', 'الثاني'])).sources[0],
    };
    const readOn = time.now;
    later(stores(), 60_000);
    await addUnit(stores(), 'ب');
    await publish(stores(), ['سليم']);
    await units.reindex(1, 1);
    await skipFetching(stores());
    const job = await lease('x');
    const reason = { code: 'unreachable', parameters: {} };
    const source: IndexOutcome['sources'][number] = {
      sourceId: 1,
      reason,
      warnings: [],
      pages: null,
      passages: 2,
      status: 'failed',
    };
    const outcome: IndexOutcome = { ...READY, keepsPublished: true, passages: 0, sources: [source] };
    expect(await jobs.settle(job, outcome)).toBe(true);
    expect(await units.get(1, 1)).toMatchObject({
      status: 'ready',
      generation: FIRST_GENERATION,
      sources: [{ ...before, status: 'failed', reason, passages: 2, readOn }],
    });
    expect(
      (await units.progress(1, [1, 2])).map((state) => [state.failedSources, state.keptSources]),
    ).toEqual([
      [0, 1],
      [0, 0],
    ]);
    expect((await units.progress(1, [1]))[0]).toMatchObject({
      failure: { sourceId: 1, reason },
      earlierIndex: { readOn, isOfFormerSources: false },
      passages: 2,
    });
    const page = { offset: 0, limit: 9, sort: { by: 'title', descending: false } } as const;
    const search = async (query: object) =>
      (await units.list(1, { ...page, ...query })).items.map(({ id }) => id);
    expect(await search({ hasUpdateFailed: true })).toEqual([1]);
    expect(await search({ hasUpdateFailed: false })).toEqual([2]);
    expect(await search({ isPartlyReady: false })).toEqual([1, 2]);
    expect(await units.summary(1)).toMatchObject({
      units: { ready: 2, failed: 0, partlyReady: 0, updateFailed: 1 },
      failures: [{ id: 1, reason, hasUpdateFailed: true, isPartlyReady: false }],
    });
    expect((await units.timeline(1, 1))?.runs[0]).toMatchObject({
      status: 'failed',
      cause: 'reindexed',
      failedSources: 0,
      keptSources: 1,
    });
    // The sources are replaced, and the new sources fail as well.
    await units.update(1, 1, { sources: [url('https://example.com/new')] });
    await skipFetching(stores());
    const next = await lease('y');
    const failed = { ...source, sourceId: (await units.get(1, 1))?.sources[0]?.id ?? 0, passages: 0 };
    await jobs.settle(next, { status: 'failed', reason, readOn: null, passages: 0, sources: [failed] });
    expect((await units.progress(1, [1]))[0]).toMatchObject({
      status: 'failed',
      earlierIndex: { readOn, isOfFormerSources: true },
    });
    expect((await index.pagePassages(1, 1, FIRST_GENERATION, 0, 9)).total).toBe(2);
    expect(await index.segmentVersion(1, 1, FIRST_GENERATION)).toBe(1);
    expect(await index.segmentVersion(1, 1, 3)).toBeUndefined();
  });

  test('sweeps generations in slices, ten minutes after none of the three last versions has them', async () => {
    const { jobs, units, index } = stores();
    await addUnit(stores(), 'أ');
    await publish(
      stores(),
      Array.from({ length: 25 }, (_, index) => `قديم ${index}`),
    );
    for (const text of ['أحدث', 'أحدث منه', 'جديد']) {
      later(stores(), 20 * 60_000);
      expect(await jobs.sweepGenerations(10)).toBe(0);
      await units.reindex(1, 1);
      await publish(stores(), [text]);
    }
    expect(await jobs.sweepGenerations(10)).toBe(0);
    expect((await index.pagePassages(1, 1, FIRST_GENERATION, 0, 1)).total).toBe(25);
    later(stores(), 10 * 60_000 + 1);
    // Three slices of passages, one of the segment's parts; the last part with the rows of segment and generation.
    const swept: number[] = [];
    do swept.push(await jobs.sweepGenerations(10));
    while (swept.at(-1) !== 0);
    expect(swept).toEqual([10, 10, 5, 2, 3, 0]);
    expect(await index.readSegmentParts(1, 1, FIRST_GENERATION, [0, 1, 2])).toEqual(new Map());
    const generation = (await units.get(1, 1))?.generation ?? 0;
    expect(await index.readPassages(1, 1, generation, [0])).toMatchObject([{ text: 'جديد' }]);
  });

  test('stores a fetched copy, and orphans the previous copy', async () => {
    const { jobs, units, orphans } = stores();
    await addUnit(stores(), 'أ');
    const job = await lease('x');
    const sha256 = 'ef'.repeat(32);
    const facts = { mime: 'text/html', charset: 'windows-1256', size: 10, sha256 };
    const page = { ...facts, finalUrl: 'https://example.com/ج' };
    expect(await jobs.saveFetched(job, 1, { ...page, blob: 'one' })).toBe(true);
    expect(await orphans.list(5)).toEqual([]);
    expect(await jobs.saveFetched(job, 1, { ...page, blob: 'two' })).toBe(true);
    expect((await units.get(1, 1))?.sources[0]?.fetched).toEqual({
      ...page,
      blob: 'two',
      on: stores().time.now,
    });
    expect(await orphans.list(5)).toEqual(['one']);
    await units.reindex(1, 1);
    await skipFetching(stores());
    expect(await jobs.saveFetched(job, 1, { ...page, blob: 'three' })).toBe(false);
    expect((await orphans.list(5)).toSorted()).toEqual(['one', 'three']);
    expect((await units.remove(1, 1))?.blobs).toEqual(['two']);
  });

  test('does not apply the hash of one copy to another, which an older version stored', async () => {
    const { jobs, units, db } = stores();
    await addUnit(stores(), 'أ');
    const facts = { mime: 'text/html', charset: null, size: 10, sha256: 'ef'.repeat(32) };
    const page = { ...facts, finalUrl: 'https://example.com/ج' };
    await jobs.saveFetched(await lease('x'), 1, { ...page, blob: 'one' });
    const copyOf = async () => {
      const { blob, sha256 } = (await units.get(1, 1))?.sources[0]?.fetched ?? {};
      return { blob, sha256 };
    };
    const named = async () => {
      const hashes: (string | null)[] = [];
      for await (const { sha256 } of namedBlobs(db.read)) hashes.push(sha256);
      return hashes;
    };
    expect([await copyOf(), await named()]).toEqual([{ blob: 'one', sha256: page.sha256 }, [page.sha256]]);
    // The columns that schema 16 knows.
    await db.change(NO_LOCK, (trx) =>
      trx.updateTable('source').set({ fetched_blob: 'two', fetched_size: 12 }).execute(),
    );
    expect([await copyOf(), await named()]).toEqual([{ blob: 'two', sha256: null }, [null]]);
  });

  test('queues units of another analyzer version, without fetching again', async () => {
    const { jobs, units } = stores();
    await addUnit(stores(), 'أ');
    await addUnit(stores(), 'ب');
    await publish(stores(), ['نص']);
    expect(await jobs.queueOutdated(1, 10)).toBe(0);
    expect(await jobs.queueOutdated(2, 10)).toBe(1);
    expect(await units.get(1, 1)).toMatchObject({ status: 'waiting', generation: FIRST_GENERATION });
    expect(await jobs.queueOutdated(2, 10)).toBe(0);
    expect((await lease('x')).fetchedSince).toBeNull();
  });

  test('leases units that only a newer version wants behind those that people wait for, of every bot', async () => {
    const { jobs, units } = stores();
    for (const title of ['أ', 'ب']) {
      await addUnit(stores(), title);
      await publish(stores(), ['نص']);
    }
    expect(await jobs.queueOutdated(2, 10)).toBe(2);
    expect((await units.summary(1)).updating).toBe(2);
    later(stores(), 10);
    await addUnit(stores(), 'ج');
    await addUnit(stores(), 'د', undefined, 2);
    const positions = (await units.progress(1, [1, 2, 3])).map(({ position }) => position);
    expect([new Set(positions.slice(0, 2)), positions[2]]).toEqual([new Set([3, 4]), 1]);
    const turns = [await lease('x'), await lease('x'), await lease('x')];
    expect(turns.map(({ botId, unitId }) => [botId, unitId])).toEqual([
      [2, 1],
      [1, 3],
      [1, expect.toSatisfy((id: number) => id < 3)],
    ]);
  });

  test('fetches no address for a newer version, and repeats why one had failed', async () => {
    const { jobs, units } = stores();
    await addFile(stores(), 'a');
    await addUnit(stores(), 'أ', [url('https://example.com/a'), file('a')]);
    const reason = { code: 'http-status', parameters: { status: 404 } };
    const fetching = await jobs.leaseFetch('x', LEASE, { busyHosts: [], onlyFirstTries: false });
    if (fetching) await jobs.endFetching(fetching, [{ sourceId: 1, reason }]);
    const job = await lease('x');
    await stores().index.writeSegment(1, 1, job.generation, 1, [new Uint8Array([1])]);
    const sources = [
      { ...READ, sourceId: 1, status: 'failed' as const, reason, warnings: [], pages: null },
      { ...READ, sourceId: 2, reason: null, warnings: [], pages: null, passages: 1 },
    ];
    await jobs.settle(job, { ...READY, sources });
    expect((await units.get(1, 1))?.status).toBe('ready');
    expect(await jobs.queueOutdated(2, 10)).toBe(1);
    expect(await jobs.leaseFetch('x', LEASE, { busyHosts: [], onlyFirstTries: false })).toBeUndefined();
    expect((await lease('x')).failedFetches).toEqual([{ sourceId: 1, reason }]);
  });

  test('queues a ready unit whose segment is gone', async () => {
    const { jobs, units } = stores();
    await addUnit(stores(), 'أ');
    await publish(stores(), ['نص']);
    await stores().db.change({ bot: 1 }, (trx) => trx.deleteFrom('segment').execute());
    expect(await jobs.queueOutdated(1, 10)).toBe(1);
    expect(await units.get(1, 1)).toMatchObject({ status: 'waiting', generation: FIRST_GENERATION });
  });
});
