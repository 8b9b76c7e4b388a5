import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFailureCounter } from '#gateway/modules/usage/services/failure-counter.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';

const CALL = {
  botId: 1,
  status: 429,
  fault: 'too-many-calls',
  action: 'answer',
  keyId: 'ليلى',
  ledger: 'text',
} as const;

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway();
});
afterEach(async () => {
  vi.useRealTimers();
  await gateway.close();
});
const stored = () => gateway.ports.usage.failures({ botId: 1, from: 20261101, to: 20261231 });

test('a burst is written once, some seconds later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const addFailures = vi.spyOn(gateway.ports.usage, 'addFailures');
  const failures = createFailureCounter(gateway.ports);
  for (let index = 0; index < 1000; index++) failures.record(CALL);
  expect(await stored()).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_000);
  await expect.poll(() => stored()).toMatchObject([{ status: 429, count: 1000 }]);
  failures.record(CALL);
  await failures.flush();
  expect(await stored()).toMatchObject([{ count: 1001 }]);
  expect(addFailures).toHaveBeenCalledTimes(2);
});

test('kinds beyond the memory limit are counted together, and no failure is lost', async () => {
  const failures = createFailureCounter(gateway.ports);
  for (let index = 0; index < 2500; index++) failures.record({ ...CALL, keyId: `key-${index}` });
  const addFailures = vi.spyOn(gateway.ports.usage, 'addFailures');
  await failures.flush();
  expect(addFailures.mock.calls[0]?.[0]).toHaveLength(2001);
  expect(await stored()).toMatchObject([{ status: 429, count: 2500 }]);
});

test('what cannot be written is said in the log, and later ones are counted', async () => {
  const failures = createFailureCounter(gateway.ports);
  const addFailures = vi.spyOn(gateway.ports.usage, 'addFailures').mockRejectedValueOnce(new Error('full'));
  failures.record(CALL);
  await failures.flush();
  expect(gateway.lines).toContainEqual(expect.objectContaining({ event: 'failure-counts-not-written' }));
  addFailures.mockRestore();
  failures.record(CALL);
  await failures.flush();
  expect(await stored()).toMatchObject([{ count: 1 }]);
});
