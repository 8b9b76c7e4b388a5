import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createForecastCache,
  type forecastLedger,
  forecastLedgers,
  readUsageOfBots,
} from '#gateway/modules/usage/services/forecast-ledgers.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';

const DAY = 86_400_000;
const END = Date.parse('2026-11-21T09:00:00Z');
let gateway: TestGateway;
let looks = 0;
let forecasts: typeof forecastLedger;

async function spend(requestId: string, amount: number): Promise<void> {
  const { ledger } = gateway.ports;
  await ledger.reserve({
    botId: 1,
    ledger: 'text',
    requestId,
    keyId: 'ليلى',
    action: 'answer',
    amount,
    on: gateway.time.now,
  });
  await ledger.settle(1, requestId, { amount, estimated: false });
}

beforeEach(async () => {
  looks = 0;
  forecasts = createForecastCache();
  gateway = await createTestGateway({
    quota: 10_000,
    ports: (ports) => ({
      usage: {
        ...ports.usage,
        totals(query) {
          looks++;
          return ports.usage.totals(query);
        },
      },
    }),
  });
  for (let day = 6; day > 0; day--) {
    gateway.time.now = new Date(END - day * DAY);
    await gateway.ports.ledger.grant(1, 'text', 10_000);
    await spend(`يوم-${day}`, 100 + day);
  }
  gateway.time.now = new Date(END);
});
afterEach(() => gateway.close());

const table = async () => {
  looks = 0;
  const { items } = await readUsageOfBots(
    gateway.ports,
    { bots: [], allBots: true },
    { offset: 0, limit: 25 },
    forecasts,
  );
  return items.find(({ id }) => id === 1)?.ledgers.find(({ ledger }) => ledger === 'text');
};
const alone = async () =>
  (await forecastLedgers(gateway.ports, 1)).find(({ ledger }) => ledger === 'text')?.forecast;

test('the table of bots looks once in five minutes, and says what the page of a bot says', async () => {
  const first = await table();
  expect(first?.forecast).toEqual(await alone());
  expect(first?.forecast).not.toBe(null);
  expect((await table())?.forecast).toEqual(first?.forecast);
  expect(looks).toBe(0);
  // What was used is of now all the same.
  await spend('بعد', 50);
  expect(await table()).toMatchObject({ used: (first?.used ?? 0) + 50 });
  expect(looks).toBe(0);
  gateway.time.now = new Date(END + 5 * 60_000);
  expect((await table())?.forecast).toEqual(await alone());
  expect(looks).toBeGreaterThan(0);
});

test('is computed again after a new total, much usage, or exhaustion', async () => {
  await table();
  await gateway.ports.ledger.grant(1, 'text', 3000);
  expect((await table())?.forecast).toEqual(await alone());
  await spend('كثير', 1500);
  expect((await table())?.forecast).toEqual(await alone());
  await gateway.ports.ledger.grant(1, 'text', 3000, { period: 'monthly', zone: 'Africa/Cairo' });
  expect((await table())?.forecast).toEqual(await alone());
});

test('calls of others come in between two bots', async () => {
  const turns: number[] = [];
  const tick = setInterval(() => turns.push(looks), 0);
  await table();
  clearInterval(tick);
  // Somebody else had a turn after the first look and before the last one.
  expect(turns.some((turn) => turn > 0 && turn < looks)).toBe(true);
});
