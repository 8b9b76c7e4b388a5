import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createByteBudget } from '#gateway/core/byte-budget.ts';
import type { ReadDocument } from '#gateway/engine/document.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import { openUnits, rankUnits } from '#gateway/modules/answers/services/retrieve.ts';
import { createSegmentCache } from '#gateway/modules/answers/services/segment-cache.ts';
import { accepted, addUnit, FIRST_GENERATION, file, url } from '#tests/support/stores.ts';
import { createWorkshop, forgetReadings, GUIDE, page, type Workshop } from './setup.ts';

let shop: Workshop;
beforeEach(async () => void (shop = await createWorkshop()));
afterEach(() => shop.db.close());

const unitOf = async (id: number) => accepted(await shop.units.get(1, id));
const stateOf = async (id: number) => (await shop.units.progress(1, [id]))[0];
const textsOf = async (id: number) => {
  const { generation } = await unitOf(id);
  return (await shop.index.pagePassages(1, id, generation ?? 0, 0, 50)).items;
};
const later = () => void (shop.time.now = new Date(shop.time.now.getTime() + 60_000));
const removeBlob = async (fileId: string) => {
  const stored = await shop.files.byId(1, fileId);
  await shop.blobs.remove(stored?.blob ?? '');
};
async function reindex(id: number): Promise<void> {
  later();
  await shop.units.reindex(1, id);
  while (await shop.indexer.runOnce());
}

/** What a question finds by the segment that is published. */
async function ask(id: number, question: string): Promise<(string | undefined)[]> {
  const unit = await unitOf(id);
  const cache = createSegmentCache(shop.index, createByteBudget(1e6));
  const { units, unreadable } = await openUnits(cache, [unit]);
  expect(unreadable).toEqual([]);
  const [best] = await rankUnits(cache, units, question, { limit: 1 });
  const passages = await shop.index.readPassages(1, id, unit.generation ?? 0, [best?.ordinal ?? -1]);
  return passages.map(({ text }) => text);
}

const OTHER: ReadDocument = {
  blocks: [{ kind: 'paragraph', text: 'تفتح المكتبة أبوابها في الثامنة صباحًا.' }],
  warnings: [],
};

describe('a unit that cannot be read again', () => {
  test('goes on answering by its last good index, and says why it is not newer', async () => {
    await shop.putFile('a');
    const { id } = await addUnit(shop, 'الخزف', [file('a')]);
    await shop.indexer.runOnce();
    const [before] = (await unitOf(id)).sources;
    await shop.blobs.remove(before?.file?.blob ?? '');
    await reindex(id);
    expect(await unitOf(id)).toMatchObject({ status: 'ready', generation: FIRST_GENERATION });
    expect((await unitOf(id)).sources[0]).toEqual({
      ...before,
      status: 'failed',
      reason: { code: 'file-lost', parameters: {} },
    });
    expect(await stateOf(id)).toMatchObject({
      reason: null,
      failedSources: 0,
      keptSources: 1,
      failure: { reason: { code: 'file-lost' } },
      earlierIndex: { readOn: before?.readOn, isOfFormerSources: false },
    });
    expect(await shop.units.health(1, id)).toEqual(new Map());
    expect(await ask(id, 'كم درجة حرارة التنور؟')).toEqual(['يحرق الفخار في تنور تبلغ حرارته 900 درجة.']);
    expect(shop.observed.at(-1)).toMatchObject({ what: 'unit-indexed', outcome: 'failed' });
    await shop.putFile('b');
    await shop.units.update(1, id, { sources: [file('b')] });
    await shop.indexer.runOnce();
    expect(await stateOf(id)).toMatchObject({
      status: 'ready',
      keptSources: 0,
      earlierIndex: null,
      failure: null,
    });
  });

  test('does so after a page fails, a file changes, its reader fails unexpectedly, or its indexer dies', async () => {
    let fetches = 0;
    shop.world.fetch = () =>
      ++fetches > 1
        ? Promise.reject(Object.assign(new Error(), { code: 'http-status', parameters: { status: 410 } }))
        : Promise.resolve(page('<p>صفحة</p>'));
    const web = (await addUnit(shop, 'صفحة', [url('https://example.com/')])).id;
    const stored = await shop.putFile('a');
    const changed = (await addUnit(shop, 'ملف', [file('a')])).id;
    await shop.putFile('b');
    const unexpected = (await addUnit(shop, 'عطل', [file('b')])).id;
    await shop.putFile('c');
    const deadly = (await addUnit(shop, 'قاتل', [file('c')])).id;
    while (await shop.indexer.runOnce());
    await shop.overwrite(stored.blob, 'بايتات أخرى أطول');
    await reindex(web);
    await reindex(changed);
    shop.world.read = () => Promise.reject(new Error('غير متوقع'));
    await reindex(unexpected);
    for (let attempt = 0; attempt < 3; attempt++) {
      later();
      while (await shop.indexer.runOnce());
    }
    await shop.units.reindex(1, deadly);
    for (let attempt = 0; attempt < 3; attempt++) {
      await shop.jobs.lease('dead', 1);
      later();
    }
    while (await shop.indexer.runOnce());
    const states = await shop.units.progress(1, [web, changed, unexpected, deadly]);
    expect(states.map(({ status, failure }) => [status, failure?.reason?.code])).toEqual([
      ['ready', 'http-status'],
      ['ready', 'file-changed'],
      ['ready', 'index-failed'],
      ['ready', 'indexing-interrupted'],
    ]);
    expect(await shop.units.listSearchable(1)).toHaveLength(4);
  });

  test('reads the remaining sources again, and keeps the passages of the failed source', async () => {
    shop.world.read = async ({ name }) => (name === 'b.txt' ? OTHER : GUIDE);
    await shop.putFile('a', 'أ', { name: 'a.txt' });
    await shop.putFile('b', 'ب', { name: 'b.txt', path: 'b' });
    const { id } = await addUnit(shop, 'كلاهما', [file('a'), file('b')]);
    await shop.indexer.runOnce();
    const before = await textsOf(id);
    await removeBlob('a');
    const fresh = { kind: 'paragraph', text: 'تفتح المكتبة أبوابها في التاسعة صباحًا.' } as const;
    shop.world.read = async () => ({ ...OTHER, blocks: [fresh] });
    await reindex(id);
    const [a, b] = (await unitOf(id)).sources;
    expect([a?.status, a?.passages, b?.status, b?.passages]).toEqual(['failed', 2, 'ready', 1]);
    expect(await unitOf(id)).toMatchObject({ status: 'ready', generation: FIRST_GENERATION + 60 });
    expect(await stateOf(id)).toMatchObject({ failedSources: 0, keptSources: 1, passages: 3 });
    const passages = before.filter(({ sourceId }) => sourceId === a?.id);
    expect(await textsOf(id)).toEqual([
      expect.objectContaining({ ordinal: 0, sourceId: b?.id, text: fresh.text }),
      ...passages.map((passage, index) => ({ ...passage, ordinal: index + 1 })),
    ]);
    expect(await ask(id, 'كم درجة حرارة التنور؟')).toEqual(['يحرق الفخار في تنور تبلغ حرارته 900 درجة.']);
    // A removed source loses its passages although no source is readable.
    await removeBlob('b');
    await shop.units.update(1, id, { sources: [file('a')] });
    while (await shop.indexer.runOnce());
    expect(await unitOf(id)).toMatchObject({ status: 'ready', formerSources: [] });
    expect((await textsOf(id)).map(({ text }) => text)).toEqual(passages.map(({ text }) => text));
  });

  test('is rebuilt from its passages for a newer analyzer', async () => {
    await shop.putFile('a');
    const { id } = await addUnit(shop, 'الخزف', [file('a')]);
    await shop.indexer.runOnce();
    await removeBlob('a');
    await forgetReadings(shop);
    await shop.db.change({ bot: 1 }, (trx) =>
      trx
        .updateTable('segment')
        .set({ analyzer_version: INDEX_VERSION - 1 })
        .execute(),
    );
    expect(await shop.jobs.queueOutdated(INDEX_VERSION, 9)).toBe(1);
    await shop.indexer.runOnce();
    expect(await unitOf(id)).toMatchObject({ status: 'ready', generation: FIRST_GENERATION + 1 });
    expect(await stateOf(id)).toMatchObject({ keptSources: 1, passages: 2 });
    expect(await ask(id, 'كم درجة حرارة التنور؟')).toEqual(['يحرق الفخار في تنور تبلغ حرارته 900 درجة.']);
    expect(await shop.jobs.queueOutdated(INDEX_VERSION, 9)).toBe(0);
    // The same with a damaged index.
    const { generation } = await unitOf(id);
    await shop.db.change({ bot: 1 }, (trx) =>
      trx
        .updateTable('segment_part')
        .set({ bytes: Uint8Array.of(1, 2, 3) })
        .where('generation', '=', generation ?? 0)
        .where('part', '=', 2)
        .execute(),
    );
    await reindex(id);
    expect(await ask(id, 'كم درجة حرارة التنور؟')).toEqual(['يحرق الفخار في تنور تبلغ حرارته 900 درجة.']);
  });
});

test('a unit whose new file cannot be read has failed, and answers from the file before', async () => {
  await shop.putFile('a');
  const { id } = await addUnit(shop, 'الخزف', [file('a')]);
  await shop.indexer.runOnce();
  const [{ readOn } = { readOn: null }] = (await unitOf(id)).sources;
  later();
  await shop.putFile('b', 'x', { format: null, path: 'b' });
  await shop.units.update(1, id, { sources: [file('b')] });
  await shop.indexer.runOnce();
  expect(await stateOf(id)).toMatchObject({
    status: 'failed',
    reason: { code: 'not-readable-type' },
    failedSources: 1,
    earlierIndex: { readOn, isOfFormerSources: true },
  });
  expect(await ask(id, 'كم درجة حرارة التنور؟')).toEqual(['يحرق الفخار في تنور تبلغ حرارته 900 درجة.']);
  // Another run changes nothing.
  await reindex(id);
  expect(await stateOf(id)).toMatchObject({ status: 'failed', earlierIndex: { isOfFormerSources: true } });
});
