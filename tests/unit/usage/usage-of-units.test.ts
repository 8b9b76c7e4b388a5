import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addDays, daysBetween } from '#gateway/core/calendar/zone-day.ts';
import { describeStores, type OpenStores } from '#tests/support/stores.ts';

const FIRST = 20260820;
const LAST = 20261121;
const DAYS = Array.from({ length: daysBetween(FIRST, LAST) + 1 }, (_, index) => addDays(FIRST, index));

/** What unit 1 to 5 used on a day: on some nothing. */
const useOf = (unit: number, day: number) => (((unit * 7919 + day * 31) % 11) * unit) % 13;

function expected(from: number, to: number) {
  const amounts = [1, 2, 3, 4, 5].map((unit) => {
    const used = DAYS.filter((day) => day >= from && day <= to).map((day) => useOf(unit, day));
    return {
      id: String(unit),
      calls: used.filter((amount) => amount > 0).length,
      amount: used.reduce((a, b) => a + b, 0),
    };
  });
  return amounts
    .filter(({ calls }) => calls > 0)
    .toSorted((a, b) => b.amount - a.amount || b.calls - a.calls || Number(a.id) - Number(b.id));
}

describeStores('UsageStore, use of units over months', (stores) => {
  async function threeMonths(): Promise<OpenStores> {
    const open = stores();
    await open.ledger.grant(1, 'text', 1_000_000);
    for (const day of DAYS) {
      const text = String(day);
      open.time.now = new Date(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}T12:00:00Z`);
      const calls = [1, 2, 3, 4, 5].map(async (unit) => {
        const call = { botId: 1, ledger: 'text', keyId: 'ليلى', action: 'answer', amount: 20 } as const;
        const requestId = `طلب-${day}-${unit}`;
        await open.ledger.reserve({ ...call, requestId, on: open.time.now });
        await open.ledger.settle(1, requestId, { amount: useOf(unit, day), estimated: false, unitId: unit });
      });
      await Promise.all(calls);
    }
    return open;
  }
  const ofUnits = (from: number, to: number) => ({ botId: 1, ledger: 'text', by: 'unit', from, to }) as const;

  test('is the same to the unit from whichever day to whichever, page by page, without the days of whole months', async () => {
    const { usage, db } = await threeMonths();
    const wrong: number[][] = [];
    for (let from = 0; from < DAYS.length; from += 3)
      for (let to = from; to < DAYS.length; to += to - from < 20 ? 3 : 11) {
        const [first = 0, last = 0] = [DAYS[from], DAYS[to]];
        const { items, total, sum } = await usage.groups(ofUnits(first, last));
        const right = expected(first, last);
        const shown = items.map(({ id, calls, amount }) => ({ id, calls, amount }));
        const amount = right.reduce((all, slot) => all + slot.amount, 0);
        if (
          JSON.stringify(shown) !== JSON.stringify(right) ||
          total !== right.length ||
          sum.amount !== amount
        )
          wrong.push([first, last]);
      }
    expect(wrong).toEqual([]);

    const all = await usage.groups(ofUnits(FIRST, LAST));
    expect(all).toMatchObject({ total: 5 });
    const { items, total, sum } = await usage.groups({ ...ofUnits(FIRST, LAST), offset: 1, limit: 2 });
    expect(items).toEqual(all.items.slice(1, 3));
    expect({ total, sum }).toEqual({ total: 5, sum: all.sum });
    expect(await usage.groups({ ...ofUnits(FIRST, LAST), offset: 25, limit: 25 })).toEqual({
      ...all,
      items: [],
    });
    expect(await usage.groups(ofUnits(20250101, 20250301))).toEqual({
      items: [],
      total: 0,
      sum: { calls: 0, amount: 0, estimated: 0 },
    });

    // The days of whole months are not read.
    const before = await usage.groups(ofUnits(20260825, 20261118));
    await db.change({ bot: 1 }, (trx) =>
      sql`delete from usage_unit_day where day between 20260901 and 20261031`.execute(trx),
    );
    expect(await usage.groups(ofUnits(20260825, 20261118))).toEqual(before);
    expect(before.total).toBe(5);
  });
});
