import { expect, test } from 'vitest';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import { addUnit, describeStores, type OpenStores, ownerKey, person, url } from '#tests/support/stores.ts';

const on = new Date('2026-11-21T10:00:00Z');
const sara = person('sara', { role: 'curator', bots: [1, 7], allBots: false });
const session = (id: string, change: Partial<StoredKey> = {}): StoredKey => ({
  ...ownerKey(id, [1, 7], on),
  role: 'curator',
  createdBy: 'code',
  person: { id: 'sara', name: 'sara' },
  ...change,
});

async function seed({ bots, persons, keys }: OpenStores): Promise<void> {
  for (const id of [1, 7]) await bots.createIfMissing({ id, name: `بوت ${id}` }, on);
  await persons.insert(sara);
  await keys.insert(session('browser'));
}
const noCheck = { heirId: null, check: () => {} };

describeStores('PersonStore', (stores) => {
  test('lists people with the last use of any of their keys', async () => {
    const { persons, keys } = stores();
    await seed(stores());
    await keys.insert(session('phone'));
    await persons.insert(person('omar', { createdOn: on }));
    expect(await persons.list()).toMatchObject([
      { id: 'sara', lastSeenOn: null },
      { id: 'omar', lastSeenOn: null },
    ]);
    await keys.touch('phone', on);
    expect((await persons.list())[0]).toEqual({ ...sara, lastSeenOn: on });
    expect(await persons.byId('sara')).toEqual(sara);
    expect(await persons.byId('nobody')).toBeUndefined();
  });

  test('sessions follow their person, and other keys are narrowed', async () => {
    const { persons, keys } = stores();
    await seed(stores());
    await keys.insert(session('script', { createdBy: 'owner', role: 'tester', bots: [7] }));
    await keys.insert(session('screen', { createdBy: 'owner', bots: [1] }));
    await keys.insert(session('other', { person: null }));
    const narrowed = await persons.change(
      'sara',
      (person) => ({ ...person, name: 'سارة', role: 'tester', bots: [1] }),
      on,
    );
    expect(narrowed).toMatchObject({ before: sara, after: { role: 'tester', bots: [1] } });
    expect(await keys.byHash('hash of browser')).toMatchObject({
      role: 'tester',
      bots: [1],
      person: { id: 'sara', name: 'سارة' },
    });
    expect(await keys.byId('screen')).toMatchObject({ role: 'tester', bots: [1], revokedOn: null });
    // A key without a bot ends.
    expect(await keys.byId('script')).toMatchObject({ revokedOn: on });
    expect(await keys.byId('other')).toMatchObject({ role: 'curator', bots: [1, 7], person: null });
    await keys.change('browser', (key) => ({ ...key, caps: { text: 500 } }), on);
    await persons.change('sara', (person) => ({ ...person, role: 'owner', allBots: true, bots: [] }), on);
    // Owners have no caps.
    expect(await keys.byId('browser')).toMatchObject({ role: 'owner', allBots: true, caps: {} });
    expect(await keys.byId('screen')).toMatchObject({ role: 'tester', bots: [1] });
  });

  test('a key ends rather than get rights that it never had', async () => {
    const { persons, keys } = stores();
    await seed(stores());
    await keys.insert(session('script', { createdBy: 'owner', role: 'tester', bots: [1] }));
    await persons.change('sara', (person) => ({ ...person, role: 'monitor' }), on);
    expect(await keys.byId('browser')).toMatchObject({ role: 'monitor', revokedOn: null });
    expect(await keys.byId('script')).toMatchObject({ role: 'tester', revokedOn: on });
  });

  test('refuses keys beyond their person, and people who are gone', async () => {
    const { persons, keys } = stores();
    await seed(stores());
    await persons.insert(person('omar', { role: 'monitor', bots: [1], allBots: false }));
    const give = (id: string) => (key: StoredKey) => ({ ...key, person: { id, name: '' } });
    expect(await keys.change('browser', give('omar'), on)).toEqual({
      conflict: 'exceeds-person',
      name: 'omar',
    });
    expect(await keys.change('browser', give('nobody'), on)).toEqual({ conflict: 'person-missing' });
    const widen = (key: StoredKey): StoredKey => ({ ...key, role: 'owner' });
    expect(await keys.change('browser', widen, on)).toEqual({ conflict: 'exceeds-person', name: 'sara' });
    expect(await keys.change('browser', (key) => ({ ...key, person: null }), on)).toMatchObject({
      after: { person: null },
    });
    expect(await keys.change('browser', give('sara'), on)).toMatchObject({
      after: { person: { id: 'sara', name: 'sara' } },
    });
  });

  test('a removed person ends with keys and codes, and stays named', async () => {
    const { persons, keys } = stores();
    await seed(stores());
    await keys.insertCode({ hash: 'code', expiresOn: new Date(on.getTime() + 1000), personId: 'sara' });
    expect(await persons.remove('sara', noCheck, on)).toMatchObject({ keys: [{ id: 'browser' }], units: 0 });
    expect(await keys.byHash('hash of browser')).toMatchObject({
      revokedOn: on,
      person: { id: 'sara', name: 'sara' },
    });
    expect(await keys.redeemCode('code', on, person('first'), () => session('late'))).toBeUndefined();
    expect(await persons.list()).toEqual([]);
    expect(await persons.byId('sara')).toBeUndefined();
    expect(await persons.remove('sara', noCheck, on)).toEqual({ conflict: 'person-missing' });
    expect(await persons.change('sara', (same) => same, on)).toEqual({ conflict: 'person-missing' });
  });

  test('units go to the heir where the heir has their bot, and to nobody elsewhere', async () => {
    const open = stores();
    const { persons, db } = open;
    await seed(open);
    await persons.insert(person('omar', { bots: [1], allBots: false }));
    for (const bot of [1, 7]) await addUnit(open, `دليل ${bot}`, undefined, bot);
    const own = (owner: string) =>
      db.change([{ bot: 1 }, { bot: 7 }], (trx) =>
        trx.updateTable('unit').set({ owner_id: owner }).execute(),
      );
    const owners = async () =>
      (await db.read.selectFrom('unit').select('owner_id').orderBy('bot_id').execute()).map(
        ({ owner_id: owner }) => owner,
      );
    await own('sara');
    await persons.change('sara', (person) => ({ ...person, bots: [1] }), on);
    expect(await owners()).toEqual(['sara', null]);
    await own('sara');
    expect(await persons.remove('sara', { ...noCheck, heirId: 'omar' }, on)).toMatchObject({ units: 2 });
    expect(await owners()).toEqual(['omar', null]);
  });

  test('a unit is of nobody whose access to its bot ended meanwhile', async () => {
    const open = stores();
    const { persons, units } = open;
    await seed(open);
    await persons.insert(person('omar', { bots: [1], allBots: false }));
    const { id } = await addUnit(open, 'دليل', undefined, 7);
    expect(await units.setOwner(7, id, 'omar')).toEqual({ conflict: 'person-missing' });
    expect(await units.setOwner(7, id, 'sara')).toMatchObject({ before: null, after: { id: 'sara' } });
    const sources = [url('https://example.com/رسوم')];
    const unit = { botId: 7, title: 'رسوم', titleKey: 'رسوم', description: '', sources };
    const added = await units.register({ ...unit, ownerId: 'omar' });
    expect(await units.progress(7, 'id' in added ? [added.id] : [])).toMatchObject([{ owner: null }]);
  });

  test('the last owner of a bot stays, whichever of their keys are good', async () => {
    const { persons, keys } = stores();
    await seed(stores());
    await persons.insert(person('omar'));
    const owner = { role: 'owner', allBots: true, bots: [], person: { id: 'omar', name: 'omar' } } as const;
    for (const id of ['laptop', 'phone']) await keys.insert(session(id, { ...owner, bots: [] }));
    const last = { conflict: 'last-owner', bots: [1, 7] };
    expect(await persons.remove('omar', noCheck, on)).toEqual(last);
    expect(await persons.change('omar', (person) => ({ ...person, role: 'tester' }), on)).toEqual(last);
    await keys.insert(ownerKey('program', [1, 7], on));
    expect(await persons.change('omar', (person) => ({ ...person, role: 'tester' }), on)).toMatchObject({
      after: { role: 'tester' },
    });
    expect(await keys.byId('phone')).toMatchObject({ role: 'tester' });
  });

  test('a link without a person signs in the first owner, who is made by the first link, and another once that is gone', async () => {
    const { persons, keys } = stores();
    await seed(stores());
    await persons.insert(person('local', { bots: [1], allBots: false }));
    const redeem = async (hash: string) => {
      await keys.insertCode({ hash, expiresOn: new Date(on.getTime() + 1000), personId: null });
      const key = await keys.redeemCode(hash, on, person(`made by ${hash}`), ({ id, name }) =>
        session(`key of ${hash}`, { person: { id, name } }),
      );
      return key?.person?.id;
    };
    // Somebody else, although an owner of all bots.
    await persons.insert(person('invited'));
    expect(await redeem('a')).toBe('first-owner');
    expect(await redeem('b')).toBe('first-owner');
    await persons.remove('first-owner', noCheck, on);
    expect(await redeem('d')).toBe('invited');
    await persons.change('invited', (owner) => ({ ...owner, role: 'tester' }), on);
    expect(await redeem('e')).toBe('made by e');
    expect(await redeem('f')).toBe('made by e');
    await keys.insertCode({ hash: 'c', expiresOn: new Date(on.getTime() + 1000), personId: 'sara' });
    expect(await keys.redeemCode('c', on, person('x'), ({ id }) => session(`of ${id}`))).toMatchObject({
      id: 'of sara',
    });
  });

  test('a bot that is removed is taken out of people, and who has no other is removed', async () => {
    const { persons, bots } = stores();
    await seed(stores());
    await persons.insert(person('omar', { bots: [7], allBots: false, createdOn: on }));
    await bots.beginRemoval(7, on);
    expect(await persons.list()).toEqual([{ ...sara, bots: [1], lastSeenOn: null }]);
  });
});
