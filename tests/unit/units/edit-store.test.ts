import { expect, test } from 'vitest';
import type { NewEdit } from '#gateway/modules/units/ports/edits.ts';
import { addFile, addUnit, describeStores, file, publish } from '#tests/support/stores.ts';

const place = { block: 0, row: 0 };
const EDIT: NewEdit = {
  sourceId: 1,
  kind: 'replace',
  anchor: {
    headings: [],
    before: [],
    after: [],
    readingId: 1,
    first: place,
    last: place,
  },
  before: ['الرسوم 75'],
  after: ['الرسوم 80'],
};
const REQUEST = { by: 'هدى', expectedVersion: undefined };

describeStores('EditStore', (stores) => {
  const list = async () => (await stores().edits.list(1, 1, { offset: 0, limit: 9 })).items;
  async function addOne() {
    await addFile(stores(), 'a');
    await addUnit(stores(), 'الرسوم', [file('a')]);
    await publish(stores(), ['الرسوم 75']);
    return stores().edits.add(1, 1, [EDIT], { ...REQUEST, replaced: [] });
  }

  test('an edit waits for a version, queues its unit, and can be given up before', async () => {
    expect(await addOne()).toMatchObject({ id: 1, status: 'waiting', version: 2 });
    expect(await list()).toMatchObject([{ ...EDIT, id: 1, by: 'هدى', pending: 'added', live: null }]);
    expect(await stores().edits.ofRun(1, 1, null)).toMatchObject([{ id: 1, pending: 'added' }]);
    expect(await stores().edits.ofLive(1, 1)).toEqual([]);
    expect(await stores().edits.withdraw(1, 1, 1, REQUEST)).toMatchObject({ edit: EDIT, unit: { id: 1 } });
    expect(await stores().edits.withdraw(1, 1, 1, REQUEST)).toEqual({ conflict: 'edit-missing' });
    expect(await stores().edits.ofRun(1, 1, null)).toEqual([]);
  });

  test('a unit that was changed meanwhile, or is gone, takes no edits', async () => {
    await addOne();
    const stale = await stores().edits.withdraw(1, 1, 1, { ...REQUEST, expectedVersion: 1 });
    expect(stale).toMatchObject({ conflict: 'stale', unit: { version: 2 } });
    const gone = await stores().edits.add(1, 9, [EDIT], { ...REQUEST, replaced: [] });
    expect(gone).toEqual({ conflict: 'missing' });
  });

  test('edits go with their unit', async () => {
    await addOne();
    await stores().units.remove(1, 1);
    expect(await list()).toEqual([]);
  });
});
