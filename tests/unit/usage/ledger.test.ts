import { expect, test } from 'vitest';
import type { Reservation } from '#gateway/modules/usage/ports/ledger.ts';
import { describeStores, later } from '#tests/support/stores.ts';

const HOUR = 3_600_000;

describeStores('LedgerStore', (stores) => {
  const entry = (requestId: string, amount: number, more: Partial<Reservation> = {}): Reservation => ({
    botId: 1,
    ledger: 'text',
    requestId,
    keyId: 'مفتاح',
    action: 'answer',
    amount,
    on: stores().time.now,
    ...more,
  });
  const reserve = async (requestId: string, amount: number, more: Partial<Reservation> = {}) =>
    (await stores().ledger.reserve(entry(requestId, amount, more))).reserved;
  const settle = (requestId: string, amount: number) =>
    stores().ledger.settle(1, requestId, { amount, estimated: false });
  const text = () => stores().ledger.state(1, 'text');

  test('accepts exactly as many of 1,000 calls at once as fit', async () => {
    const { ledger } = stores();
    await ledger.grant(1, 'text', 100);
    const calls = Array.from({ length: 1000 }, (_, index) => reserve(`طلب-${index}`, 1));
    expect((await Promise.all(calls)).filter(Boolean)).toHaveLength(100);
    expect(await text()).toMatchObject({ used: 0, reserved: 100, total: 100 });
  });

  test('charges the cost of a call once, at most the reserved amount', async () => {
    const { ledger } = stores();
    await ledger.grant(1, 'text', 100);
    expect(await reserve('a', 60)).toBe(true);
    expect(await reserve('a', 60)).toBe(true);
    expect(await reserve('b', 41)).toBe(false);
    expect(await reserve('b', 40)).toBe(true);
    await Promise.all(Array.from({ length: 5 }, () => settle('a', 25)));
    expect(await text()).toMatchObject({ used: 25, reserved: 40 });
    await settle('b', 4000);
    expect(await text()).toMatchObject({ used: 65, reserved: 0 });
    await settle('unknown', 5);
    await ledger.settle(2, 'b', { amount: 5, estimated: false });
    expect(await text()).toMatchObject({ used: 65, reserved: 0 });
  });

  test('spends as one write: refused where the reservation would be, once a request id, exact beside others', async ({
    skip,
  }) => {
    const { ledger } = stores();
    if (!ledger.spend) {
      skip('groups share their commits');
      return;
    }
    const spend = async (requestId: string, most: number, amount: number, more: Partial<Reservation> = {}) =>
      (await ledger.spend?.(entry(requestId, most, more), { amount, estimated: false }))?.reserved;
    expect(await ledger.spend(entry('none', 1), { amount: 1, estimated: false })).toEqual({
      reserved: false,
      shortage: null,
    });
    await ledger.grant(1, 'text', 100);
    expect(await spend('a', 30, 40)).toBe(true);
    expect(await spend('a', 30, 40)).toBe(true);
    expect(await text()).toMatchObject({ used: 30, reserved: 0 });
    expect(await spend('b', 71, 1)).toBe(false);
    expect(await spend('c', 41, 1, { cap: 70 })).toBe(false);
    expect(await ledger.usedByKeys(1)).toMatchObject([{ used: 30, reserved: 0 }]);
    const calls = Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0 ? spend(`طلب-${index}`, 2, 2) : reserve(`طلب-${index}`, 2),
    );
    expect((await Promise.all(calls)).filter(Boolean)).toHaveLength(35);
    const { used = 0, reserved = 0 } = (await text()) ?? {};
    expect(used + reserved).toBe(100);
  });

  test('reserves nothing in a missing ledger or a ledger of another bot', async () => {
    const { ledger } = stores();
    await ledger.grant(2, 'text', 100);
    expect(await text()).toBeUndefined();
    expect(await ledger.reserve(entry('a', 1))).toEqual({ reserved: false, shortage: null });
    expect(await ledger.all(1)).toEqual([]);
  });

  test('changes a total and keeps what was used', async () => {
    const { ledger } = stores();
    await ledger.grant(1, 'text', 10);
    await ledger.grant(1, 'audio', 5);
    await reserve('a', 10);
    await settle('a', 10);
    await ledger.grant(1, 'text', 8);
    expect(await reserve('b', 0)).toBe(false);
    await ledger.grant(1, 'text', 20);
    expect(await reserve('b', 10)).toBe(true);
    expect(await ledger.all(1)).toMatchObject([
      { ledger: 'audio', used: 0, reserved: 0, total: 5 },
      { ledger: 'text', used: 10, reserved: 10, total: 20 },
    ]);
  });

  test('is opened once by provisioning, and can be taken away', async () => {
    const { ledger } = stores();
    expect(await ledger.ensure(1, 'text', 10, { period: 'daily', zone: 'Asia/Riyadh' })).toBe(true);
    expect(await ledger.ensure(1, 'text', 99)).toBe(false);
    expect(await text()).toMatchObject({
      total: 10,
      startsOn: new Date('2026-11-20T21:00:00Z'),
      endsOn: new Date('2026-11-21T21:00:00Z'),
    });
    expect([await ledger.withdraw(1, 'text'), await ledger.withdraw(1, 'text')]).toEqual([true, false]);
    expect(await text()).toBeUndefined();
  });

  test('says what stood in the way', async () => {
    const { ledger } = stores();
    await ledger.grant(1, 'text', 100, { period: 'monthly', zone: 'Africa/Cairo' });
    await reserve('a', 30);
    await settle('a', 20);
    await reserve('b', 50);
    const resetsOn = new Date('2026-11-30T22:00:00Z');
    expect(await ledger.reserve(entry('c', 31))).toEqual({
      reserved: false,
      shortage: { of: 'bot', used: 20, reserved: 50, total: 100, resetsOn },
    });
    expect(await ledger.reserve(entry('c', 10, { cap: 75 }))).toEqual({
      reserved: false,
      shortage: { of: 'key', used: 20, reserved: 50, total: 75, resetsOn },
    });
    expect(await ledger.reserve(entry('c', 10, { cap: 5, keyId: 'آخر' }))).toMatchObject({
      shortage: { of: 'key', used: 0, reserved: 0, total: 5 },
    });
    expect(await text()).toMatchObject({ used: 20, reserved: 50 });
  });

  test('holds a key to its cap as exactly as a bot to its quota', async () => {
    const { ledger } = stores();
    await ledger.grant(1, 'text', 100);
    await ledger.grant(2, 'text', 100);
    const calls = Array.from({ length: 300 }, (_, index) =>
      reserve(`${index}`, 1, { cap: index % 3 === 2 ? null : 30, keyId: ['أ', 'ب', 'ج'][index % 3] ?? '' }),
    );
    const held = await Promise.all(calls);
    const of = (key: number) => held.filter((fits, index) => fits && index % 3 === key).length;
    expect([of(0), of(1), of(2)]).toEqual([30, 30, 40]);
    // A cap is per bot, and of what was not used is free again.
    expect(await reserve('2', 1, { botId: 2, cap: 30, keyId: 'أ' })).toBe(true);
    for (let index = 0; index < 300; index += 3) await settle(String(index), 0);
    expect(await reserve('again', 30, { cap: 30, keyId: 'أ' })).toBe(true);
    expect(await reserve('more', 1, { cap: 30, keyId: 'أ' })).toBe(false);
  });

  test('holds more for a call under way, within quota and cap, or nothing', async () => {
    const { ledger } = stores();
    await ledger.grant(1, 'text', 100);
    await reserve('a', 10, { cap: 50 });
    await reserve('other', 30, { keyId: 'آخر' });
    const more = (amount: number, requestId = 'a') =>
      ledger.reserveMore(entry(requestId, amount, { cap: 50 }));
    expect(await more(41)).toMatchObject({
      reserved: false,
      shortage: { of: 'key', reserved: 10, total: 50 },
    });
    expect(await more(61)).toMatchObject({ reserved: false, shortage: { of: 'bot', reserved: 40 } });
    expect(await more(40)).toEqual({ reserved: true });
    expect(await text()).toMatchObject({ used: 0, reserved: 80 });
    await settle('a', 45);
    expect(await text()).toMatchObject({ used: 45, reserved: 30 });
    await expect(more(1)).rejects.toThrow('no open reservation');
    await expect(more(1, 'unknown')).rejects.toThrow('no open reservation');
    expect(await text()).toMatchObject({ used: 45, reserved: 30 });
    expect(await ledger.usedByKeys(1, 'مفتاح')).toEqual([
      { keyId: 'مفتاح', ledger: 'text', used: 45, reserved: 0 },
    ]);
  });

  test('counts what keys used in the period now', async () => {
    const open = stores();
    const { ledger } = open;
    await ledger.grant(1, 'text', 100, { period: 'daily', zone: 'Asia/Riyadh' });
    await ledger.grant(1, 'audio', 100, { period: 'daily', zone: 'Asia/Riyadh' });
    await reserve('a', 20);
    await settle('a', 20);
    await reserve('b', 5, { keyId: 'آخر' });
    await reserve('c', 7, { ledger: 'audio' });
    await settle('c', 7);
    const used = async (botId = 1) =>
      (await ledger.usedByKeys(botId)).map((usage) =>
        [usage.keyId, usage.ledger, usage.used, usage.reserved].join(' '),
      );
    expect((await used()).toSorted()).toEqual(
      ['آخر text 0 5', 'مفتاح audio 7 0', 'مفتاح text 20 0'].toSorted(),
    );
    expect(await used(2)).toEqual([]);
    await ledger.withdraw(1, 'audio');
    later(open, 24 * HOUR);
    expect((await used()).toSorted()).toEqual(['آخر text 0 5', 'مفتاح text 0 0'].toSorted());
  });

  test('starts again with the period, by the clock alone', async () => {
    const open = stores();
    const { ledger } = open;
    await ledger.grant(1, 'text', 100, { period: 'daily', zone: 'Asia/Riyadh' });
    await reserve('a', 90, { cap: 90 });
    await settle('a', 90);
    await reserve('across', 10);
    expect(await reserve('b', 1)).toBe(false);
    open.time.now = new Date('2026-11-21T20:59:59Z');
    expect(await text()).toMatchObject({ used: 90 });
    open.time.now = new Date('2026-11-21T21:00:00Z');
    const bounds = {
      startsOn: new Date('2026-11-21T21:00:00Z'),
      endsOn: new Date('2026-11-22T21:00:00Z'),
    };
    // Reads show the new period without any write, and calls under way live on.
    expect(await text()).toMatchObject({ used: 0, reserved: 10, ...bounds });
    expect((await ledger.all(1))[0]).toMatchObject({ used: 0, reserved: 10, ...bounds });
    expect(await reserve('b', 91)).toBe(false);
    expect(await reserve('b', 90, { cap: 90, on: open.time.now })).toBe(false);
    expect(await reserve('b', 80, { cap: 90, on: open.time.now })).toBe(true);
    await settle('across', 7);
    expect(await text()).toMatchObject({ used: 7, reserved: 80, ...bounds });
    // Days without calls leave no rows.
    later(open, 10 * 24 * HOUR);
    expect(await text()).toMatchObject({ used: 0, reserved: 80, startsOn: new Date('2026-12-01T21:00:00Z') });
    await settle('b', 80);
    expect(await text()).toMatchObject({ used: 80, reserved: 0, endsOn: new Date('2026-12-02T21:00:00Z') });
  });

  test('keeps the usage of bot and keys when the period is renamed', async () => {
    const { ledger } = stores();
    await ledger.grant(1, 'text', 100);
    await reserve('a', 40);
    await settle('a', 40);
    await ledger.grant(1, 'text', 100, { period: 'monthly', zone: 'Africa/Cairo' });
    expect(await text()).toMatchObject({ used: 40, period: 'monthly', zone: 'Africa/Cairo' });
    expect(await reserve('b', 11, { cap: 50 })).toBe(false);
    expect(await reserve('b', 10, { cap: 50 })).toBe(true);
    await ledger.grant(1, 'text', 200);
    expect(await text()).toMatchObject({ used: 40, reserved: 10, total: 200, period: 'monthly' });
    later(stores(), 30 * 24 * HOUR);
    await ledger.grant(1, 'text', 300);
    expect(await text()).toMatchObject({ used: 0, reserved: 10, total: 300 });
    await ledger.grant(1, 'text', 300, { period: 'none', zone: 'UTC' });
    expect(await text()).toMatchObject({ startsOn: null, endsOn: null });
  });

  test('frees the reservations of dead calls', async () => {
    const { ledger, time } = stores();
    await ledger.grant(1, 'text', 1000);
    const old = { on: new Date(time.now.getTime() - 2 * HOUR), cap: 600 };
    for (let index = 0; index < 250; index++) await reserve(`قديم-${index}`, 2, old);
    await reserve('young', 7);
    expect(await ledger.releaseOlderThan(new Date(time.now.getTime() - HOUR))).toBe(250);
    expect(await text()).toMatchObject({ used: 0, reserved: 7 });
    await settle('قديم-3', 2);
    expect(await text()).toMatchObject({ used: 0, reserved: 7 });
    expect(await reserve('of the key', 593, { cap: 600 })).toBe(true);
  });

  test('takes no neighbour along when one of many writes fails', async () => {
    const { ledger } = stores();
    await ledger.grant(1, 'text', 100);
    const broken = { ...entry('b', 1), keyId: null as unknown as string };
    const outcomes = await Promise.allSettled([
      ledger.reserve(entry('a', 10)),
      ledger.reserve(broken),
      ledger.reserve(entry('c', 10)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await text()).toMatchObject({ reserved: 20 });
  });
});
