import { expect, test } from 'vitest';
import { titleKey } from '#common/title-key.ts';
import { createSqlStores } from '#gateway/stores.ts';
import {
  accepted,
  addFile,
  addUnit,
  describeStores,
  FIRST_GENERATION,
  file,
  later,
  publish,
  url,
} from '#tests/support/stores.ts';

const WHOLE_LIST = { offset: 0, limit: 100, sort: { by: 'createdOn', descending: false } } as const;

describeStores('UnitStore, what is searched', (stores) => {
  const other = () => createSqlStores(stores().db, { now: () => stores().time.now });
  const titles = async () => (await stores().units.listSearchable(1)).map(({ title }) => title);

  test('stays in memory until a unit changes, by whichever gateway', async () => {
    const [{ units }, elsewhere] = [stores(), other()];
    const first = await addUnit(stores(), 'أول');
    expect(await titles()).toEqual([]);
    await publish(stores(), ['نص']);
    const listed = await units.listSearchable(1);
    expect(await units.listSearchable(1)).toBe(listed);
    await addUnit(stores(), 'غير مفهرس');
    expect(await units.listSearchable(1)).toBe(listed);
    await elsewhere.units.update(1, first.id, { title: 'آخر', titleKey: titleKey('آخر') });
    expect(await titles()).toEqual(['آخر']);
    await elsewhere.units.moveToBin(1, first.id);
    expect(await titles()).toEqual([]);
    await elsewhere.units.restore(1, first.id);
    expect(await titles()).toEqual(['آخر']);
    await elsewhere.units.remove(1, first.id);
    expect(await titles()).toEqual([]);
  });

  test('follows a gateway of an earlier version, which knows of no number', async () => {
    await addUnit(stores(), 'قديم');
    await publish(stores(), ['نص']);
    expect(await titles()).toEqual(['قديم']);
    await stores().db.change({ bot: 1 }, (trx) => trx.updateTable('unit').set({ title: 'جديد' }).execute());
    expect(await titles()).toEqual(['جديد']);
    await stores().db.change({ bot: 1 }, (trx) => trx.deleteFrom('unit').execute());
    expect(await titles()).toEqual([]);
  });

  test('names the documents of sources: the path of a file, or the address', async () => {
    await addFile(stores(), 'a');
    const { sources } = await addUnit(stores(), 'دليل', [file('a'), url('https://example.com/صفحة')]);
    const ids = sources.map(({ id }) => id);
    const documents = await stores().units.documentsOf(1, [...ids, 999]);
    expect([...documents.values()]).toEqual([
      { fileId: sources[0]?.file?.path, readOn: null },
      { fileId: 'https://example.com/صفحة', readOn: null },
    ]);
    expect((await stores().units.documentsOf(2, ids)).size).toBe(0);
  });
});

describeStores('UnitStore, writing', (stores) => {
  test('registers a unit with its sources, waiting, and gives ids that are never used again', async () => {
    const { units } = stores();
    await addFile(stores(), 'a');
    const first = await addUnit(stores(), 'دليل الحِرَف', [file('a'), url('https://example.com/صفحة')]);
    expect(first).toMatchObject({ id: 1, botId: 1, status: 'waiting', generation: null, version: 1 });
    expect(first.sources).toMatchObject([
      { position: 0, fileId: 'a', url: null, status: 'waiting', file: { name: 'دليل.pdf', size: 1200 } },
      { position: 1, fileId: null, url: 'https://example.com/صفحة', file: null, fetched: null },
    ]);
    expect(await units.get(1, first.id)).toEqual(first);
    expect(await units.get(2, first.id)).toBeUndefined();

    await units.remove(1, first.id);
    const second = await addUnit(stores(), 'دليل الحِرَف');
    expect(second.id).toBe(2);
    expect(second.sources[0]?.id).toBe(3);
    expect((await addUnit(stores(), 'دليل الحِرَف', undefined, 7)).id).toBe(1);
  });

  test('refuses a taken title in any spelling, and names its unit; case counts', async () => {
    const { units } = stores();
    const first = await addUnit(stores(), 'دليل الحرف');
    const again = ' دليـــل  الحرف\u200f';
    const sources = [url('https://example.com')];
    const registration = { botId: 1, title: again, titleKey: titleKey(again), description: '', sources };
    expect(await units.register(registration)).toEqual({
      conflict: 'title-taken',
      title: 'دليل الحرف',
      id: first.id,
    });
    await addUnit(stores(), 'Guide');
    await addUnit(stores(), 'guide');
    expect((await units.list(1, WHOLE_LIST)).total).toBe(3);
  });

  test('lets exactly one of many registrations at once have a title', async () => {
    const { units } = stores();
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        units.register({
          botId: 1,
          title: 'واحد',
          titleKey: titleKey('واحد'),
          description: '',
          sources: [url('https://example.com')],
        }),
      ),
    );
    expect(results.filter((result) => 'id' in result && 'sources' in result)).toHaveLength(1);
    expect((await units.list(1, WHOLE_LIST)).total).toBe(1);
  });

  test('refuses a file that the bot does not have, and writes nothing then', async () => {
    const { units, jobs } = stores();
    await addFile(stores(), 'other', { botId: 2, path: '2/other' });
    const registration = { botId: 1, title: 'أ', titleKey: 'أ', description: '', sources: [file('other')] };
    expect(await units.register(registration)).toEqual({ conflict: 'file-missing', fileId: 'other' });
    expect((await units.list(1, WHOLE_LIST)).total).toBe(0);
    expect(await jobs.lease('x', 1000)).toBeUndefined();
  });

  test('keeps the old title as an alias until another unit takes it', async () => {
    const { units } = stores();
    const unit = await addUnit(stores(), 'القديم');
    await units.update(1, unit.id, { title: 'الجديد', titleKey: titleKey('الجديد') });
    let unitsByKey = await units.byTitleKeys(1, ['القديم', 'الجديد', 'غيرهما']);
    expect([...unitsByKey].map(([key, { id }]) => [key, id])).toEqual(
      expect.arrayContaining([
        ['القديم', unit.id],
        ['الجديد', unit.id],
      ]),
    );
    expect(unitsByKey.size).toBe(2);

    const other = await addUnit(stores(), 'القديم');
    unitsByKey = await units.byTitleKeys(1, ['القديم', 'الجديد']);
    expect(unitsByKey.get('القديم')?.id).toBe(other.id);
    expect(unitsByKey.get('الجديد')?.id).toBe(unit.id);
    // A unit may take its own alias back, but not a title of another unit.
    expect(await units.update(1, unit.id, { title: 'القديم', titleKey: 'القديم' })).toMatchObject({
      conflict: 'title-taken',
      id: other.id,
    });
    await units.update(1, other.id, { title: 'آخر', titleKey: 'آخر' });
    expect(accepted(await units.update(1, other.id, { title: 'القديم', titleKey: 'القديم' })).title).toBe(
      'القديم',
    );
  });

  test('refuses a stale change and shows the unit as it is', async () => {
    const { units } = stores();
    const unit = await addUnit(stores(), 'وثيقة');
    later(stores(), 1000);
    const changed = accepted(await units.update(1, unit.id, { description: 'وصف' }, 1));
    expect(changed).toMatchObject({ version: 2, description: 'وصف', title: 'وثيقة' });
    expect(changed.modifiedOn.getTime()).toBe(unit.modifiedOn.getTime() + 1000);
    expect(changed.createdOn).toEqual(unit.createdOn);
    const stale = await units.update(1, unit.id, { description: 'آخر' }, 1);
    expect(stale).toEqual({ conflict: 'stale', unit: changed });
    expect(await units.update(1, 99, {})).toEqual({ conflict: 'missing' });
  });

  test('renames a published unit without indexing it again, and knows under which title it was indexed', async () => {
    const { units, jobs } = stores();
    const unit = await addUnit(stores(), 'قديم');
    await publish(stores(), ['نص']);
    const described = accepted(await units.update(1, unit.id, { description: 'وصف', title: ' قديم' }));
    expect(described.status).toBe('ready');
    const renamed = accepted(await units.update(1, unit.id, { title: 'جديد', titleKey: 'جديد' }));
    expect(renamed).toMatchObject({
      status: 'ready',
      generation: FIRST_GENERATION,
      title: 'جديد',
      indexedTitle: 'قديم',
    });
    expect(await jobs.lease('x', 1000)).toBeUndefined();
  });

  test('keeps the ids of sources that stay, and the ones that went until the next segment is published', async () => {
    const { units } = stores();
    const unit = await addUnit(stores(), 'مصادر', [
      url('https://example.com/أ'),
      url('https://example.com/ب'),
    ]);
    const [first, second] = unit.sources;
    await publish(stores(), ['نص من أ']);
    expect(accepted(await units.update(1, unit.id, { sources: unit.sources })).status).toBe('ready');

    const sources = [url('https://example.com/ب'), url('https://example.com/ج')];
    const changed = accepted(await units.update(1, unit.id, { sources }));
    expect(changed.status).toBe('waiting');
    expect(changed.sources.map(({ url }) => url)).toEqual(sources.map(({ url }) => url));
    expect(changed.sources[0]?.id).toBe(second?.id);
    expect(changed.formerSources.map(({ id }) => id)).toEqual([first?.id]);
    const published = await publish(stores(), ['نص من ب']);
    expect(published.formerSources).toEqual([]);
    expect(published.sources).toHaveLength(2);
  });

  test('drops replaced sources with their files at once while no passage is published', async () => {
    const { units, files } = stores();
    await addFile(stores(), 'a');
    await addFile(stores(), 'b');
    const unit = await addUnit(stores(), 'ملف', [file('a')]);
    const changed = accepted(await units.update(1, unit.id, { sources: [file('b')] }));
    expect(changed.formerSources).toEqual([]);
    expect(await files.byId(1, 'a')).toBeUndefined();
    expect(await stores().orphans.list(10)).toEqual(['blob-of-a']);
  });

  test('answers from the last good segment during indexing, and from no missing segment', async () => {
    const { units } = stores();
    const unit = await addUnit(stores(), 'أول');
    await addUnit(stores(), 'ثان');
    await publish(stores(), ['نص']);
    expect((await units.listSearchable(1)).map(({ id }) => id)).toEqual([unit.id]);
    const queued = await units.reindex(1, unit.id);
    expect(queued).toMatchObject({ status: 'waiting', generation: FIRST_GENERATION, version: 1 });
    expect((await units.listSearchable(1)).map(({ id }) => id)).toEqual([unit.id]);
    expect(await units.listSearchable(2)).toEqual([]);
    expect(await units.reindex(1, 99)).toBeUndefined();
  });
});
