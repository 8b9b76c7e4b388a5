import { expect, test } from 'vitest';
import { DAY_MS } from '#gateway/core/clock.ts';
import { addFile, addUnit, describeStores, file, later, publish } from '#tests/support/stores.ts';

const BLOCKS = Array.from({ length: 900 }, (_, index) => ({
  kind: 'paragraph' as const,
  text: `الفقرة رقم ${index} من كتاب الخزف`,
}));

describeStores('ReadingStore', (stores) => {
  async function read(readerVersion: number): Promise<number> {
    const origin = { unitId: 1, sourceId: 1, fileId: 'fees', url: null, blob: 'fees', size: 9, sha256: null };
    const reader = { format: 'txt', readerVersion, choices: {}, readOn: stores().time.now };
    const writer = stores().readings.begin({ botId: 1, ...origin, ...reader });
    await writer.add(BLOCKS);
    return writer.end({ facts: { title: 'كتاب', warnings: [] }, page: null, letters: 8, textHash: 'ab' });
  }
  const name = (readingId: number) =>
    stores().db.change({ bot: 1 }, (trx) =>
      trx.updateTable('version_source').set({ reading_id: readingId }).execute(),
    );

  test('gives back what was written, sweeps what no version has, and counts what an older reader read', async () => {
    await addFile(stores(), 'fees');
    await addUnit(stores(), 'الرسوم', [file('fees')]);
    await publish(stores(), ['الرسوم 75 ريالًا']);
    const [older, newer] = [await read(1), await read(2)];
    await name(older);
    const reading = (await stores().readings.ofVersion(1, 1)).get(1);
    expect(reading).toMatchObject({ id: older, parts: 3, blocks: 900, facts: { title: 'كتاب' } });
    const blocks = [];
    for await (const some of stores().readings.blocks(reading!)) blocks.push(...some);
    expect(blocks).toEqual(BLOCKS);

    expect(await stores().jobs.countOlderReaders(1, 2)).toBe(1);
    later(stores(), 2 * DAY_MS);
    expect(await stores().readings.sweep(stores().time.now)).toBe(4);
    expect(await stores().readings.sweep(stores().time.now)).toBeUndefined();
    const rows = await stores().db.read.selectFrom('reading').select('id').execute();
    expect(rows).toEqual([{ id: older }]);
    expect(newer).toBeGreaterThan(older);

    // `publish` writes segments of version 1: of another reader alone, and of another format.
    expect(await stores().jobs.queueOutdated(1 + 256 * 256, 9)).toBe(0);
    expect(await stores().jobs.queueOutdated(2, 9)).toBe(1);
    await stores().units.remove(1, 1);
    expect(await stores().db.read.selectFrom('reading_part').select('part').execute()).toEqual([]);
  });
});
