import { expect, test } from 'vitest';
import type { Job, JobKey, JobLease } from '#gateway/modules/jobs/model.ts';
import type { JobChoice } from '#gateway/modules/jobs/ports/job-queue.ts';
import {
  dropJob,
  finishJob,
  isHeld,
  type NewJob,
  queueJob,
  releaseJob,
} from '#gateway/modules/jobs/sql/job-rows.ts';
import { NO_LOCK } from '#gateway/sql/database.ts';
import { createSqlStores } from '#gateway/stores.ts';
import { describeStores, later } from '#tests/support/stores.ts';

const LEASE = 30_000;
const MINUTE = 60_000;

describeStores('JobQueue', (stores) => {
  const now = () => stores().time.now.getTime();
  const add = (subject: string, job: Partial<NewJob> = {}) => {
    const botId = job.botId ?? 1;
    return stores().db.change({ bot: botId }, (trx) =>
      queueJob(trx, { kind: 'deliver', ...job, botId, subject }, now()),
    );
  };
  const key = (subject: string, botId = 1): JobKey => ({ botId, kind: 'deliver', subject });
  const tryLease = (choice?: JobChoice, owner = 'x') => stores().queue.lease('deliver', LEASE, choice, owner);
  async function lease(choice?: JobChoice, owner = 'x'): Promise<JobLease> {
    const job = await tryLease(choice, owner);
    if (!job) throw new Error('no job is free');
    return job;
  }
  const subjects = (jobs: readonly Job[]) => jobs.map(({ subject }) => subject);
  async function drain(choice?: JobChoice): Promise<string[]> {
    const taken: string[] = [];
    for (let job = await tryLease(choice); job; job = await tryLease(choice)) taken.push(job.subject);
    return taken;
  }

  test('is leased by one owner at a time, with what it was queued with', async () => {
    const id = await add('رسالة', { resource: 'w1', size: 12, payload: { url: 'https://مثال.test' } });
    expect(await lease()).toEqual({
      ...key('رسالة'),
      id,
      queuedOn: stores().time.now,
      dueOn: new Date(now() + LEASE),
      priority: 0,
      tries: 1,
      owner: 'x',
      lease: 1,
      stage: '',
      resource: 'w1',
      size: 12,
      progress: null,
      reason: null,
      payload: { url: 'https://مثال.test' },
    });
    expect(await tryLease({}, 'y')).toBeUndefined();
    expect(await stores().queue.lease('chore', LEASE)).toBeUndefined();
  });

  test('belongs to whoever leased it last', async () => {
    const { queue, db } = stores();
    await add('أ');
    const first = await lease();
    later(stores(), LEASE);
    // By the same process: it outlived its lease, and looks again.
    const second = await lease();
    expect(second).toMatchObject({ tries: 2, lease: 2, id: first.id });
    expect(await queue.renewLease(first, LEASE, 0.5)).toBe(false);
    expect(await queue.release(first, { delayMs: 0, as: 'failed' })).toBe(false);
    expect(await queue.finish(first)).toBe(false);
    expect(await queue.renewLease(second, 2 * LEASE, 0.5)).toBe(true);
    later(stores(), LEASE);
    expect(await tryLease()).toBeUndefined();
    expect(await queue.get(key('أ'))).toMatchObject({ state: 'running', progress: 0.5, owner: 'x' });
    // Queued again, the job is another one.
    await add('أ');
    expect(await db.change({ bot: 1 }, (trx) => isHeld(trx, second))).toBe(false);
    expect(await db.change({ bot: 1 }, (trx) => finishJob(trx, second))).toBe(false);
    const third = await lease();
    expect(third.id).not.toBe(first.id);
    expect(third.tries).toBe(1);
    expect(await db.change({ bot: 1 }, (trx) => finishJob(trx, third))).toBe(true);
    expect(await queue.list({}, { offset: 0, limit: 9 })).toEqual({ items: [], total: 0 });
  });

  test('keeps its place when it is queued again', async () => {
    await add('أول');
    later(stores(), 10);
    await add('ثان');
    later(stores(), 10);
    await add('أول');
    expect(await drain()).toEqual(['أول', 'ثان']);
  });

  test('takes bots in turn, and within a bot what waits longest', async () => {
    for (const subject of ['1أ', '1ب', '1ج']) {
      await add(subject);
      later(stores(), 1);
    }
    await add('2أ', { botId: 2 });
    await add('2ب', { botId: 2 });
    expect(await drain()).toEqual(['1أ', '2أ', '1ب', '2ب', '1ج']);
  });

  test('takes what a person put first, and last what nobody waits for', async () => {
    await add('تحديث', { priority: 1 });
    await add('عادي', { botId: 2 });
    await add('مقدم', { botId: 2 });
    expect(await stores().queue.putFirst(key('مقدم', 2))).toBe(true);
    expect(await stores().queue.putFirst(key('غائب'))).toBe(false);
    expect(await drain()).toEqual(['مقدم', 'عادي', 'تحديث']);
  });

  test('takes bots in turn, however much of one bot is put first', async () => {
    for (const subject of ['1أ', '1ب', '1ج']) await add(subject);
    for (const subject of ['1ب', '1ج']) await stores().queue.putFirst(key(subject));
    for (const botId of [2, 3]) await add(`${botId}أ`, { botId });
    await add('0أ', { botId: 0 });
    expect(await drain()).toEqual(['1ب', '2أ', '3أ', '0أ', '1ج', '1أ']);
  });

  test('comes behind those of one more minute after a try in vain, and not behind all that ever comes', async () => {
    const { queue } = stores();
    await add('قاتل');
    await queue.release(await lease(), { delayMs: 0, as: 'failed', reason: { code: 'r', parameters: {} } });
    later(stores(), 30_000);
    await add('بريء');
    later(stores(), 40_000);
    await add('متأخر');
    expect(await queue.get(key('قاتل'))).toMatchObject({ tries: 1, reason: { code: 'r' } });
    expect(await drain()).toEqual(['بريء', 'قاتل', 'متأخر']);
    // A job that kills its worker is not released.
    later(stores(), LEASE);
    expect(await drain()).toEqual(['بريء', 'قاتل', 'متأخر']);
  });

  test('waits as long as it was released for', async () => {
    const { queue, db } = stores();
    await add('أ');
    await queue.release(await lease(), { delayMs: 5000, as: 'none' });
    expect(await tryLease()).toBeUndefined();
    expect(await queue.msUntilDue('deliver')).toBe(5000);
    expect(await queue.get(key('أ'))).toMatchObject({ state: 'scheduled', tries: 0 });
    later(stores(), 5000);
    const job = await lease();
    expect(job.tries).toBe(1);
    await db.change({ bot: 1 }, (trx) =>
      releaseJob(trx, job, { delayMs: 1000, as: 'failed' }, now(), { payload: { n: 1 }, size: 3 }),
    );
    expect(await queue.get(key('أ'))).toMatchObject({ state: 'retrying', payload: { n: 1 }, size: 3 });
    later(stores(), 1000);
    expect(await queue.msUntilDue('deliver')).toBeNull();
    // Done, and coming again: as if queued then.
    await queue.release(await lease(), { delayMs: MINUTE, as: 'done' });
    expect(await queue.get(key('أ'))).toMatchObject({
      tries: 0,
      reason: null,
      queuedOn: new Date(now() + MINUTE),
    });
  });

  test('is chosen by stage, resource, size, tries and bot', async () => {
    const { queue, bots } = stores();
    await add('كبير', { size: 2000, resource: 'a' });
    await add('صغير', { size: 10, resource: 'b' });
    await add('مجهول', { resource: 'a' });
    await add('جلب', { stage: 'fetch' });
    expect((await lease({ stage: 'fetch' })).subject).toBe('جلب');
    expect((await lease({ maxSize: 100 })).subject).toBe('صغير');
    expect(await tryLease({ maxSize: 100 })).toBeUndefined();
    expect(await tryLease({ busyResources: ['a', 'c'] })).toBeUndefined();
    expect((await lease({ only: { botId: 1, subject: 'مجهول' } })).subject).toBe('مجهول');
    await queue.release(await lease(), { delayMs: 0, as: 'failed' });
    expect(await tryLease({ onlyFirstTries: true })).toBeUndefined();
    expect(await tryLease({ onlyActiveBots: true })).toBeUndefined();
    await bots.createIfMissing({ id: 1, name: 'بوت' }, stores().time.now);
    expect((await lease({ onlyActiveBots: true })).subject).toBe('كبير');
  });

  test('is not begun while its kind is paused, of its bot or of every bot', async () => {
    const { queue } = stores();
    await add('أ');
    await add('ب', { botId: 2 });
    await queue.pause(1, 'deliver');
    await queue.pause(1, 'deliver');
    expect(await queue.pauses()).toEqual([{ botId: 1, kind: 'deliver', pausedOn: stores().time.now }]);
    const running = await lease();
    expect(running.botId).toBe(2);
    await queue.pause(0, 'deliver');
    await queue.resume(1, 'deliver');
    expect(await tryLease()).toBeUndefined();
    // What is under way goes on.
    expect(await queue.renewLease(running, LEASE)).toBe(true);
    const states = async (state: 'paused' | 'running' | 'waiting') =>
      subjects((await queue.list({ state }, { offset: 0, limit: 9 })).items);
    expect([await states('paused'), await states('running'), await states('waiting')]).toEqual([
      ['أ'],
      ['ب'],
      [],
    ]);
    await queue.resume(0, 'deliver');
    expect((await lease()).subject).toBe('أ');
  });

  test('can be tried again at once, unless it is under way', async () => {
    const { queue } = stores();
    await add('7');
    const job = await lease();
    expect(await queue.retry(key('7'))).toBe(false);
    await queue.release(job, { delayMs: MINUTE, as: 'failed', reason: { code: 'r', parameters: {} } });
    expect(await queue.retry(key('7'))).toBe(true);
    expect(await queue.retry(key('غائب'))).toBe(false);
    expect(await lease()).toMatchObject({ tries: 1, reason: null });
  });

  test('is dropped by the module whose work it is', async () => {
    const { db } = stores();
    await add('أ', { payload: [1] });
    const job = await lease();
    const drop = () => db.change({ bot: 1 }, (trx) => dropJob(trx, key('أ')));
    expect(await drop()).toMatchObject({ id: job.id, payload: [1] });
    expect(await drop()).toBeUndefined();
    expect(await stores().queue.renewLease(job, LEASE)).toBe(false);
  });

  test('is done while its kind is paused, where it raises alerts or frees what dead processes hold', async () => {
    const { queue } = stores();
    for (const subject of ['alerts.check', 'files.blobs'])
      await queue.ensure({ botId: 0, kind: 'chore', subject }, { stage: 's' });
    await queue.pause(0, 'chore');
    const chores = await queue.list({ kind: 'chore' }, { offset: 0, limit: 9 });
    expect(new Map(chores.items.map(({ subject, state }) => [subject, state]))).toEqual(
      new Map([
        ['alerts.check', 'waiting'],
        ['files.blobs', 'paused'],
      ]),
    );
    const job = await queue.lease('chore', LEASE, { stage: 's' });
    expect(job?.subject).toBe('alerts.check');
    expect(await queue.lease('chore', LEASE, { stage: 's' })).toBeUndefined();
    // Only what a pause does not hold back is late.
    const counts = await queue.countByKind();
    expect(counts.find(({ kind }) => kind === 'chore')?.oldestOn).toBeNull();
  });

  test('is put first for one time', async () => {
    const { queue } = stores();
    const chore: JobKey = { botId: 0, kind: 'chore', subject: 'files.blobs' };
    await queue.ensure(chore, { stage: 's' });
    await queue.putFirst(chore);
    const job = await queue.lease('chore', LEASE, { stage: 's' });
    if (job) await queue.release(job, { delayMs: 0, as: 'done' });
    expect(await queue.get(chore)).toMatchObject({ priority: 0 });
  });

  test('is queued once where it only has to be there', async () => {
    const { queue } = stores();
    const chore: JobKey = { botId: 0, kind: 'chore', subject: 'files.blobs' };
    expect(await queue.ensure(chore, { stage: 's', delayMs: 10 })).toBe(true);
    expect(await queue.ensure(chore, { stage: 's' })).toBe(false);
    expect(await queue.lease('chore', LEASE, { stage: 's' })).toBeUndefined();
    later(stores(), 10);
    const lease = await queue.lease('chore', LEASE, { stage: 's' });
    expect(lease).toMatchObject({ subject: 'files.blobs', owner: '' });
    // A chore always comes again.
    expect(await queue.cancel(chore)).toBe(false);
  });

  test('is free again once its process is dead, unless it has none', async () => {
    const { queue, db } = stores();
    const live = createSqlStores(db, { now: () => stores().time.now }, 'live');
    await live.processes.beat('server');
    for (const subject of ['حي', 'ميت', 'بلا']) await add(subject, { kind: 'embed' });
    const leaseOf = (owner?: string) => queue.lease('embed', LEASE, {}, owner);
    await leaseOf('live');
    await leaseOf('dead');
    await leaseOf();
    expect(await queue.releaseAbandoned('deliver')).toEqual([]);
    const released = await queue.releaseAbandoned();
    expect(released).toEqual([expect.objectContaining({ botId: 1, kind: 'embed' })]);
    expect(await leaseOf('live')).toMatchObject({ subject: released[0]?.subject, tries: 2 });
    expect(await queue.releaseAbandoned()).toEqual([]);
  });

  test('is listed: what is under way first, then the line, page by page', async () => {
    const { queue } = stores();
    await add('ث', { priority: 1 });
    await add('ب', { botId: 2 });
    later(stores(), 1);
    await add('ج', { kind: 'embed' });
    await add('د', { dueOn: now() + MINUTE });
    await add('أ', { botId: 3, stage: 's' });
    await lease({ stage: 's' });
    const page = async (offset: number, limit: number, filter = {}) => {
      const { items, total } = await queue.list(filter, { offset, limit });
      return [subjects(items).join(''), total];
    };
    expect(await page(0, 9)).toEqual(['أبدجث', 5]);
    expect(await page(0, 2)).toEqual(['أب', 5]);
    expect(await page(1, 2)).toEqual(['بد', 5]);
    expect(await page(4, 2)).toEqual(['ث', 5]);
    expect(await page(0, 9, { kind: 'embed' })).toEqual(['ج', 1]);
    expect(await page(0, 9, { botIds: [1] })).toEqual(['دجث', 3]);
    expect(await page(0, 9, { kind: 'deliver', botIds: [1], state: 'waiting' })).toEqual(['ث', 1]);
    expect(await page(0, 9, { state: 'scheduled' })).toEqual(['د', 1]);
    expect(await page(0, 9, { state: 'waiting' })).toEqual(['بجث', 3]);
    expect(await page(0, 9, { state: 'retrying' })).toEqual(['', 0]);
    expect(await queue.countByKind()).toEqual([
      { kind: 'deliver', waiting: 3, running: 1, oldestOn: new Date(now() - 1) },
      { kind: 'embed', waiting: 1, running: 0, oldestOn: stores().time.now },
    ]);
  });

  test('is taken once by workers that look at the same moment', async () => {
    for (let n = 1; n <= 12; n++) await add(`${n}`, { botId: 1 + (n % 3) });
    const taken = await Promise.all(Array.from({ length: 20 }, (_, n) => tryLease({}, `${n}`)));
    const names = taken.flatMap((job) => job?.subject ?? []);
    expect(new Set(names).size).toBe(names.length);
    names.push(...(await drain()));
    expect(names).toHaveLength(12);
    await stores().db.change(NO_LOCK, (trx) => trx.deleteFrom('job').execute());
  });
});
