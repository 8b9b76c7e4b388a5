import { EventEmitter } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createArrivals } from '#gateway/node/server/http/arrivals.ts';

/** Somebody connects in each of so many turns of the event loop. */
function connect(server: EventEmitter, times: number, connected: { count: number }): void {
  if (times === 0) return;
  setImmediate(() => {
    connected.count++;
    server.emit('connection');
    connect(server, times - 1, connected);
  });
}

test('clients that connect one after the other are accepted before the next search, for a limited time', async () => {
  const server = new EventEmitter();
  const arrivals = createArrivals();
  arrivals.watch(server);
  const connected = { count: 0 };
  connect(server, 12, connected);
  await arrivals.settle(60_000);
  expect(connected.count).toBe(12);
  connect(server, 1_000, connected);
  await arrivals.settle(0);
  expect(connected.count).toBeLessThan(20);
});

test('connecting clients get the full time, however long the work before took', async () => {
  const server = new EventEmitter();
  const arrivals = createArrivals();
  arrivals.watch(server);
  const connected = { count: 0 };
  connect(server, 12, connected);
  vi.useFakeTimers({ toFake: ['performance'], now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const settled = arrivals.settle(1);
  // Of a search, in the turn that this began in.
  vi.advanceTimersByTime(60_000);
  await settled;
  expect(connected.count).toBe(12);
});
