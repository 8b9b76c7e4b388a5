import { expect, test } from 'vitest';
import { foldExpression } from '#gateway/engine/synonyms/check-group.ts';
import type { NewSynonymGroup, SynonymGroup } from '#gateway/modules/synonyms/model.ts';
import type { SynonymConflict } from '#gateway/modules/synonyms/ports/synonyms.ts';
import { describeStores, later } from '#tests/support/stores.ts';

const group = (expressions: string[], note = ''): NewSynonymGroup => ({
  expressions,
  keys: expressions.map(foldExpression),
  note,
});
const HOURS = group(['دوام', 'ساعات العمل'], 'لهجة');
const FEES = group(['رسوم', 'مصاريف', 'عمولة']);

function written(result: SynonymGroup | SynonymConflict): SynonymGroup {
  if ('conflict' in result) throw new Error(`refused: ${JSON.stringify(result)}`);
  return result;
}

describeStores('SynonymStore', (stores) => {
  test('keeps groups per bot, and counts every change', async () => {
    const { synonyms } = stores();
    expect(await synonyms.version(1)).toBe(0);
    expect(await synonyms.all(1)).toEqual({ version: 0, groups: [] });
    const hours = written(await synonyms.add(1, HOURS, 10));
    expect(hours).toMatchObject({ botId: 1, id: 1, version: 1, ...HOURS });
    const other = written(await synonyms.add(2, HOURS, 10));
    expect(other).toMatchObject({ botId: 2, id: 1 });
    const fees = written(await synonyms.add(1, FEES, 10));
    expect(await synonyms.all(1)).toEqual({ version: 2, groups: [hours, fees] });
    expect(await synonyms.get(1, fees.id)).toEqual(fees);
    expect(await synonyms.get(2, fees.id)).toBeUndefined();
    expect(await synonyms.remove(1, hours.id)).toEqual(hours);
    expect(await synonyms.remove(1, hours.id)).toEqual({ conflict: 'missing' });
    expect(await synonyms.all(1)).toEqual({ version: 3, groups: [fees] });
    expect(await synonyms.version(2)).toBe(1);
    // Its number is never given again.
    expect(written(await synonyms.add(1, HOURS, 10)).id).toBe(3);
  });

  test('changes a group at the expected version alone', async () => {
    const { synonyms } = stores();
    const hours = written(await synonyms.add(1, HOURS, 10));
    later(stores(), 60_000);
    const wider = group([...HOURS.expressions, 'أوقات الدوام'], 'لهجة');
    const changed = written(await synonyms.change(1, hours.id, wider, hours.version));
    expect(changed).toMatchObject({ ...wider, version: 2, createdOn: hours.createdOn });
    expect(changed.modifiedOn.getTime()).toBe(hours.modifiedOn.getTime() + 60_000);
    expect(await synonyms.change(1, hours.id, HOURS, hours.version)).toEqual({
      conflict: 'stale',
      group: changed,
    });
    expect(await synonyms.remove(1, hours.id, hours.version)).toEqual({ conflict: 'stale', group: changed });
    expect(await synonyms.version(1)).toBe(2);
    // An edit without a difference is no change.
    expect(await synonyms.change(1, hours.id, wider)).toEqual(changed);
    expect(await synonyms.version(1)).toBe(2);
    expect(await synonyms.change(1, 99, wider)).toEqual({ conflict: 'missing' });
    expect(await synonyms.change(2, hours.id, wider)).toEqual({ conflict: 'missing' });
  });

  test('refuses a group contained in another, in any spelling; an expression may be in several groups', async () => {
    const { synonyms } = stores();
    const fees = written(await synonyms.add(1, FEES, 10));
    const within = group(['مَصاريف', 'عموله']);
    expect(await synonyms.add(1, within, 10)).toEqual({ conflict: 'known', group: fees });
    const polysemous = written(await synonyms.add(1, group(['مصاريف', 'نفقات', 'سحب']), 10));
    expect(await synonyms.change(1, polysemous.id, within)).toEqual({ conflict: 'known', group: fees });
    // A group may shrink to a part of itself.
    expect(await synonyms.change(1, fees.id, within)).toMatchObject({ version: 2, keys: within.keys });
    const torn = group(['عمولة', 'نفقات']);
    expect(await synonyms.add(1, torn, 10)).toMatchObject(torn);
  });

  test('takes no more than a bot may have', async () => {
    const { synonyms } = stores();
    written(await synonyms.add(1, HOURS, 1));
    expect(await synonyms.add(1, FEES, 1)).toEqual({ conflict: 'full' });
    expect(await synonyms.add(2, FEES, 1)).toMatchObject(FEES);
    const both = { limit: 1, replace: false, dryRun: false };
    expect(await synonyms.merge(1, [FEES], both)).toEqual({ conflict: 'full' });
    expect((await synonyms.all(1)).groups).toHaveLength(1);
    expect(await synonyms.merge(1, [FEES], { ...both, replace: true })).toEqual({
      added: 1,
      known: 0,
      removed: 1,
    });
    expect((await synonyms.all(1)).groups).toMatchObject([FEES]);
  });

  test('lists the last changed first, found by folded words in expressions and notes', async () => {
    const { synonyms } = stores();
    const hours = written(await synonyms.add(1, HOURS, 10));
    later(stores(), 1000);
    written(await synonyms.add(1, FEES, 10));
    later(stores(), 1000);
    await synonyms.change(1, hours.id, { ...HOURS, note: 'لهجة 100%' });
    const expressions = async (search?: string, page = { offset: 0, limit: 25 }) => {
      const { items, total } = await synonyms.list(1, {
        ...page,
        ...(search === undefined ? {} : { search }),
      });
      return [total, ...items.map((item) => item.expressions[0])];
    };
    expect(await expressions()).toEqual([2, 'دوام', 'رسوم']);
    expect(await expressions(undefined, { offset: 1, limit: 1 })).toEqual([2, 'رسوم']);
    expect(await expressions('العَمَل ساعات')).toEqual([1, 'دوام']);
    expect(await expressions('عموله')).toEqual([1, 'رسوم']);
    expect(await expressions('100%')).toEqual([1, 'دوام']);
    expect(await expressions('0%0')).toEqual([0]);
    expect((await synonyms.list(2, { offset: 0, limit: 25 })).total).toBe(0);
  });

  test('imports many groups: known groups once, and none with dryRun', async () => {
    const { synonyms } = stores();
    const hours = written(await synonyms.add(1, HOURS, 2000));
    const many = Array.from({ length: 1200 }, (_, index) => group([`كلمة ${index}`, `مرادف ${index}`]));
    const coming = [HOURS, ...many, group(['كلمه 7', 'مُرادف 7'])];
    const how = { limit: 2000, replace: false, dryRun: true };
    expect(await synonyms.merge(1, coming, how)).toEqual({ added: 1200, known: 2, removed: 0 });
    expect(await synonyms.all(1)).toEqual({ version: 1, groups: [hours] });
    expect(await synonyms.merge(1, coming, { ...how, dryRun: false })).toMatchObject({ added: 1200 });
    const { version, groups } = await synonyms.all(1);
    expect([version, groups.length, groups[0]?.id]).toEqual([2, 1201, hours.id]);
    expect(await synonyms.merge(1, coming, { ...how, dryRun: false })).toMatchObject({
      added: 0,
      known: 1202,
    });
    expect(await synonyms.version(1)).toBe(2);
    // Replaced: what is exactly the same stays itself, all else goes.
    const renoted = { ...FEES, note: 'جديدة' };
    const replaced = await synonyms.merge(1, [renoted, HOURS], { ...how, replace: true, dryRun: false });
    expect(replaced).toEqual({ added: 1, known: 1, removed: 1200 });
    expect((await synonyms.all(1)).groups).toMatchObject([
      { id: hours.id },
      { expressions: FEES.expressions },
    ]);
  });
});
