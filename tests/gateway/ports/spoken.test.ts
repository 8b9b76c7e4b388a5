import type { SpokenAudio } from '#gateway/ports.ts';
import { expect, it } from 'vitest';
import { describeStores } from './stores.ts';

const MORNING = new Date('2026-11-21T09:00:00Z');

const sound = (id: string, more: Partial<SpokenAudio> = {}): SpokenAudio => ({
  botId: 1,
  id,
  blob: `blob-${id}`,
  mime: 'audio/wav',
  name: 'كلام.wav',
  size: 44,
  spokenOn: MORNING,
  ...more,
});

describeStores('SpokenStore', (stores) => {
  it('is found by its bot alone', async () => {
    const { spoken } = stores();
    await spoken.insert(sound('a'));
    expect(await spoken.byId(1, 'a')).toEqual(sound('a'));
    expect(await spoken.byId(2, 'a')).toBeUndefined();
  });

  it('is named by its row, so that its blob stays, until it is old', async () => {
    const { spoken, jobs } = stores();
    await spoken.insert(sound('old'));
    await spoken.insert(sound('new', { spokenOn: new Date(MORNING.getTime() + 1000) }));
    await spoken.insert(sound('other', { botId: 2 }));
    expect(await jobs.unnamedBlobs(['blob-old', 'blob-new', 'nobody'])).toEqual(['nobody']);
    const later = new Date(MORNING.getTime() + 1);
    expect(await spoken.removeBefore(later, 1)).toBe(1);
    expect(await spoken.removeBefore(later, 10)).toBe(1);
    expect(await spoken.removeBefore(later, 10)).toBe(0);
    expect((await jobs.orphanBlobs(10)).sort()).toEqual(['blob-old', 'blob-other']);
    expect(await spoken.byId(1, 'new')).toBeDefined();
  });

  it('goes with its bot, blob and all', async () => {
    const { spoken, bots, jobs } = stores();
    for (const id of [1, 2]) await bots.ensure({ id, name: 'دليل' }, MORNING);
    await spoken.insert(sound('a', { botId: 2 }));
    await spoken.insert(sound('b'));
    await bots.beginRemoval(2, MORNING);
    while (await bots.removeSlice(2));
    expect(await spoken.byId(2, 'a')).toBeUndefined();
    expect(await spoken.byId(1, 'b')).toBeDefined();
    expect(await jobs.orphanBlobs(10)).toEqual(['blob-a']);
  });
});
