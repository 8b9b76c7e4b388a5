import { expect, test } from 'vitest';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import { createSqlStores } from '#gateway/stores.ts';
import { describeStores, type OpenStores, person } from '#tests/support/stores.ts';

const on = new Date('2026-11-21T10:00:00Z');
const later = (hours: number) => new Date(on.getTime() + hours * 3_600_000);
const key: StoredKey = {
  id: 'k1',
  hash: 'h1',
  prefix: 'fih_abcd',
  name: 'متصفح المكتب',
  role: 'owner',
  bots: [1, 7],
  createdOn: on,
  expiresOn: new Date('2026-12-21T10:00:00Z'),
  lastUsedOn: null,
  revokedOn: null,
  rotatedOn: null,
  pausedOn: null,
  allBots: false,
  caps: { text: 500 },
  family: 'k1',
  createdBy: 'code',
  person: null,
};
const another = (id: string, change: Partial<StoredKey> = {}): StoredKey => ({
  ...key,
  id,
  hash: `hash of ${id}`,
  family: id,
  expiresOn: null,
  ...change,
});

async function withBots({ bots }: OpenStores): Promise<void> {
  for (const id of [1, 7]) await bots.createIfMissing({ id, name: `بوت ${id}` }, on);
}
const as =
  (change: Partial<StoredKey>) =>
  (before: StoredKey): StoredKey => ({ ...before, ...change });
const outcome = (result: object): string => ('conflict' in result ? String(result.conflict) : 'done');

describeStores('KeyStore', (stores) => {
  test('finds a key by its hash and by its id, lists, touches and revokes it once', async () => {
    const { keys } = stores();
    await keys.insert(key);
    expect(await keys.byHash('h1')).toEqual(key);
    expect(await keys.byHash('h2')).toBeUndefined();
    expect(await keys.byId('k1')).toEqual(key);
    expect(await keys.byId('h1')).toBeUndefined();
    await keys.touch('k1', on);
    expect(await keys.revoke('k1', on)).toEqual({ ...key, lastUsedOn: on, revokedOn: on });
    expect(await keys.revoke('k1', on)).toEqual({ conflict: 'missing' });
    expect(await keys.revoke('k9', on)).toEqual({ conflict: 'missing' });
    expect(await keys.list()).toEqual([{ ...key, lastUsedOn: on, revokedOn: on }]);
    await expect(keys.insert({ ...key, id: 'k2' })).rejects.toThrow(/unique/i);
  });

  test('finds a key in memory: what another gateway changes is seen within a second, what this one does at once', async () => {
    const { keys, bots, db, time } = stores();
    await withBots(stores());
    const other = createSqlStores(db, { now: () => time.now });
    await keys.insert(another('k3', { bots: [7], role: 'tester' }));
    await keys.insert(key);
    const revokedOn = async (hash: string) => (await keys.byHash(hash))?.revokedOn;
    expect(await revokedOn('h1')).toBeNull();
    await other.keys.revoke('k1', on, { evenLast: true });
    time.now = new Date(time.now.getTime() + 1000);
    expect(await revokedOn('h1')).toEqual(on);
    expect(await revokedOn('hash of k3')).toBeNull();
    await bots.moveToBin(7, on);
    await bots.beginRemoval(7, on);
    expect(await revokedOn('hash of k3')).toEqual(on);
  });

  test('pauses a family and resumes it, but never the last owner of a bot', async () => {
    const open = stores();
    await withBots(open);
    const { keys } = open;
    const allow = () => {};
    const owner = another('owner');
    const successor = another('k3', { family: 'k2', role: 'tester' });
    for (const stored of [owner, another('k2', { role: 'tester', rotatedOn: on }), successor])
      await keys.insert(stored);
    expect(await keys.pause('k2', on, on, allow)).toEqual({
      before: successor,
      after: { ...successor, pausedOn: on },
    });
    expect((await keys.list()).map(({ pausedOn }) => pausedOn)).toEqual([on, on, null]);
    expect(await keys.pause('owner', on, on, allow)).toEqual({ conflict: 'last-owner', bots: [1, 7] });
    expect(await keys.pause('nobody', on, on, allow)).toEqual({ conflict: 'missing' });
    await keys.insert(another('second owner'));
    expect(outcome(await keys.pause('owner', on, on, allow))).toBe('done');
    // The other owner key is the last usable key of the bot: a paused key signs nobody in.
    expect(outcome(await keys.revoke('second owner', on))).toBe('last-owner');
    expect(outcome(await keys.pause('owner', null, on, allow))).toBe('done');
    expect(outcome(await keys.revoke('second owner', on))).toBe('done');
  });

  test('redeems a sign-in code once, within its lifetime', async () => {
    const { keys } = stores();
    await keys.insertCode({ hash: 'new', expiresOn: new Date(on.getTime() + 1), personId: null });
    await keys.insertCode({ hash: 'old', expiresOn: on, personId: null });
    const redeem = (hash: string, id = 'k1') =>
      keys.redeemCode(hash, on, person('first'), ({ name }) => ({
        ...key,
        id,
        hash: `h${id}`,
        person: { id: 'first', name },
      }));
    expect(await redeem('unknown')).toBeUndefined();
    expect(await redeem('old')).toBeUndefined();
    const spent = await Promise.all([1, 2, 3].map((number) => redeem('new', `k${number}`)));
    expect(spent.filter(Boolean)).toHaveLength(1);
    expect(await keys.list()).toHaveLength(1);
  });

  test('changes the given fields and keeps the rest', async () => {
    const { keys } = stores();
    await keys.insert(another('k1', { role: 'tester' }));
    const change = { name: 'شاشة الاستقبال', caps: {}, expiresOn: later(5) };
    const changed = await keys.change('k1', as(change), on);
    const before = another('k1', { role: 'tester' });
    expect(changed).toEqual({ before, after: { ...before, ...change } });
    expect(await keys.byId('k1')).toEqual({ ...before, ...change });
    expect(await keys.change('k1', as({ name: 'x' }), later(5))).toEqual({ conflict: 'missing' });
    expect(await keys.change('k9', as({ name: 'x' }), on)).toEqual({ conflict: 'missing' });
  });

  test('rotates: the old key stays until the overlap ends or it would have expired, and is replaced once', async () => {
    const { keys } = stores();
    await withBots(stores());
    await keys.insert(another('long'));
    await keys.insert(another('short', { expiresOn: later(1) }));
    const next = another('next', { family: 'long' });
    expect(await keys.rotate('long', as(next), later(24), on)).toEqual({
      replaced: { ...another('long'), rotatedOn: on, expiresOn: later(24) },
      key: next,
    });
    expect(await keys.byHash(next.hash)).toEqual(next);
    expect(await keys.rotate('short', as(another('next of short')), later(24), on)).toMatchObject({
      replaced: { expiresOn: later(1) },
    });
    const again = another('again');
    expect(await keys.rotate('long', as(again), later(24), on)).toEqual({ conflict: 'rotated' });
    expect(await keys.byId('again')).toBeUndefined();
    expect(await keys.change('long', as({ expiresOn: null }), on)).toEqual({ conflict: 'rotated' });
  });

  test('writes nothing when the callback throws', async () => {
    const { keys } = stores();
    await withBots(stores());
    await keys.insert(another('k1', { role: 'tester' }));
    const refuse = (): never => {
      throw new Error('refused');
    };
    await expect(keys.change('k1', refuse, on)).rejects.toThrow('refused');
    await expect(keys.rotate('k1', refuse, later(1), on)).rejects.toThrow('refused');
    await expect(keys.revoke('k1', on, { check: refuse })).rejects.toThrow('refused');
    expect(await keys.list()).toEqual([another('k1', { role: 'tester' })]);
  });

  test.each<[string, Partial<StoredKey>]>([
    ['demoted', { role: 'curator' }],
    ['narrowed', { bots: [7] }],
    ['ended', { expiresOn: on }],
  ])('the last key of an owner is not %s', async (_, change) => {
    const { keys } = stores();
    await withBots(stores());
    await keys.insert(another('k1'));
    await keys.insert(another('curator', { role: 'curator', allBots: true }));
    await keys.insert(another('of the other', { bots: [7] }));
    await keys.insert(another('expired', { expiresOn: on }));
    await keys.insert(another('revoked', { revokedOn: on, allBots: true }));
    expect(await keys.change('k1', as(change), on)).toEqual({ conflict: 'last-owner', bots: [1] });
    expect(await keys.byId('k1')).toEqual(another('k1'));
    await keys.insert(another('of days', { bots: [1], expiresOn: later(7 * 24 - 1) }));
    expect(await keys.change('k1', as(change), on)).toEqual({ conflict: 'last-owner', bots: [1] });
    await keys.insert(another('of a week', { bots: [1], expiresOn: later(7 * 24) }));
    expect(await keys.change('k1', as(change), on)).toHaveProperty('after');
  });

  test('the last owner key may only be extended, and all its other fields may change', async () => {
    const { keys } = stores();
    await withBots(stores());
    await keys.insert(another('k1', { expiresOn: later(30 * 24) }));
    for (const expiresOn of [later(30 * 24 - 1), later(1)])
      expect(await keys.change('k1', as({ expiresOn }), on)).toEqual({
        conflict: 'last-owner',
        bots: [1, 7],
      });
    for (const change of [{ expiresOn: later(31 * 24) }, { name: 'المكتب' }])
      expect(await keys.change('k1', as(change), on)).toHaveProperty('after');
    const soon = later(31 * 24 - 1);
    expect(outcome(await keys.revoke('k1', soon))).toBe('last-owner');
    expect(await keys.change('k1', as({ name: 'متصفح' }), soon)).toHaveProperty('after');
    expect(await keys.change('k1', as({ expiresOn: null }), soon)).toHaveProperty('after');
  });

  test('of two concurrent calls that end the last two owner keys, one is refused', async () => {
    const { keys } = stores();
    await withBots(stores());
    await keys.insert(another('k1'));
    await keys.insert(another('k2', { allBots: true, bots: [] }));
    const results = await Promise.all([keys.revoke('k1', on), keys.revoke('k2', on)]);
    expect(results.map(outcome).toSorted()).toEqual(['done', 'last-owner']);
    const usable = (await keys.list()).filter(({ revokedOn }) => !revokedOn);
    expect(usable).toHaveLength(1);
    expect(await keys.revoke(usable[0]?.id ?? '', on, { evenLast: true })).toHaveProperty('revokedOn', on);
  });

  test('counts no rotated key and no deleted bot', async () => {
    const { keys, bots } = stores();
    await withBots(stores());
    await keys.insert(another('k1'));
    await keys.rotate('k1', as(another('k2', { family: 'k1' })), later(24), on);
    expect(await keys.revoke('k2', on)).toEqual({ conflict: 'last-owner', bots: [1, 7] });
    expect(outcome(await keys.revoke('k1', on))).toBe('done');
    await bots.moveToBin(7, on);
    expect(await keys.revoke('k2', on)).toEqual({ conflict: 'last-owner', bots: [1] });
    await keys.insert(another('k3', { bots: [1] }));
    expect(outcome(await keys.revoke('k2', on))).toBe('done');
  });

  test("a key without an owner's role, or of a bot without owners, ends freely", async () => {
    const { keys } = stores();
    await withBots(stores());
    await keys.insert(another('tester', { role: 'tester' }));
    await keys.insert(another('of nobody', { bots: [99] }));
    expect(outcome(await keys.revoke('tester', on))).toBe('done');
    expect(outcome(await keys.revoke('of nobody', on))).toBe('done');
  });
});
