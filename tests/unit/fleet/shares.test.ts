/** What servers side by side share: limits of concurrent calls, wrong keys, and the wake signal of an indexer. */

import { afterEach, expect, test } from 'vitest';
import { createGateway } from '#gateway/app.ts';
import { createConcurrencyLimiter } from '#gateway/http/concurrency-limiter.ts';
import { createLoginThrottle } from '#gateway/http/login-throttle.ts';
import { createSharedAttempts } from '#gateway/http/shared-attempts.ts';
import { shareOfLimit } from '#gateway/modules/fleet/services/share-of-limit.ts';
import { createIndexLoop } from '#gateway/modules/units/services/indexing/index-loop.ts';
import { createWaker, wakeBySignals } from '#gateway/node/processes/indexing/wake-indexer.ts';
import type { StoreSignals } from '#gateway/sql/database.ts';
import { createTestGateway, ORIGIN, type TestGateway } from '#tests/support/gateway.ts';

let gateway: TestGateway | undefined;
afterEach(async () => {
  await gateway?.close();
  gateway = undefined;
});

const serverAmong = (ids: readonly string[], ownId: string | null) => ({ ownId, peekServers: () => ids });

test.each([
  [20, ['ب', 'أ', 'ج']],
  [7, ['1', '2', '3', '4', '5']],
  [5, ['x', 'y', 'z', 'w', 'v']],
])('shares of %i add up, in any order of the servers', (limit, ids) => {
  const shares = ids.map((id, index) =>
    shareOfLimit(limit, serverAmong(index % 2 ? ids : ids.toReversed(), id)),
  );
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(limit);
  expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
});

test('a server alone has the whole limit, and one of more servers than the limit has 1', () => {
  expect(shareOfLimit(20, serverAmong(['one'], 'one'))).toBe(20);
  expect(shareOfLimit(20, serverAmong([], 'one'))).toBe(20);
  expect(shareOfLimit(20, serverAmong(['one', 'two'], null))).toBe(20);
  for (const id of ['a', 'b', 'c']) expect(shareOfLimit(2, serverAmong(['a', 'b', 'c'], id))).toBe(1);
});

test('a call beyond the share is refused with the whole limit, and served once another server is gone', () => {
  let ids = ['one', 'two'];
  const limiter = createConcurrencyLimiter(
    () => 3,
    (limit) => shareOfLimit(limit, serverAmong(ids, 'two')),
  );
  limiter.acquire(1, 'مفتاح');
  expect(() => limiter.acquire(1, 'مفتاح')).toThrow(
    expect.objectContaining({ code: 'too-many-calls', parameters: { limit: 3, seconds: 1 } }),
  );
  ids = ['two'];
  limiter.acquire(1, 'مفتاح');
  limiter.acquire(1, 'مفتاح');
  expect(() => limiter.acquire(1, 'مفتاح')).toThrow('too-many-calls');
});

test('wrong keys on two servers count together from the second on, and not at all while one is alone', async () => {
  gateway = await createTestGateway();
  const { ports } = gateway;
  let ids = ['one', 'two'];
  let writes = 0;
  const loginAttempts: typeof ports.loginAttempts = {
    ...ports.loginAttempts,
    add: (...attempts) => ((writes += 1), ports.loginAttempts.add(...attempts)),
  };
  const serverOf = (id: string) => {
    const shared = createSharedAttempts({
      loginAttempts,
      processes: { ...ports.processes, ...serverAmong(ids, id), peekServers: () => ids },
    });
    const throttle = createLoginThrottle(() => 0, shared);
    return async () => {
      const backoff = throttle.reject('198.51.100.7', await throttle.share('198.51.100.7'));
      return 'delayMs' in backoff ? backoff.delayMs : Infinity;
    };
  };
  const [first, two] = [serverOf('one'), serverOf('two')];
  const delays: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) delays.push(await first(), await two());
  // Five are free for an address, whichever server it asks.
  expect(delays).toEqual([0, 0, 0, 0, 0, 250, 500, 1000]);
  expect(writes).toBe(6);
  ids = ['one'];
  await first();
  expect(writes).toBe(6);
});

test('concurrent wrong keys share one write, and a failing database delays no caller', async () => {
  const batches: number[] = [];
  let isBroken = false;
  const shared = createSharedAttempts({
    processes: { ...serverAmong(['one', 'two'], 'one') } as never,
    loginAttempts: {
      async add(attempts) {
        batches.push(attempts.length);
        await Promise.resolve();
        if (isBroken) throw new Error('القاعدة لا تجيب');
        return attempts.map(({ network, wrong }) => ({ network, wrong: wrong + 1 }));
      },
      sweep: () => Promise.resolve(0),
    },
  });
  const counted = await Promise.all(['a', 'b', 'b', 'c'].map((network) => shared.add(network, 1)));
  expect([counted, batches]).toEqual([
    [2, 3, 3, 2],
    [1, 2],
  ]);
  isBroken = true;
  expect(await shared.add('a', 1)).toBe(0);
});

test('a gateway without an indexer wakes that of another process by a signal', async () => {
  const listeners = new Set<() => void>();
  const signals: StoreSignals = {
    async notify() {
      for (const listener of listeners) listener();
    },
    listen(_, onSignal) {
      listeners.add(onSignal);
      return () => listeners.delete(onSignal);
    },
  };
  gateway = await createTestGateway({ ports: () => ({ wakeIndexer: createWaker(undefined, signals) }) });
  const stopping = new AbortController();
  const idle = Promise.withResolvers<void>();
  const leased = Promise.withResolvers<void>();
  const { ports } = gateway;
  const indexer = {
    async runOnce() {
      const job = await ports.jobs.lease('elsewhere', 60_000);
      if (job) leased.resolve();
      else idle.resolve();
      return job !== undefined;
    },
  };
  // Polling alone would take a minute.
  const loop = createIndexLoop(indexer, { log: ports.log, onDamage: () => {} }, { pollMs: 60_000 });
  const endSignals = wakeBySignals(signals, [loop]);
  const running = loop.run(stopping.signal);
  await idle.promise;
  await gateway.addUnit('دليل', 'يفتح المكتب في التاسعة.');
  await leased.promise;
  endSignals();
  expect(listeners.size).toBe(0);
  stopping.abort();
  await running;
});

test('a stopping gateway refuses new calls, while open streams go on until it closes', async () => {
  gateway = await createTestGateway();
  const [stopping, closing] = [new AbortController(), new AbortController()];
  const app = await createGateway(gateway.ports, { stopping: stopping.signal, closing: closing.signal });
  const ask = () => app.request(`${ORIGIN}/api/Capabilities`);
  expect((await ask()).status).toBe(401);
  stopping.abort();
  expect((await ask()).headers.get('x-fault')).toBe('shutting-down');
  expect(closing.signal.aborted).toBe(false);
});
