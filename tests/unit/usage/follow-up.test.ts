/** Calls whose reservation or settlement falls into an outage of the database. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createChargeMeter } from '#gateway/http/charge-meter.ts';
import { createConcurrencyLimiter } from '#gateway/http/concurrency-limiter.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';

const LOST = Object.assign(new Error('lost'), { code: '08006' });
let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway();
});
afterEach(async () => {
  vi.useRealTimers();
  await gateway.close();
});

/** A call whose first use of this method reaches the database or not, and hears nothing in either case. */
function begin(method: 'reserve' | 'settle', reaches: boolean) {
  const { ledger } = gateway.ports;
  let isCut = false;
  const cut = async (...given: never[]): Promise<never> => {
    if (reaches) await (ledger[method] as (...given: never[]) => Promise<unknown>)(...given);
    throw LOST;
  };
  const once = (...given: never[]) => {
    if (isCut) return (ledger[method] as (...given: never[]) => Promise<unknown>)(...given);
    isCut = true;
    return cut(...given);
  };
  return createChargeMeter(
    { ...gateway.ports, ledger: { ...ledger, [method]: once } },
    createConcurrencyLimiter(() => 20),
    {
      botId: 1,
      key: { id: 'k1', name: 'مفتاح', family: 'k1', caps: {} },
      ledger: 'text',
      requestId: 'r1',
      action: 'answer',
      signal: new AbortController().signal,
    },
  );
}
const state = () => gateway.ports.ledger.state(1, 'text');

test.each([
  ['before', false],
  ['after', true],
])('charges what a call cost once, where the connection was lost %s the settlement', async (_, reaches) => {
  const meter = begin('settle', reaches);
  const charge = await meter.begin(100);
  charge.recordCost(40);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await expect(meter.finish()).rejects.toBe(LOST);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await expect.poll(() => state()).toMatchObject({ used: 40, reserved: 0 });
});

test('frees a reservation whose answer was lost', async () => {
  const meter = begin('reserve', true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await expect(meter.begin(100)).rejects.toBe(LOST);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await expect.poll(() => state()).toMatchObject({ used: 0, reserved: 0 });
});
