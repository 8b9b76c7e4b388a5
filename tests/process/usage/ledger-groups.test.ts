/** Groups on PostgreSQL against the same requests by statements one by one on SQLite: every answer and every row. */
import { CompiledQuery } from 'kysely';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { isDatabaseBusy } from '#gateway/core/errors.ts';
import type { LedgerStore, Reservation } from '#gateway/modules/usage/ports/ledger.ts';
import { createLedgerStore } from '#gateway/modules/usage/sql/ledger.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import { createGroupCommit } from '#gateway/sql/group-commit.ts';
import { createSqlStores } from '#gateway/stores.ts';
import { openMemory } from '#tests/support/open-test-database.ts';
import { skipWithout } from '#tests/support/postgres/skip-without.ts';
import { emptyDatabase, sharedPostgres } from '#tests/support/postgres/test-database.ts';

const TABLES: Readonly<Record<string, string>> = {
  ledger: 'bot_id, ledger',
  key_usage: 'bot_id, ledger, key_id',
  ledger_entry: 'bot_id, request_id',
  usage_hour: 'bot_id, ledger, day, hour, action, key_id',
  usage_day: 'bot_id, ledger, day, action, key_id',
  usage_unit_hour: 'bot_id, ledger, day, hour, unit_id',
  usage_unit_day: 'bot_id, ledger, day, unit_id',
  usage_unit_month: 'bot_id, ledger, month, unit_id',
};
const HOUR = 3_600_000;

const rowsOf = async ({ read }: SqlDatabase) =>
  Promise.all(
    Object.entries(TABLES).map(async ([table, key]) => {
      const { rows } = await read.executeQuery(CompiledQuery.raw(`select * from ${table} order by ${key}`));
      return [table, rows.map((row) => ({ ...(row as object) }))];
    }),
  );

/** Numbers from 0 to below `below`, the same in each run. */
function createDice(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const KINDS = ['text', 'audio'] as const;
const KEYS = ['أ', 'ب', 'family'];
const UNITS = [null, 3, 4];

type Request = (ledger: LedgerStore) => Promise<unknown>;

/** Requests of one moment and one kind, each of a separate call: a group keeps their order. */
function createMoments(dice: (below: number) => number, now: () => Date) {
  let calls = 0;
  const reservation = (request: number): Reservation => ({
    botId: 1 + (request % 3),
    ledger: KINDS[dice(2)] ?? 'text',
    requestId: `طلب-${request}`,
    keyId: KEYS[dice(3)] ?? '',
    action: dice(2) === 0 ? 'answer' : 'chat',
    amount: dice(12),
    cap: [null, 40, 5, 80][dice(4)] ?? null,
    on: now(),
  });
  const someCalls = (): number[] => [...new Set(Array.from({ length: 12 }, () => dice(calls + 2)))];
  return (): Request[] => {
    switch (dice(8)) {
      case 0: {
        const [botId, kind, total] = [1 + dice(3), KINDS[dice(2)] ?? 'text', 60 + dice(120)];
        const terms = [undefined, { period: 'daily', zone: 'Asia/Riyadh' } as const][dice(2)];
        return [(ledger) => ledger.grant(botId, kind, total, terms)];
      }
      case 1: {
        const [botId, kind] = [1 + dice(3), KINDS[dice(2)] ?? 'text'];
        return [(ledger) => ledger.withdraw(botId, kind)];
      }
      case 2:
      case 3:
      case 4: {
        const wanted = Array.from({ length: 15 }, () => reservation(calls++));
        return wanted.map((reservation) => (ledger) => ledger.reserve(reservation));
      }
      case 5: {
        const wanted = someCalls().map((call) => ({ ...reservation(call), repeated: dice(3) === 0 }));
        return wanted.map(
          ({ repeated, ...reservation }) =>
            (ledger) =>
              repeated ? ledger.reserve(reservation) : ledger.reserveMore(reservation),
        );
      }
      default: {
        const settled = someCalls().map((call) => {
          const costs = { amount: dice(14) - 1, estimated: dice(2) === 0, unitId: UNITS[dice(3)] ?? null };
          return { botId: 1 + (call % 3), requestId: `طلب-${call}`, costs };
        });
        return settled.map(
          ({ botId, requestId, costs }) =>
            (ledger) =>
              ledger.settle(botId, requestId, costs),
        );
      }
    }
  };
}

const answerOf = (outcome: PromiseSettledResult<unknown>): unknown =>
  outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason);

test('groups answer and write like single statements', async ({ skip }) => {
  const [grouped, reference] = [await skipWithout(emptyDatabase(), skip), await openMemory()];
  expect(grouped.ledgerGroups).toBeDefined();
  const time = { now: new Date('2026-11-21T09:00:00Z') };
  const clock = { now: () => time.now };
  const stores = [reference, grouped].map((db) => createLedgerStore(db, clock, { processId: 'خادم' }));
  for (const ledger of stores) {
    await ledger.grant(1, 'text', 100);
    await ledger.grant(1, 'audio', 100, { period: 'daily', zone: 'Pacific/Apia' });
    await ledger.grant(2, 'text', 100, { period: 'daily', zone: 'Asia/Riyadh' });
    await ledger.grant(3, 'text', 100, { period: 'monthly', zone: 'Africa/Cairo' });
  }
  const dice = createDice(20_261_125);
  const nextMoment = createMoments(dice, clock.now);
  const seen: unknown[] = [];
  for (let moment = 0; moment < 150; moment++) {
    if (dice(4) === 0) time.now = new Date(time.now.getTime() + dice(9) * HOUR);
    const requests = nextMoment();
    const answers = [];
    for (const ledger of stores)
      answers.push((await Promise.allSettled(requests.map((request) => request(ledger)))).map(answerOf));
    expect(answers[1], `moment ${moment}`).toEqual(answers[0]);
    seen.push(...(answers[1] ?? []));
  }
  // Both kinds of shortage, no ledger, no reservation that is open: all of it came up.
  for (const part of ['"of":"bot"', '"of":"key"', '"shortage":null', 'no open reservation'])
    expect(JSON.stringify(seen)).toContain(part);
  expect(await rowsOf(grouped)).toEqual(await rowsOf(reference));
  await reference.close();
});

test('calls that come and go need no transaction of several statements', async ({ skip }) => {
  const db = await skipWithout(emptyDatabase(), skip);
  let changes = 0;
  const change: SqlDatabase['change'] = (...given) => {
    changes++;
    return db.change(...given);
  };
  const ledger = createLedgerStore({ ...db, change }, { now: () => new Date('2026-11-21T09:00:00Z') });
  await ledger.grant(1, 'text', 50, { period: 'daily', zone: 'Asia/Riyadh' });
  const call = async (number: number) => {
    const wanted = { botId: 1, ledger: 'text', keyId: 'أ', action: 'answer', amount: 2, cap: 40 } as const;
    const { reserved } = await ledger.reserve({
      ...wanted,
      requestId: `${number}`,
      on: new Date('2026-11-21T09:00:00Z'),
    });
    if (reserved) await ledger.settle(1, `${number}`, { amount: 1, estimated: false });
  };
  await Promise.all(Array.from({ length: 100 }, (_, index) => call(index)));
  expect(await ledger.state(1, 'text')).toMatchObject({ used: 20, reserved: 0 });
  expect(changes).toBe(1);
});

test('concurrent requests of one call keep their order', async ({ skip }) => {
  const ledger = createLedgerStore(await skipWithout(emptyDatabase(), skip), { now: () => new Date() });
  await ledger.grant(1, 'text', 50);
  const call = {
    botId: 1,
    ledger: 'text',
    requestId: 'a',
    keyId: 'أ',
    action: 'answer',
    on: new Date(),
  } as const;
  const settle = (amount: number) => ledger.settle(1, 'a', { amount, estimated: false });
  const answers = await Promise.allSettled([
    ledger.reserveMore({ ...call, amount: 1 }),
    ledger.reserve({ ...call, amount: 10 }),
    ledger.reserveMore({ ...call, amount: 30 }),
    ledger.reserve({ ...call, amount: 50 }),
    settle(35),
    settle(3),
    ledger.reserve({ ...call, amount: 50 }),
  ]);
  expect(answers.map(({ status }) => status === 'fulfilled')).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(await ledger.state(1, 'text')).toMatchObject({ used: 35, reserved: 0 });
});

test('a bot with a held scope is busy, and delays no other bot', async ({ skip }) => {
  const server = await skipWithout(sharedPostgres(), skip);
  const database = await server.createDatabase();
  const db = await server.open(database, { busyTimeoutMs: 10_000 });
  const stores = createSqlStores(db, { now: () => new Date('2026-11-21T09:00:00Z') });
  const bots = [7, 8, 9];
  for (const bot of bots) await stores.ledger.grant(bot, 'text', 1_000);
  const on = new Date('2026-11-21T09:00:00Z');
  let calls = 0;
  const call = async (botId: number) => {
    const requestId = `${++calls}`;
    const wanted = { botId, ledger: 'text', requestId, keyId: 'أ', action: 'answer', amount: 1, on } as const;
    await stores.ledger.reserve(wanted);
    await stores.ledger.settle(botId, requestId, { amount: 1, estimated: false });
    return botId;
  };
  const together = createGroupCommit(db);
  const change = (bot: number) => together({ bot }, () => Promise.resolve(bot));
  const holder = new Client({ connectionString: server.url(database) });
  await holder.connect();
  await holder.query('begin; select pg_advisory_xact_lock(1, 7)');

  const ended: unknown[] = [];
  const record = (outcome: Promise<number>) =>
    outcome.then(
      (bot) => ended.push(bot),
      (error: unknown) => ended.push(isDatabaseBusy(error) ? 'busy' : error),
    );
  // The first time nobody knows; the second time it waits apart from the start.
  for (const round of [1, 2]) {
    ended.length = 0;
    const held = [record(call(7)), record(change(7))];
    for (let index = 0; index < 5; index++) await Promise.all([record(call(8)), record(change(9))]);
    await Promise.all(held);
    expect([round, ended.slice(0, 10).map(String).toSorted(), ended.slice(10)]).toEqual([
      round,
      [...Array<string>(5).fill('8'), ...Array<string>(5).fill('9')],
      ['busy', 'busy'],
    ]);
  }
  await holder.query('rollback');
  await holder.end();
  expect(await Promise.all([call(7), call(8), call(7), change(7), change(9)])).toEqual([7, 8, 7, 7, 9]);
  for (const [bot, used] of [
    [7, 2],
    [8, 11],
    [9, 0],
  ] as const)
    expect(await stores.ledger.state(bot, 'text')).toMatchObject({ used, reserved: 0 });
  await db.close();
});
