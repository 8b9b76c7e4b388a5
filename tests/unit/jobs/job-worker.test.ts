import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DamagedValueError } from '#gateway/core/errors.ts';
import type { JobKey } from '#gateway/modules/jobs/model.ts';
import { createChoreWorker } from '#gateway/modules/jobs/services/chore-worker.ts';
import { createJobWorker, type JobDefinition } from '#gateway/modules/jobs/services/job-worker.ts';
import { queueJob } from '#gateway/modules/jobs/sql/job-rows.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';

const FAILED = { code: 'internal', parameters: {} };
let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway();
});
afterEach(() => gateway.close());

const later = (ms: number) => {
  gateway.time.now = new Date(gateway.time.now.getTime() + ms);
};
const add = (subject: string, { botId = 1, resource = '' } = {}) =>
  gateway.db.change({ bot: botId }, (trx) =>
    queueJob(trx, { botId, kind: 'embed', subject, resource }, gateway.time.now.getTime()),
  );
const key = (subject: string, botId = 1): JobKey => ({ botId, kind: 'embed', subject });
const get = (subject: string) => gateway.ports.queue.get(key(subject));
const work = (definition: Partial<JobDefinition> & Pick<JobDefinition, 'work'>, damages?: unknown[]) =>
  createJobWorker(
    gateway.ports,
    {
      kind: 'embed',
      concurrency: 2,
      leaseMs: 60_000,
      pollMs: 60_000,
      retryMs: [1000, 5000],
      failure: 'work-failed',
      ...definition,
    },
    (error) => damages?.push(error),
  );

describe('a worker', () => {
  test('does what is due, so many jobs at once, and ends what is finished', async () => {
    for (const subject of ['أ', 'ب', 'ج', 'د']) await add(subject);
    let current = 0;
    let most = 0;
    const done: string[] = [];
    const worker = work({
      async work({ subject }) {
        most = Math.max(most, (current += 1));
        await setImmediate();
        current -= 1;
        done.push(subject);
        return 'finished';
      },
    });
    await worker.runDue();
    expect(done.toSorted()).toEqual(['أ', 'ب', 'ج', 'د']);
    expect(most).toBe(2);
    expect(await gateway.ports.queue.countByKind()).toEqual([]);
  });

  test('tries what failed again, later each time, and not for ever', async () => {
    await add('أ');
    const worker = work({ maxTries: 3, work: () => Promise.reject(new Error('انقطع الاتصال')) });
    await worker.runDue();
    expect(await get('أ')).toMatchObject({ state: 'retrying', tries: 1, reason: FAILED });
    later(999);
    await worker.runDue();
    later(1);
    await worker.runDue();
    expect(await get('أ')).toMatchObject({ tries: 2, dueOn: new Date(gateway.time.now.getTime() + 5000) });
    later(5000);
    await worker.runDue();
    expect(await get('أ')).toBeUndefined();
    // One line for the same failure.
    expect(gateway.lines.filter(({ event }) => event === 'work-failed')).toHaveLength(1);
  });

  test('tells whoever counts damage, and not the log', async () => {
    await add('أ');
    const damages: unknown[] = [];
    await work({ work: () => Promise.reject(new DamagedValueError('{"hosts": [')) }, damages).runDue();
    expect(damages).toMatchObject([{ name: 'DamagedValueError' }]);
    expect(gateway.lines).toEqual([]);
  });

  test('works when woken, gives back what it does when it is stopped, and that was no try', async () => {
    const stopping = new AbortController();
    const began = Promise.withResolvers<void>();
    const worker = work({
      work: (_, signal) =>
        new Promise((_, reject) => {
          began.resolve();
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    });
    const running = worker.run(stopping.signal);
    await add('أ');
    // Polling alone would take a minute.
    worker.wake();
    await began.promise;
    stopping.abort();
    await running;
    expect(await get('أ')).toMatchObject({ state: 'waiting', tries: 0, reason: null });
    expect(gateway.lines).toEqual([]);
  });

  test('ends its work soon after the job was cancelled or queued again', async () => {
    await add('أ');
    const aborted = Promise.withResolvers<void>();
    const worker = work({
      leaseMs: 60,
      work: (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            aborted.resolve();
            resolve('finished');
          });
        }),
    });
    const stopping = new AbortController();
    const running = worker.run(stopping.signal);
    await expect.poll(async () => (await get('أ'))?.state).toBe('running');
    await add('أ');
    await aborted.promise;
    // The outcome of work that was cancelled ends no job of today.
    await expect.poll(async () => (await get('أ'))?.tries).toBe(1);
    stopping.abort();
    await running;
  });

  test('does one job at once, or waits for those under way that use the same resource', async () => {
    await add('أ', { resource: 'w' });
    await add('ب', { resource: 'w' });
    const released = Promise.withResolvers<void>();
    const done: string[] = [];
    const worker = work({
      choose: (running) => ({ busyResources: running.map(({ resource }) => resource) }),
      async work({ subject }) {
        if (subject === 'ب') await released.promise;
        done.push(subject);
        return 'finished';
      },
    });
    const first = worker.runNow({ botId: 1, subject: 'ب', resource: 'w' });
    await expect.poll(async () => (await get('ب'))?.state).toBe('running');
    const second = worker.runNow({ botId: 1, subject: 'ب', resource: 'w' });
    released.resolve();
    await Promise.all([first, second]);
    expect(done).toEqual(['ب']);
    expect(await get('أ')).toMatchObject({ state: 'waiting' });
  });

  test('takes over from a process that died', async () => {
    await add('أ');
    await gateway.ports.queue.lease('embed', 60_000, {}, 'a dead process');
    const tries: number[] = [];
    await work({
      work: async ({ tries: count }) => {
        tries.push(count);
        return 'finished';
      },
    }).runDue();
    expect(tries).toEqual([2]);
  });
});

describe('chores', () => {
  const INTERVAL = 30_000;
  const createWorker = (chores: Record<string, () => Promise<{ count: number; isMore?: boolean }>>) =>
    createChoreWorker(gateway.ports, chores, {
      task: 'sweep',
      intervalMs: INTERVAL,
      failure: 'sweep-failed',
    });

  test('come again after their time, at once where there is more, and behind one that fails', async () => {
    const calls: string[] = [];
    let batches = 2;
    const worker = createWorker({
      'a.refused': () => Promise.reject(new Error('access denied')),
      'b.rows': async () => {
        calls.push('rows');
        return { count: 1, isMore: (batches -= 1) > 0 };
      },
      'c.idle': async () => {
        calls.push('idle');
        return { count: 0 };
      },
    });
    await worker.runDue();
    expect(calls.toSorted()).toEqual(['idle', 'rows', 'rows']);
    later(5000);
    await worker.runDue();
    expect(calls).toHaveLength(3);
    const { items } = await gateway.ports.queue.list({ kind: 'chore' }, { offset: 0, limit: 9 });
    expect(items.map(({ subject, state, tries, reason }) => [subject, state, tries, reason])).toEqual(
      expect.arrayContaining([
        ['a.refused', 'retrying', 2, FAILED],
        ['b.rows', 'scheduled', 0, null],
        ['c.idle', 'scheduled', 0, null],
      ]),
    );
    later(INTERVAL);
    await worker.runDue();
    expect(calls).toHaveLength(5);
    expect(gateway.lines.filter(({ event }) => event === 'sweep-failed')).toHaveLength(1);
  });

  test('wait for no clock that was set back', async () => {
    let calls = 0;
    const worker = createWorker({ 'a.rows': async () => ({ count: (calls += 1) }) });
    await worker.runDue();
    later(-24 * 60 * 60_000);
    await worker.runDue();
    await worker.runDue();
    expect(calls).toBe(2);
  });

  test('are done by one process at a time, and by the next one at once', async () => {
    const calls: string[] = [];
    const chore = (name: string) => ({
      'a.rows': async () => {
        calls.push(name);
        return { count: 0 };
      },
    });
    await createWorker(chore('first')).runDue();
    const { processes } = gateway.ports;
    const second = createChoreWorker(
      { ...gateway.ports, processes: { ...processes, claim: () => Promise.resolve(false) } },
      chore('second'),
      { task: 'sweep', intervalMs: INTERVAL, failure: 'sweep-failed' },
    );
    later(INTERVAL);
    await second.runDue();
    expect(calls).toEqual(['first']);
    await createWorker(chore('third')).runDue();
    await createWorker(chore('fourth')).runDue();
    expect(calls).toEqual(['first', 'third', 'fourth']);
  });
});
