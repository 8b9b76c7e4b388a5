import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as z from 'zod/mini';
import {
  callsSchema,
  consumersSchema,
  failuresSchema,
  usageHistorySchema,
  usageOfBotsSchema,
  usageSchema,
} from '#contract/usage.ts';
import { createGateway } from '#gateway/app.ts';
import type { LedgerStore } from '#gateway/modules/usage/ports/ledger.ts';
import { createFailureCounter } from '#gateway/modules/usage/services/failure-counter.ts';
import { createTestGateway, ORIGIN, TEST_KEY, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway({ now: new Date('2026-11-01T08:00:00Z'), quota: 10_000 });
  await gateway.ports.ledger.grant(1, 'text', 10_000, { period: 'monthly', zone: 'Asia/Riyadh' });
});
afterEach(() => gateway.close());

async function read<Schema extends z.ZodMiniType>(
  schema: Schema,
  path: string,
  headers = {},
): Promise<z.output<Schema>> {
  return schema.parse(await responseOf(await gateway.call(path, { headers })));
}

let serial = 0;
async function use(
  on: string,
  amount: number,
  keyId: string,
  unitId: number | null = null,
  action = 'answer',
) {
  const { ledger } = gateway.ports;
  gateway.time.now = new Date(on);
  const requestId = `طلب-${(serial += 1)}`;
  const wanted = { botId: 1, ledger: 'text', requestId, keyId, action, amount: 500 } as const;
  await ledger.reserve({ ...wanted, on: gateway.time.now });
  await ledger.settle(1, requestId, { amount, estimated: unitId === null, unitId });
}

test('usage: ledgers with their period, and how long what is left will last', async () => {
  for (let day = 10; day <= 20; day++) await use(`2026-11-${day}T09:00:00Z`, 400, 'ك');
  gateway.time.now = new Date('2026-11-21T06:00:00Z');
  const { ledgers, asOf } = await read(usageSchema, '/api/Usage/1');
  expect(asOf).toBe('2026-11-21T06:00:00.000Z');
  expect(ledgers.map(({ ledger }) => ledger)).toEqual(['audio', 'speech', 'text']);
  expect(ledgers[2]).toMatchObject({
    used: 4400,
    total: 10_000,
    period: 'monthly',
    zone: 'Asia/Riyadh',
    startsOn: '2026-10-31T21:00:00.000Z',
    endsOn: '2026-11-30T21:00:00.000Z',
    forecast: { burnRate: 400, peak: 400, days: 11, lastDay: null, exhaustsBeforeReset: false },
  });
  await gateway.ports.ledger.grant(1, 'text', 6001);
  const sooner = await read(usageSchema, '/api/Usage/1');
  // 1,601 are left, 400 a day from the 21st on.
  expect(sooner.ledgers[2]?.forecast).toMatchObject({ lastDay: '2026-11-25', exhaustsBeforeReset: true });
  expect(sooner.ledgers[0]?.forecast).toBeNull();
});

test('usage: what ends first for the key that asks, its cap, the quota or the period', async () => {
  const capped = await gateway.addKey('capped', { role: 'tester', caps: { text: 3000 } });
  const read1 = async (secret: string) => {
    const { ledgers } = await read(usageSchema, '/api/Usage/1', { 'x-user-auth': secret });
    return ledgers[2];
  };
  expect(await read1('capped')).toMatchObject({
    key: { used: 0, reserved: 0, total: 3000, forecast: null },
    binding: 'key',
  });
  for (let day = 10; day <= 20; day++) await use(`2026-11-${day}T09:00:00Z`, 200, capped.family);
  gateway.time.now = new Date('2026-11-21T06:00:00Z');
  expect(await read1('capped')).toMatchObject({
    used: 2200,
    key: { used: 2200, total: 3000, forecast: { burnRate: 200, lastDay: '2026-11-24' } },
    binding: 'key',
  });
  // An owner has no cap, and the quota lasts until the period ends.
  expect(await read1(TEST_KEY)).toMatchObject({ key: null, binding: 'period' });
  await gateway.ports.ledger.grant(1, 'text', 2500);
  expect(await read1('capped')).toMatchObject({ key: { total: 3000 }, binding: 'bot' });
  await gateway.ports.ledger.grant(1, 'text', 100_000);
  await gateway.addKey('free', { role: 'tester', caps: { text: 50_000 }, family: capped.family });
  expect(await read1('free')).toMatchObject({ key: { used: 2200, total: 50_000 }, binding: 'period' });
  expect((await read(usageSchema, '/api/Usage/1', { 'x-user-auth': 'free' })).ledgers[0]).toMatchObject({
    key: null,
    binding: 'bot',
  });
});

test('usage: a quota is used up when the smallest recent call fits no more, since its first rejection', async () => {
  const failures = createFailureCounter(gateway.ports);
  const app = await createGateway(gateway.ports, { services: { failures } });
  const exhausted = async () => (await read(usageSchema, '/api/Usage/1')).ledgers[2]?.exhausted;
  await use('2026-11-21T07:00:00Z', 400, 'ك');
  await gateway.ports.ledger.grant(1, 'text', 405);
  // Each call to this bot reserves 500 tokens.
  expect(await exhausted()).toEqual({ since: null, rejected: 0 });
  await gateway.addUnit('دليل', 'يفتح المكتب في التاسعة صباحًا.');
  await gateway.indexAll();
  const ask = async (on: string) => {
    gateway.time.now = new Date(on);
    const answer = await app.request(`${ORIGIN}/api/v1/RAG/Answer`, {
      method: 'POST',
      headers: { 'x-user-auth': TEST_KEY, 'x-bot': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ Question: 'متى يفتح المكتب؟', IndexNames: ['دليل'] }),
    });
    await answer.body?.cancel();
    return answer.status;
  };
  expect([await ask('2026-11-21T07:18:20Z'), await ask('2026-11-21T07:19:00Z')]).toEqual([402, 402]);
  await failures.flush();
  expect(await exhausted()).toEqual({ since: '2026-11-21T07:18:00.000Z', rejected: 2 });
  const { items } = await read(usageOfBotsSchema, '/api/Usage');
  expect(items[0]?.ledgers[2]?.exhausted).toMatchObject({ rejected: 2 });
  await gateway.ports.ledger.grant(1, 'text', 5000);
  expect(await exhausted()).toBeNull();
  expect(await ask('2026-11-21T07:25:00Z')).toBe(200);
  // What was rejected before a call that was admitted belongs to the time before.
  const { used = 0 } = (await gateway.ports.ledger.state(1, 'text')) ?? {};
  await gateway.ports.ledger.grant(1, 'text', used + 5);
  expect(await exhausted()).toEqual({ since: null, rejected: 0 });
});

test('usage: a surge of the last hour says within how long the quota is gone', async () => {
  for (let day = 10; day <= 20; day++) await use(`2026-11-${day}T09:00:00Z`, 10, 'ك');
  for (let call = 0; call < 10; call++) await use('2026-11-21T07:10:00Z', 500, 'ك');
  await gateway.ports.ledger.grant(1, 'text', 6000);
  gateway.time.now = new Date('2026-11-21T07:30:00Z');
  const { ledgers } = await read(usageSchema, '/api/Usage/1');
  // 5,000 an hour, 890 left.
  expect(ledgers[2]?.forecast).toMatchObject({
    basis: 'last-hour',
    peak: 5000,
    burnRate: 10,
    lastDay: '2026-11-21',
    runsOutOn: '2026-11-21T07:40:40.800Z',
    exhaustsBeforeReset: true,
  });
});

test('history: the quota that each slot began with', async () => {
  await use('2026-11-18T09:00:00Z', 10, 'ك');
  gateway.time.now = new Date('2026-11-19T09:00:00Z');
  await gateway.ports.ledger.grant(1, 'text', 20_000);
  gateway.time.now = new Date('2026-11-21T09:00:00Z');
  await gateway.ports.ledger.grant(1, 'text', 40_000);
  const quotas = async (query: string) =>
    (await read(usageHistorySchema, `/api/Usage/1/history?${query}`)).quotas;
  expect(await quotas('from=2026-11-18')).toEqual([10_000, 10_000, 20_000, 20_000]);
  expect((await quotas('from=2026-11-19&to=2026-11-19&step=hour'))?.slice(11, 14)).toEqual([
    10_000, 10_000, 20_000,
  ]);
});

test('usageOfBots: every bot that the key may see, by page', async () => {
  await gateway.addKey('both', { bots: [1, 2], role: 'monitor' });
  await gateway.addKey('all', { allBots: true, bots: [], role: 'monitor' });
  await gateway.ports.bots.archive(2, gateway.time.now);
  const ids = async (secret: string, query = '') => {
    const { items, total } = await read(usageOfBotsSchema, `/api/Usage${query}`, { 'x-user-auth': secret });
    return [items.map(({ id, archived }) => `${id}${archived ? ' archived' : ''}`), total];
  };
  expect(await ids(TEST_KEY)).toEqual([['1'], 1]);
  expect(await ids('both')).toEqual([['1', '2 archived'], 2]);
  expect(await ids('all', '?offset=1&limit=1')).toEqual([['2 archived'], 2]);
  expect(await ids('both', '?ids=2,3')).toEqual([['2 archived'], 1]);
  expect(await ids(TEST_KEY, '?ids=2')).toEqual([[], 0]);
  const { items } = await read(usageOfBotsSchema, '/api/Usage');
  expect(items[0]?.ledgers).toHaveLength(3);
});

test('history: every day of the stretch, groups by name, the greatest first', async () => {
  const unit = await gateway.addUnit('دليل الموظف', 'يفتح المكتب في التاسعة.');
  const key = await gateway.addKey('laila', { name: 'ليلى' });
  await gateway.addKey('laila again', {
    name: 'ليلى الجديدة',
    family: key.family,
    createdOn: new Date('2026-11-02T00:00:00Z'),
  });
  await use('2026-11-18T22:00:00Z', 10, key.family, unit);
  await use('2026-11-20T09:00:00Z', 30, key.family, unit, 'streamAnswer');
  await use('2026-11-20T10:00:00Z', 25, 'forgotten', 99);
  await use('2026-11-20T10:00:00Z', 5, 'forgotten');

  const byKey = await read(usageHistorySchema, '/api/Usage/1/history?by=key&from=2026-11-18&to=2026-11-30');
  expect(byKey).toEqual({
    ledger: 'text',
    zone: 'Asia/Riyadh',
    from: '2026-11-18',
    to: '2026-11-20',
    slots: ['2026-11-18', '2026-11-19', '2026-11-20'],
    series: [
      { id: key.family, name: 'ليلى الجديدة', calls: 2, amount: 40, estimated: 0, amounts: [0, 10, 30] },
      { id: 'forgotten', name: '', calls: 2, amount: 30, estimated: 5, amounts: [0, 0, 30] },
    ],
    quotas: [10_000, 10_000, 10_000],
    others: null,
    total: { calls: 4, amount: 70, estimated: 5 },
  });
  const byUnit = await read(usageHistorySchema, '/api/Usage/1/history?by=unit&from=2026-11-20&step=hour');
  expect(byUnit.slots).toHaveLength(14);
  expect(byUnit.slots.at(-1)).toBe('2026-11-20T13');
  expect(byUnit.series).toMatchObject([
    { id: String(unit), name: 'دليل الموظف', amount: 30 },
    { id: '99', name: '', amount: 25 },
    { id: '', name: '', amount: 5 },
  ]);
  expect(byUnit.series[0]?.amounts[12]).toBe(30);
  const usual = await read(usageHistorySchema, '/api/Usage/1/history');
  expect([usual.slots.length, usual.from, usual.series.map(({ name }) => name)]).toEqual([
    30,
    '2026-10-22',
    ['answer', 'streamAnswer'],
  ]);
});

test('history: many groups become eight and the others, and nothing is lost', async () => {
  for (let index = 1; index <= 12; index++) await use('2026-11-20T09:00:00Z', index, `key-${index}`);
  const history = await read(usageHistorySchema, '/api/Usage/1/history?by=key&from=2026-11-20');
  expect(history.series.map(({ amount }) => amount)).toEqual([12, 11, 10, 9, 8, 7, 6, 5]);
  expect(history.others).toEqual({ groups: 4, calls: 4, amount: 10, amounts: [10] });
  const consumers = await read(consumersSchema, '/api/Usage/1/consumers?offset=10&limit=5&from=2026-11-20');
  expect(consumers).toMatchObject({ items: [{ id: 'key-2' }, { id: 'key-1' }], total: 12, amount: 78 });
});

test('export: a row a day, key and action, with fixed columns and raw numbers', async () => {
  const key = await gateway.addKey('laila', { name: '=ليلى, "المكتب"' });
  await use('2026-11-01T22:00:00Z', 400, key.family, 7);
  await use('2026-11-18T22:00:00Z', 10, key.family, 7);
  await use('2026-11-19T09:00:00Z', 450, key.family, null, 'streamAnswer');
  await use('2026-11-19T09:00:00Z', 30, key.family);
  await use('2026-11-20T09:00:00Z', 5, 'forgotten');
  const response = await gateway.call('/api/Usage/1/export?from=2026-11-10&to=2026-11-30');
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="fihrist-usage-1-text-2026-11-10-2026-11-20.csv"',
  );
  const { name = '' } = (await gateway.ports.bots.all()).find(({ id }) => id === 1) ?? {};
  const facts = `Asia/Riyadh,1,${name},text,tokens`;
  const laila = `${key.family},"'=ليلى, ""المكتب"""`;
  expect((await response.text()).split('\r\n')).toEqual([
    'day,zone,botId,botName,ledger,unit,action,keyId,keyName,requests,amount,estimated',
    `2026-11-19,${facts},answer,${laila},2,40,30`,
    `2026-11-19,${facts},streamAnswer,${laila},1,450,450`,
    `2026-11-20,${facts},answer,forgotten,,1,5,5`,
    '',
  ]);
});

test.each([
  ['history?from=2026-11-30', 'days-out-of-range'],
  ['history?from=2026-11-20&to=2026-11-19', 'days-out-of-range'],
  ['history?from=2025-10-01', 'days-out-of-range'],
  ['history?from=2026-11-10&to=2026-11-20&step=hour', 'days-out-of-range'],
  ['consumers?from=2025-01-01', 'days-out-of-range'],
  ['failures?from=2025-01-01', 'days-out-of-range'],
  ['export?from=2025-01-01', 'days-out-of-range'],
  ['history?from=2026-02-30', 'invalid-field'],
  ['calls?after=nonsense', 'invalid-field'],
  ['history?by=person', 'invalid-field'],
])('%s is 400', async (query, fault) => {
  gateway.time.now = new Date('2026-11-21T06:00:00Z');
  expect(await faultOf(await gateway.call(`/api/Usage/1/${query}`))).toMatchObject({ status: 400, fault });
});

test('calls: single ones, newest first, page by page', async () => {
  const key = await gateway.addKey('laila', { name: 'ليلى' });
  for (let index = 0; index < 5; index++) await use('2026-11-20T09:00:00Z', index + 1, key.family, index);
  const first = await read(callsSchema, '/api/Usage/1/calls?limit=3');
  expect(first.items).toHaveLength(3);
  expect(first.items[0]).toMatchObject({
    keyId: key.family,
    keyName: 'ليلى',
    action: 'answer',
    reserved: 500,
  });
  const second = await read(
    callsSchema,
    `/api/Usage/1/calls?limit=3&after=${encodeURIComponent(first.next ?? '')}`,
  );
  expect(second).toMatchObject({ next: null });
  const seen = [...first.items, ...second.items];
  expect(new Set(seen.map(({ requestId }) => requestId)).size).toBe(5);
  expect(seen.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBe(15);
  expect((await read(callsSchema, '/api/Usage/1/calls?key=nobody')).items).toEqual([]);
  const successor = await gateway.addKey('laila again', { name: 'ليلى', family: key.family });
  expect((await read(callsSchema, `/api/Usage/1/calls?key=${successor.id}`)).items).toHaveLength(5);
});

test('calls: with status and duration; rejected and failed ones too, once they are written', async () => {
  const failures = createFailureCounter(gateway.ports);
  const app = await createGateway(gateway.ports, { services: { failures } });
  await gateway.addUnit('دليل الموظف', 'يفتح المكتب في التاسعة.');
  await gateway.indexAll();
  gateway.time.now = new Date('2026-11-20T09:00:00Z');
  const ask = () =>
    app.request(`${ORIGIN}/api/v1/RAG/Answer`, {
      method: 'POST',
      headers: { 'x-user-auth': TEST_KEY, 'x-bot': '1', 'Content-Type': 'application/json' },
      body: JSON.stringify({ Question: 'متى يفتح المكتب؟', IndexNames: ['دليل الموظف'] }),
    });
  expect((await ask()).status).toBe(200);
  const { ledger } = gateway.ports as { ledger: Required<LedgerStore> };
  const spend = vi.spyOn(ledger, 'spend');
  spend.mockImplementationOnce(async (...costs) => {
    gateway.time.now = new Date('2026-11-20T09:00:02.500Z');
    spend.mockRestore();
    await ledger.spend(...costs);
    throw new Error('the answer is lost behind its charge');
  });
  gateway.time.now = new Date('2026-11-20T09:00:01Z');
  expect((await ask()).status).toBe(500);
  await gateway.ports.ledger.grant(1, 'text', 1);
  gateway.time.now = new Date('2026-11-20T09:05:07Z');
  for (let index = 0; index < 3; index++) expect((await ask()).status).toBe(402);
  await failures.flush();
  const { items } = await read(callsSchema, '/api/Usage/1/calls');
  expect(items).toMatchObject([
    {
      on: '2026-11-20T09:05:00.000Z',
      status: 402,
      fault: 'quota-exceeded',
      count: 3,
      action: 'answer',
      amount: 0,
    },
    { status: 500, fault: 'internal', durationMs: 1500, count: 1 },
    { status: 200, fault: '', durationMs: 0, count: 1 },
  ]);
});

test('failures: counted by status and fault once they are written; nobody’s are not', async () => {
  const failures = createFailureCounter(gateway.ports);
  const app = await createGateway(gateway.ports, { services: { failures } });
  gateway.time.now = new Date('2026-11-20T21:30:00Z');
  const call = (path: string, headers = {}) =>
    app.request(ORIGIN + path, { headers: { 'x-user-auth': TEST_KEY, 'x-bot': '1', ...headers } });
  await call('/api/AIKnowledge/byId/77');
  await call('/api/AIKnowledge/byId/77');
  await call('/api/Nothing');
  await call('/api/Usage/1/history?by=person');
  await call('/api/Usage/1', { 'x-user-auth': 'wrong' });
  await call('/api/Usage/1', { 'x-bot': '2' });
  await call('/api/Usage/1');
  expect((await read(failuresSchema, '/api/Usage/1/failures')).items).toEqual([]);
  await failures.flush();
  const report = await read(failuresSchema, '/api/Usage/1/failures?from=2026-11-20');
  expect(report).toMatchObject({ zone: 'Asia/Riyadh', slots: ['2026-11-20', '2026-11-21'] });
  expect(report.items).toEqual([
    { status: 404, fault: 'unit-not-found', count: 2, counts: [0, 2] },
    { status: 400, fault: 'invalid-field', count: 1, counts: [0, 1] },
    { status: 404, fault: 'no-such-endpoint', count: 1, counts: [0, 1] },
  ]);
  await call('/api/AIKnowledge/byId/77');
  await failures.flush();
  expect((await read(failuresSchema, '/api/Usage/1/failures')).items[0]).toMatchObject({ count: 3 });
});
