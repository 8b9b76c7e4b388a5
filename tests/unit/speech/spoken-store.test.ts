import { expect, test } from 'vitest';
import type { SpokenAudio } from '#gateway/modules/speech/ports/spoken-audio.ts';
import { describeStores } from '#tests/support/stores.ts';

const MORNING = new Date('2026-11-21T09:00:00Z');

const sound = (id: string, more: Partial<SpokenAudio> = {}): SpokenAudio => ({
  botId: 1,
  id,
  blob: `blob-${id}`,
  mime: 'audio/wav',
  name: 'كلام.wav',
  size: 44,
  sha256: 'cd'.repeat(32),
  spokenOn: MORNING,
  ...more,
});

describeStores('SpokenStore', (stores) => {
  test('is found by its bot alone', async () => {
    const { spokenAudio } = stores();
    await spokenAudio.insert(sound('a'));
    expect(await spokenAudio.byId(1, 'a')).toEqual(sound('a'));
    expect(await spokenAudio.byId(2, 'a')).toBeUndefined();
  });

  test('keeps the blob of a row until the row expires', async () => {
    const { spokenAudio, files, orphans } = stores();
    await spokenAudio.insert(sound('old'));
    await spokenAudio.insert(sound('new', { spokenOn: new Date(MORNING.getTime() + 1000) }));
    await spokenAudio.insert(sound('other', { botId: 2 }));
    expect(await files.namedBlobs(['blob-old', 'blob-new', 'nobody'])).toEqual(['blob-old', 'blob-new']);
    const later = new Date(MORNING.getTime() + 1);
    expect(await spokenAudio.removeBefore(later, 1)).toBe(1);
    expect(await spokenAudio.removeBefore(later, 10)).toBe(1);
    expect(await spokenAudio.removeBefore(later, 10)).toBe(0);
    expect((await orphans.list(10)).sort()).toEqual(['blob-old', 'blob-other']);
    expect(await spokenAudio.byId(1, 'new')).toBeDefined();
  });

  test('goes with its bot, blob and all', async () => {
    const { spokenAudio, bots, orphans } = stores();
    for (const id of [1, 2]) await bots.createIfMissing({ id, name: 'دليل' }, MORNING);
    await spokenAudio.insert(sound('a', { botId: 2 }));
    await spokenAudio.insert(sound('b'));
    await bots.beginRemoval(2, MORNING);
    while (await bots.removeSlice(2));
    expect(await spokenAudio.byId(2, 'a')).toBeUndefined();
    expect(await spokenAudio.byId(1, 'b')).toBeDefined();
    expect(await orphans.list(10)).toEqual(['blob-a']);
  });
});
