import { expect, test } from 'vitest';
import type { FoundContradiction } from '#gateway/modules/contradictions/model.ts';
import { addFile, addUnit, describeStores, later, publish } from '#tests/support/stores.ts';

const statement = (unitId: number, quote: string, readOn: number | null = null) => ({
  unitId,
  sourceId: unitId,
  ordinal: 0,
  section: 'الرسوم',
  quote,
  readOn,
});
const pair = (identity: string, on = 1): FoundContradiction => ({
  identity,
  newer: statement(2, `${identity} 5.75`, on),
  older: statement(1, `${identity} 4.25`),
});
const PLACE = { botId: 1, number: 1 };

describeStores('ContradictionStore', (stores) => {
  const replace = (pairs: FoundContradiction[], number = 1) => {
    const { now } = stores().time;
    return stores().contradictions.replace({ ...PLACE, number }, pairs, {
      now,
      next: new Date(now.getTime() + 60_000),
    });
  };
  const identities = async (state: 'open' | 'dismissed' = 'open') =>
    (await stores().contradictions.list(1, state)).map(({ id, identity }) => [id, identity]);

  test('keeps the newest two hundred, each under its id for as long as it is there', async () => {
    await stores().bots.createIfMissing({ id: 1, name: 'دليل' }, stores().time.now);
    const many = Array.from({ length: 250 }, (_, index) => pair(`رسم ${index}`, 1000 - index));
    expect(await replace(many)).toBe(200);
    expect((await identities()).slice(0, 2)).toEqual([
      [1, 'رسم 0'],
      [2, 'رسم 1'],
    ]);
    await stores().contradictions.dismiss(1, 1, { by: 'سارة', on: stores().time.now });
    expect(await replace(many.slice(0, 3), 2)).toBe(2);
    expect(await identities()).toEqual([
      [2, 'رسم 1'],
      [3, 'رسم 2'],
    ]);
    expect(await identities('dismissed')).toEqual([[1, 'رسم 0']]);
    expect(await stores().contradictions.get(2, 2)).toBeUndefined();
  });

  test('is due when the knowledge moved, and not before the rest is over', async () => {
    await stores().bots.createIfMissing({ id: 1, name: 'دليل' }, stores().time.now);
    const { contradictions, time } = stores();
    const first = await contradictions.due([1, 2], time.now);
    expect(first).toEqual({ botId: 1, number: expect.any(Number) });
    await replace([], first?.number);
    await addUnit(stores(), 'دليل');
    await publish(stores(), ['الرسوم 50 ريالاً']);
    expect(await contradictions.due([1], time.now)).toBeUndefined();
    later(stores(), 60_000);
    const second = await contradictions.due([1], time.now);
    expect(second?.number).toBeGreaterThan(first?.number ?? 0);
    await replace([], second?.number);
    later(stores(), 60_000);
    expect(await contradictions.due([1], time.now)).toBeUndefined();
  });

  test('files of the same bytes are found by path, in their bot alone', async () => {
    await addFile(stores(), 'a', { path: '1/a/x.md', sha256: 'same', size: 5 });
    await addFile(stores(), 'b', { path: '1/b/y.md', sha256: 'same', size: 5 });
    await addFile(stores(), 'c', { path: '1/c/z.md', sha256: 'other', size: 5 });
    await addFile(stores(), 'd', { botId: 2, path: '2/d/x.md', sha256: 'same', size: 5 });
    const same = await stores().files.sameBytes(1, ['1/b/y.md', '1/c/z.md', '2/d/x.md']);
    expect(Object.fromEntries([...same].map(([path, ids]) => [path, ids.toSorted()]))).toEqual({
      '1/b/y.md': ['a', 'b'],
      '1/c/z.md': ['c'],
    });
  });
});
