import { expect, it } from 'vitest';
import { describeStores } from './stores.ts';

describeStores('LedgerStore', (stores) => {
  const entry = (requestId: string, amount: number) => ({
    botId: 1,
    ledger: 'text' as const,
    requestId,
    keyId: 'مفتاح',
    action: 'answer',
    amount,
    on: stores().time.now,
  });

  it('accepts exactly as many of 300 calls at once as fit', async () => {
    const { ledger } = stores();
    await ledger.grant(1, 'text', 1000);
    const calls = Array.from({ length: 300 }, (_, at) => ledger.reserve(entry(`طلب-${at}`, 10)));
    expect((await Promise.all(calls)).filter(Boolean)).toHaveLength(100);
    expect(await ledger.state(1, 'text')).toEqual({ ledger: 'text', used: 0, reserved: 1000, total: 1000 });
  });

  it('charges what a call cost, at most what it reserved, once', async () => {
    const { ledger } = stores();
    await ledger.grant(1, 'text', 100);
    expect(await ledger.reserve(entry('a', 60))).toBe(true);
    expect(await ledger.reserve(entry('a', 60))).toBe(true);
    expect(await ledger.reserve(entry('b', 41))).toBe(false);
    expect(await ledger.reserve(entry('b', 40))).toBe(true);
    await Promise.all(Array.from({ length: 5 }, () => ledger.settle(1, 'a', 25, true)));
    expect(await ledger.state(1, 'text')).toMatchObject({ used: 25, reserved: 40 });
    await ledger.settle(1, 'b', 4000, false);
    expect(await ledger.state(1, 'text')).toMatchObject({ used: 65, reserved: 0 });
    await ledger.settle(1, 'unknown', 5, false);
    await ledger.settle(2, 'b', 5, false);
    expect(await ledger.state(1, 'text')).toMatchObject({ used: 65, reserved: 0 });
  });

  it('reserves nothing in a ledger that is not there or another bot has', async () => {
    const { ledger } = stores();
    await ledger.grant(2, 'text', 100);
    expect(await ledger.state(1, 'text')).toBeUndefined();
    expect(await ledger.reserve(entry('a', 1))).toBe(false);
    expect(await ledger.all(1)).toEqual([]);
  });

  it('changes a total and keeps what was used', async () => {
    const { ledger } = stores();
    await ledger.grant(1, 'text', 10);
    await ledger.grant(1, 'audio', 5);
    await ledger.reserve(entry('a', 10));
    await ledger.settle(1, 'a', 10, false);
    await ledger.grant(1, 'text', 8);
    expect(await ledger.reserve(entry('b', 0))).toBe(false);
    await ledger.grant(1, 'text', 20);
    expect(await ledger.reserve(entry('b', 10))).toBe(true);
    expect(await ledger.all(1)).toEqual([
      { ledger: 'audio', used: 0, reserved: 0, total: 5 },
      { ledger: 'text', used: 10, reserved: 10, total: 20 },
    ]);
  });

  it('frees what dead calls reserved', async () => {
    const { ledger, time } = stores();
    await ledger.grant(1, 'text', 1000);
    for (let at = 0; at < 250; at++)
      await ledger.reserve({ ...entry(`قديم-${at}`, 2), on: new Date(time.now.getTime() - 7_200_000) });
    await ledger.reserve(entry('young', 7));
    expect(await ledger.releaseOlderThan(new Date(time.now.getTime() - 3_600_000))).toBe(250);
    expect(await ledger.state(1, 'text')).toMatchObject({ used: 0, reserved: 7 });
    await ledger.settle(1, 'قديم-3', 2, false);
    expect(await ledger.state(1, 'text')).toMatchObject({ used: 0, reserved: 7 });
  });
});
