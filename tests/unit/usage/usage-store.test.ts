import { expect, test } from 'vitest';
import type { Reservation } from '#gateway/modules/usage/ports/ledger.ts';
import type { Failure } from '#gateway/modules/usage/ports/usage.ts';
import { describeStores, type OpenStores } from '#tests/support/stores.ts';

/** A call of 10 tokens at least, reserved and settled at the same moment. */
async function use(
  { ledger, time }: OpenStores,
  requestId: string,
  on: string,
  amount: number,
  more: Partial<Reservation> & { unitId?: number; estimated?: boolean } = {},
): Promise<void> {
  time.now = new Date(on);
  const { unitId = null, estimated = true, ...rest } = more;
  const wanted = { botId: 1, ledger: 'text', keyId: 'ليلى', action: 'answer' } as const;
  await ledger.reserve({ ...wanted, requestId, amount: amount + 5, on: time.now, ...rest });
  await ledger.settle(rest.botId ?? 1, requestId, { amount, estimated, unitId });
}

const FAILURE: Failure = {
  botId: 1,
  day: 20261121,
  status: 402,
  fault: 'quota-exceeded',
  action: 'answer',
  keyId: 'ليلى',
  ledger: 'text',
  on: new Date('2026-11-21T07:18:42Z'),
  count: 2,
};

describeStores('UsageStore', (stores) => {
  const query = { botId: 1, ledger: 'text', from: 20261101, to: 20261130 } as const;

  async function someUse(): Promise<OpenStores> {
    const open = stores();
    for (const botId of [1, 2])
      await open.ledger.grant(botId, 'text', 10_000, { period: 'monthly', zone: 'Asia/Riyadh' });
    await open.ledger.grant(1, 'speech', 10_000);
    await use(open, 'a', '2026-11-20T20:59:00Z', 10, { unitId: 7 });
    await use(open, 'b', '2026-11-20T21:01:00Z', 20, { unitId: 7, estimated: false });
    await use(open, 'c', '2026-11-21T09:00:00Z', 30, { unitId: 8, keyId: 'عمر', action: 'streamAnswer' });
    await use(open, 'd', '2026-11-21T09:30:00Z', 5, { keyId: 'عمر' });
    await use(open, 'e', '2026-11-21T09:30:00Z', 100, { botId: 2, unitId: 1 });
    await use(open, 'f', '2026-11-21T09:30:00Z', 100, { ledger: 'speech', action: 'synthesize' });
    await use(open, 'free', '2026-11-21T09:30:00Z', 0);
    return open;
  }

  test('sums up what was settled, by action, key and unit, of this bot and ledger alone', async () => {
    const { usage } = await someUse();
    expect((await usage.groups({ ...query, by: 'key' })).items).toEqual([
      { id: 'عمر', calls: 2, amount: 35, estimated: 35 },
      { id: 'ليلى', calls: 2, amount: 30, estimated: 10 },
    ]);
    expect((await usage.groups({ ...query, by: 'action' })).items).toEqual([
      { id: 'answer', calls: 3, amount: 35, estimated: 15 },
      { id: 'streamAnswer', calls: 1, amount: 30, estimated: 30 },
    ]);
    expect((await usage.groups({ ...query, by: 'unit' })).items).toEqual([
      { id: '7', calls: 2, amount: 30, estimated: 10 },
      { id: '8', calls: 1, amount: 30, estimated: 30 },
      { id: '', calls: 1, amount: 5, estimated: 5 },
    ]);
    expect((await usage.groups({ ...query, by: 'key', to: 20261120 })).items).toMatchObject([{ amount: 10 }]);
  });

  test('counts a call in the day and the hour of the zone in which it settled', async () => {
    const { usage } = await someUse();
    expect(await usage.totals({ ...query, step: 'day' })).toEqual([
      { day: 20261120, hour: 0, calls: 1, amount: 10 },
      { day: 20261121, hour: 0, calls: 3, amount: 55 },
    ]);
    expect(await usage.totals({ ...query, step: 'hour' })).toEqual([
      { day: 20261120, hour: 23, calls: 1, amount: 10 },
      { day: 20261121, hour: 0, calls: 1, amount: 20 },
      { day: 20261121, hour: 12, calls: 2, amount: 35 },
    ]);
  });

  test('gives named groups slot by slot', async () => {
    const { usage } = await someUse();
    const ofUnits = { ...query, by: 'unit', ids: ['7', '0'] } as const;
    expect(await usage.slots({ ...ofUnits, step: 'day' })).toEqual([
      { day: 20261120, hour: 0, id: '7', calls: 1, amount: 10 },
      { day: 20261121, hour: 0, id: '', calls: 1, amount: 5 },
      { day: 20261121, hour: 0, id: '7', calls: 1, amount: 20 },
    ]);
    const ofKeys = { ...query, by: 'key', ids: ['عمر'] } as const;
    expect(await usage.slots({ ...ofKeys, step: 'hour' })).toEqual([
      { day: 20261121, hour: 12, id: 'عمر', calls: 2, amount: 35 },
    ]);
    expect(await usage.slots({ ...ofKeys, ids: [], step: 'hour' })).toEqual([]);
  });

  test('has as much in its sums as the ledgers say was used', async () => {
    const open = await someUse();
    await open.ledger.reserve({
      botId: 1,
      ledger: 'text',
      requestId: 'dead',
      keyId: 'ليلى',
      action: 'answer',
      amount: 50,
      on: new Date('2026-11-21T01:00:00Z'),
    });
    await open.ledger.releaseOlderThan(new Date('2026-11-22T00:00:00Z'));
    const state = await open.ledger.state(1, 'text');
    for (const by of ['action', 'key', 'unit'] as const) {
      const { items, sum } = await open.usage.groups({ ...query, by });
      expect(sum.amount).toBe(state?.used);
      expect(items.reduce((sum, { amount }) => sum + amount, 0)).toBe(state?.used);
    }
  });

  test('counts rejected calls by the minute, from a moment on, and forgets those of old', async () => {
    const { usage } = stores();
    const at = (on: string, change: Partial<Failure> = {}) => ({ ...FAILURE, on: new Date(on), ...change });
    await usage.addFailures([
      FAILURE,
      at('2026-11-21T07:18:03Z', { count: 3, keyId: 'عمر' }),
      at('2026-11-21T07:20:00Z'),
      at('2026-11-21T07:21:00Z', { fault: 'too-many-calls', status: 429 }),
      at('2026-11-21T07:21:00Z', { fault: 'unit-not-found', status: 404 }),
      at('2026-11-21T07:22:00Z', { ledger: 'speech' }),
      at('2026-11-21T07:22:00Z', { botId: 2 }),
    ]);
    const query = { botId: 1, ledger: 'text', fault: 'quota-exceeded' } as const;
    const from = new Date('2026-11-21T07:18:59Z');
    const since = new Date('2026-11-21T07:18:00Z');
    expect(await usage.rejections({ ...query, from })).toEqual({ since, count: 7 });
    expect(await usage.rejections({ ...query, from, keyId: 'عمر' })).toEqual({ since, count: 3 });
    expect(await usage.rejections({ ...query, from: new Date('2026-11-21T07:23:00Z') })).toEqual({
      since: null,
      count: 0,
    });
    expect(await usage.removeRejections(new Date('2026-11-21T07:20:00Z'))).toBe(2);
    expect(await usage.rejections({ ...query, from })).toMatchObject({ count: 2 });
  });

  test('knows what the smallest of the last calls reserved, of all keys and of one', async () => {
    const { usage } = await someUse();
    const query = { botId: 1, ledger: 'text' } as const;
    expect(await usage.recentCalls(query)).toEqual({ smallest: 5, lastOn: new Date('2026-11-21T09:30:00Z') });
    expect(await usage.recentCalls({ ...query, keyId: 'عمر' })).toMatchObject({ smallest: 10 });
    expect(await usage.recentCalls({ ...query, keyId: 'نور' })).toBeUndefined();
  });

  test('keeps what a ledger was granted when', async () => {
    const { ledger, time } = stores();
    const grant = async (on: string, total: number) => {
      time.now = new Date(on);
      await ledger.grant(1, 'text', total);
    };
    await grant('2026-11-01T00:00:00Z', 60_000);
    await grant('2026-11-05T00:00:00Z', 60_000);
    await grant('2026-11-20T00:00:00Z', 200_000);
    expect(await ledger.totals(1, 'text')).toEqual([
      { on: new Date('2026-11-01T00:00:00Z'), total: 60_000 },
      { on: new Date('2026-11-20T00:00:00Z'), total: 200_000 },
    ]);
    expect(await ledger.totals(2, 'text')).toEqual([]);
  });

  test('adds up failures by day, status and fault', async () => {
    const { usage } = stores();
    await usage.addFailures([
      FAILURE,
      { ...FAILURE, action: 'streamAnswer' },
      { ...FAILURE, status: 429, fault: 'too-many-calls' },
    ]);
    await usage.addFailures([FAILURE, { ...FAILURE, botId: 2 }, { ...FAILURE, day: 20261201 }]);
    const failures = await usage.failures(query);
    expect(failures.toSorted((a, b) => a.status - b.status)).toEqual([
      { day: 20261121, status: 402, fault: 'quota-exceeded', count: 6 },
      { day: 20261121, status: 429, fault: 'too-many-calls', count: 2 },
    ]);
  });

  test('pages single calls, newest first, and none twice though many came at one moment', async () => {
    const open = stores();
    await open.ledger.grant(1, 'text', 10_000);
    for (let index = 0; index < 25; index++)
      await use(open, `طلب-${index}`, index < 20 ? '2026-11-21T09:00:00Z' : '2026-11-21T10:00:00Z', 1, {
        keyId: index % 2 ? 'عمر' : 'ليلى',
      });
    await open.ledger.reserve({
      botId: 1,
      ledger: 'text',
      requestId: 'under way',
      keyId: 'عمر',
      action: 'answer',
      amount: 9,
      on: new Date('2026-11-21T11:00:00Z'),
    });
    const all = {
      botId: 1,
      ledger: 'text',
      from: new Date('2026-11-21T00:00:00Z'),
      until: new Date('2026-11-22T00:00:00Z'),
      limit: 10,
    } as const;
    const seen: string[] = [];
    let after: { on: Date; requestId: string } | null = null;
    do {
      const page = await open.usage.calls({ ...all, ...(after ? { after } : {}) });
      seen.push(...page.items.map(({ requestId }) => requestId));
      after = page.next;
    } while (after);
    expect(new Set(seen).size).toBe(26);
    expect(seen).toHaveLength(26);
    const [first, second] = (await open.usage.calls(all)).items;
    expect(first).toEqual({
      requestId: 'under way',
      on: new Date('2026-11-21T11:00:00Z'),
      action: 'answer',
      keyId: 'عمر',
      unitId: null,
      reserved: 9,
      amount: null,
      estimated: false,
      status: null,
      fault: '',
      settledOn: null,
      count: 1,
      hasRun: false,
    });
    expect(second).toMatchObject({ amount: 1, reserved: 6, estimated: true, status: 200 });
    const count = async (more: object) => {
      const { items, next } = await open.usage.calls({ ...all, limit: 100, ...more });
      expect(next).toBeNull();
      return items.length;
    };
    expect(await count({ keyId: 'عمر' })).toBe(13);
    expect(await count({ keyId: 'عمر', action: 'answer' })).toBe(13);
    expect(await count({ action: 'chat' })).toBe(0);
    expect(await count({ from: new Date('2026-11-21T10:00:01Z') })).toBe(1);
  });

  test('pages rejected calls among others, one row a key, fault and minute, and says how single calls failed', async () => {
    const open = stores();
    await open.ledger.grant(1, 'text', 10_000);
    for (const minute of ['07:18', '07:19', '07:20'])
      for (const moment of [`${minute}:00`, `${minute}:30`])
        for (const name of ['أ', 'ب', 'ج'])
          await use(open, `${name} ${moment}`, `2026-11-21T${moment}Z`, name === 'ج' ? 0 : 1);
    const at = (on: string, change: Partial<Failure> = {}) => ({
      ...FAILURE,
      on: new Date(`2026-11-21T${on}Z`),
      ...change,
    });
    const busy = { fault: 'too-many-calls', status: 429 };
    await open.usage.addFailures(
      [
        at('07:18:01'),
        at('07:18:59', { count: 40 }),
        at('07:18:20', busy),
        at('07:18:20', { keyId: 'عمر' }),
        at('07:19:20', { keyId: 'عمر', action: 'chat' }),
        at('07:20:20', { fault: 'unit-not-found', status: 404 }),
        at('07:20:20', { ledger: 'speech' }),
        at('07:20:20', { botId: 2 }),
      ],
      [
        { botId: 1, requestId: 'ب 07:19:30', status: 502, fault: 'model-failed', on: open.time.now },
        { botId: 2, requestId: 'أ 07:19:30', status: 500, fault: 'internal', on: open.time.now },
      ],
    );
    const query = {
      botId: 1,
      ledger: 'text',
      from: new Date('2026-11-21T00:00:00Z'),
      until: new Date('2026-11-22T00:00:00Z'),
    } as const;
    const whole = (await open.usage.calls({ ...query, limit: 100 })).items;
    expect(whole).toHaveLength(18 + 4);
    expect(whole.map(({ on }) => on.getTime())).toEqual(
      whole.map(({ on }) => on.getTime()).sort((a, b) => b - a),
    );
    for (let limit = 1; limit < 24; limit++) {
      const paged = [];
      let after: { on: Date; requestId: string } | null = null;
      do {
        const page = await open.usage.calls({ ...query, limit, ...(after ? { after } : {}) });
        paged.push(...page.items);
        after = page.next;
      } while (after);
      expect(paged).toEqual(whole);
    }
    const rejected = whole.filter(({ status }) => status === 402 || status === 429);
    expect(rejected.map(({ keyId, fault, action, count }) => [keyId, fault, action, count])).toEqual(
      expect.arrayContaining([
        ['ليلى', 'quota-exceeded', 'answer', 42],
        ['ليلى', 'too-many-calls', 'answer', 2],
        ['عمر', 'quota-exceeded', 'answer', 2],
        ['عمر', 'quota-exceeded', 'chat', 2],
      ]),
    );
    const statusOf = (id: string) => whole.find(({ requestId }) => requestId === id);
    expect(statusOf('ب 07:19:30')).toMatchObject({ status: 502, fault: 'model-failed' });
    expect(statusOf('أ 07:19:30')).toMatchObject({ status: 200, fault: '' });
    expect(statusOf('ج 07:19:30')).toMatchObject({ status: null, amount: 0 });
    const count = async (more: object) =>
      (await open.usage.calls({ ...query, limit: 100, ...more })).items.length;
    expect(await count({ keyId: 'عمر' })).toBe(2);
    expect(await count({ action: 'chat' })).toBe(1);
    expect(await count({ until: new Date('2026-11-21T07:19:00Z') })).toBe(6 + 3);
    expect(await open.usage.removeRejections(new Date('2026-11-21T07:19:00Z'))).toBe(3);
    expect(await open.usage.removeRejections(new Date('2026-11-22T07:19:00Z'))).toBe(3);
    // Without its failure a charged call would be listed as answered.
    const { items } = await open.usage.calls({ ...query, limit: 100 });
    expect(items.find(({ requestId }) => requestId === 'ب 07:19:30')).toMatchObject({ status: 502 });
  });

  test('finds rare calls of one action page by page, without looking at all of them at once', async () => {
    const open = stores();
    const row = (number: number) => ({
      bot_id: 1,
      request_id: String(number).padStart(5, '0'),
      ledger: 'text' as const,
      key_id: 'ك',
      action: number % 4000 === 0 ? 'chat' : 'answer',
      reserved: 1,
      reserved_on: Math.floor(number / 10),
      settled: 1,
      settled_on: 1,
      estimated: 0,
      unit_id: null,
    });
    for (let from = 0; from < 12_000; from += 1000)
      await open.db.change({ bot: 1 }, (trx) =>
        trx
          .insertInto('ledger_entry')
          .values(Array.from({ length: 1000 }, (_, index) => row(from + index)))
          .execute(),
      );
    const seen: string[][] = [];
    let after: { on: Date; requestId: string } | null = null;
    do {
      const page = await open.usage.calls({
        botId: 1,
        ledger: 'text',
        from: new Date(0),
        until: new Date(1_000_000),
        action: 'chat',
        limit: 1,
        ...(after ? { after } : {}),
      });
      seen.push(page.items.map(({ requestId }) => requestId));
      after = page.next;
    } while (after);
    expect(seen.flat()).toEqual(['08000', '04000', '00000']);
  });
});
