import { expect, test } from 'vitest';
import {
  accepted,
  addFile,
  addUnit,
  describeStores,
  FIRST_GENERATION,
  file,
  later,
  publish,
  skipFetching,
} from '#tests/support/stores.ts';

const DAY = 24 * 60 * 60 * 1000;

describeStores('UnitStore, the bin', (stores) => {
  test('takes a unit out of everything at once and frees its title and aliases', async () => {
    const { units, jobs } = stores();
    const unit = await addUnit(stores(), 'قديم');
    await units.update(1, unit.id, { title: 'جديد', titleKey: 'جديد' });
    await publish(stores(), ['نص']);
    await units.reindex(1, unit.id);
    expect((await units.moveToBin(1, unit.id))?.deletedOn).toEqual(stores().time.now);

    expect(await units.get(1, unit.id)).toBeUndefined();
    expect(await units.moveToBin(1, unit.id)).toBeUndefined();
    expect(await units.listSearchable(1)).toEqual([]);
    expect((await units.byTitleKeys(1, ['قديم', 'جديد'])).size).toBe(0);
    expect((await units.summary(1)).passages).toBe(0);
    expect(await units.progress(1, [unit.id])).toEqual([]);
    expect(await jobs.lease('x', 1000)).toBeUndefined();
    expect(await units.update(1, unit.id, { description: 'وصف' })).toEqual({ conflict: 'missing' });
    await addUnit(stores(), 'جديد');
  });

  test('restores segment, free aliases and the place in the queue', async () => {
    const { units, jobs, index } = stores();
    const unit = await addUnit(stores(), 'أول');
    for (const title of ['ثان', 'ثالث']) await units.update(1, unit.id, { title, titleKey: title });
    await publish(stores(), ['نص عربي']);
    await units.moveToBin(1, unit.id);
    await addUnit(stores(), 'أول');
    const restored = accepted(await units.restore(1, unit.id));
    expect(restored).toMatchObject({
      title: 'ثالث',
      status: 'ready',
      generation: FIRST_GENERATION,
      deletedOn: null,
    });
    const unitsByKey = await units.byTitleKeys(1, ['أول', 'ثان', 'ثالث']);
    expect(['أول', 'ثان', 'ثالث'].map((title) => unitsByKey.get(title)?.id)).toEqual([2, 1, 1]);
    expect(await index.readPassages(1, unit.id, FIRST_GENERATION, [0])).toHaveLength(1);
    expect(await units.restore(1, unit.id)).toEqual({ conflict: 'missing' });

    await units.moveToBin(1, 2);
    expect(await jobs.lease('x', 1000)).toBeUndefined();
    expect(accepted(await units.restore(1, 2)).status).toBe('waiting');
    await skipFetching(stores());
    expect((await jobs.lease('x', 1000))?.unitId).toBe(2);
  });

  test('refuses to restore when the title was taken meanwhile', async () => {
    const { units } = stores();
    const unit = await addUnit(stores(), 'عنوان');
    await units.moveToBin(1, unit.id);
    const other = await addUnit(stores(), 'عنوان');
    const refused = { conflict: 'title-taken', title: 'عنوان', id: other.id };
    expect(await units.restore(1, unit.id)).toEqual(refused);
    expect((await units.byTitleKeys(1, ['عنوان'])).get('عنوان')?.id).toBe(other.id);
  });

  test('removes for good: rows, passages, files and unshared blobs', async () => {
    const { units, files, index, orphans } = stores();
    await addFile(stores(), 'own');
    await addFile(stores(), 'shared');
    const unit = await addUnit(stores(), 'أ', [file('own'), file('shared')]);
    const other = await addUnit(stores(), 'ب', [file('shared')]);
    await publish(
      stores(),
      Array.from({ length: 1203 }, (_, index) => `فقرة ${index}`),
    );
    const receipt = await units.remove(1, unit.id);
    expect(receipt).toMatchObject({ passages: 1203, sources: 2, blobs: ['blob-of-own'] });
    expect(receipt?.unit.sources[0]?.file?.id).toBe('own');
    expect(await units.restore(1, unit.id)).toEqual({ conflict: 'missing' });
    expect(await index.pagePassages(1, unit.id, 1, 0, 10)).toEqual({ items: [], total: 0 });
    expect(await index.readSegmentParts(1, unit.id, FIRST_GENERATION, [0, 1, 2])).toEqual(new Map());
    expect(await files.byId(1, 'own')).toBeUndefined();
    expect(await files.byId(1, 'shared')).toBeDefined();
    expect(await units.remove(1, unit.id)).toBeUndefined();

    // A unit in the bin still holds its files.
    await units.moveToBin(1, other.id);
    expect(await orphans.list(10)).toEqual(['blob-of-own']);
    expect((await units.remove(1, other.id))?.blobs).toEqual(['blob-of-shared']);
    expect(await files.byId(1, 'shared')).toBeUndefined();
    expect((await orphans.list(10)).toSorted()).toEqual(['blob-of-own', 'blob-of-shared']);
    await orphans.forget(['blob-of-own', 'blob-of-shared']);
    expect(await orphans.list(10)).toEqual([]);
  });

  test('does not remove a unit for good that was restored meanwhile', async () => {
    const { units } = stores();
    const unit = await addUnit(stores(), 'أ');
    expect(await units.remove(1, unit.id, { onlyFromBin: true })).toBeUndefined();
    expect(await units.get(1, unit.id)).toBeDefined();
    await units.moveToBin(1, unit.id);
    expect((await units.summary(1)).binned).toBe(1);
    expect(await units.remove(1, unit.id, { onlyFromBin: true })).toMatchObject({ unit: { title: 'أ' } });
    expect((await units.summary(1)).binned).toBe(0);
  });

  test('names the units whose time in the bin is over', async () => {
    const { units, time } = stores();
    for (const title of ['أ', 'ب']) await addUnit(stores(), title);
    await addUnit(stores(), 'أ', undefined, 2);
    await units.moveToBin(1, 1);
    later(stores(), 20 * DAY);
    await units.moveToBin(2, 1);
    later(stores(), 10 * DAY + 1);
    const before = new Date(time.now.getTime() - 30 * DAY);
    expect(await units.binnedBefore(before, 10)).toEqual([{ botId: 1, id: 1 }]);
    expect(await units.binnedBefore(time.now, 1)).toEqual([{ botId: 1, id: 1 }]);
    expect(await units.binnedBefore(time.now, 9)).toEqual([
      { botId: 1, id: 1 },
      { botId: 2, id: 1 },
    ]);
  });
});
