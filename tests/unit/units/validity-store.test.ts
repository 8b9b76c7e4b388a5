import { expect, test } from 'vitest';
import type { Validity } from '#gateway/modules/units/model.ts';
import { createSqlStores } from '#gateway/stores.ts';
import { addUnit, describeStores, publish } from '#tests/support/stores.ts';

const ON: Validity = { isOff: false, validFrom: null, validUntil: null };
const START = new Date('2026-11-21T09:00:00Z');
const hours = (count: number) => new Date(START.getTime() + count * 3_600_000);

describeStores('UnitStore, validity', (open) => {
  /** Two gateways of one database, whose clock the tests move on either database. */
  const setup = async () => {
    const time = { now: START };
    const now = () => Promise.resolve(time.now.getTime());
    const db = { ...open().db, ...(open().db.now ? { now } : {}) };
    const clock = { now: () => time.now };
    const [{ units, jobs, index }, elsewhere] = [createSqlStores(db, clock), createSqlStores(db, clock)];
    const stores = { units, jobs, index, db };
    const first = await addUnit(stores, 'رسوم القبول');
    await publish(stores, ['الرسوم ٥٠ ريالًا']);
    await addUnit(stores, 'ساعات العمل');
    await publish(stores, ['من الثامنة']);
    const number = async () => (await db.read.selectFrom('unit_change').selectAll().execute())[0]?.number;
    const titles = async () => (await units.listSearchable(1)).map(({ title }) => title);
    return { units, elsewhere, first, time, titles, number };
  };

  test('a unit that is switched off leaves the list of every gateway, and comes back', async () => {
    const { units, elsewhere, first, titles } = await setup();
    expect(await titles()).toEqual(['رسوم القبول', 'ساعات العمل']);
    expect(await elsewhere.units.setValidity(1, first.id, { ...ON, isOff: true })).toMatchObject({
      unit: { id: first.id, version: first.version },
      before: ON,
      after: { isOff: true, availability: 'off' },
    });
    expect(await titles()).toEqual(['ساعات العمل']);
    expect((await units.byTitleKeys(1, ['رسوم القبول'])).get('رسوم القبول')?.validity.availability).toBe(
      'off',
    );
    await elsewhere.units.setValidity(1, first.id, ON);
    expect(await titles()).toEqual(['رسوم القبول', 'ساعات العمل']);
    expect(await units.setValidity(2, first.id, ON)).toBeUndefined();
  });

  test('a unit enters and leaves answers by the clock, from memory', async () => {
    const { units, first, time, titles } = await setup();
    await units.setValidity(1, first.id, { ...ON, validFrom: hours(1), validUntil: hours(2) });
    const seen = async () => {
      const [state] = await units.progress(1, [first.id]);
      return [await titles(), state?.validity.availability];
    };
    expect(await seen()).toEqual([['ساعات العمل'], 'not-yet']);
    time.now = hours(1);
    expect(await seen()).toEqual([['رسوم القبول', 'ساعات العمل'], 'on']);
    expect(await units.listSearchable(1)).toBe(await units.listSearchable(1));
    time.now = new Date(hours(2).getTime() - 1);
    expect(await seen()).toEqual([['رسوم القبول', 'ساعات العمل'], 'on']);
    time.now = hours(2);
    expect(await seen()).toEqual([['ساعات العمل'], 'expired']);
  });

  test('the number of the knowledge grows once a moment, and with no repeated call', async () => {
    const { units, first, time, number } = await setup();
    const dated = { ...ON, validFrom: hours(1), validUntil: hours(2) };
    const before = (await number()) ?? 0;
    await units.setValidity(1, first.id, dated);
    await units.setValidity(1, first.id, dated);
    expect(await number()).toBe(before + 1);
    expect(await units.noteValidity(10)).toBe(0);
    time.now = hours(1);
    expect(await units.noteValidity(10)).toBe(1);
    expect(await units.noteValidity(10)).toBe(0);
    expect(await number()).toBe(before + 2);
    time.now = hours(5);
    expect(await units.noteValidity(10)).toBe(1);
    expect(await units.noteValidity(10)).toBe(0);
    expect(await number()).toBe(before + 3);
  });

  test('bin and restore keep the dates, and lists find what is in no answer', async () => {
    const { units, first, time } = await setup();
    const dated = { ...ON, validUntil: hours(1) };
    await units.setValidity(1, first.id, dated);
    await units.moveToBin(1, first.id);
    await units.restore(1, first.id);
    expect(await units.progress(1, [first.id])).toMatchObject([
      { validity: { ...dated, availability: 'on' } },
    ]);
    const list = async (isAvailable: boolean) => {
      const sort = { by: 'title', descending: false } as const;
      const { items } = await units.list(1, { isAvailable, offset: 0, limit: 10, sort });
      return items.map(({ title }) => title);
    };
    expect(await list(false)).toEqual([]);
    time.now = hours(1);
    expect(await list(false)).toEqual(['رسوم القبول']);
    expect(await list(true)).toEqual(['ساعات العمل']);
  });
});
