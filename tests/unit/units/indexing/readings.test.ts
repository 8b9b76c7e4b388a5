import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReadDocument } from '#gateway/engine/document.ts';
import { READER_VERSION } from '#gateway/engine/reading/reader-version.ts';
import { INDEX_VERSION, READER_STEP } from '#gateway/engine/segments/index-version.ts';
import { createReadingSweep } from '#gateway/modules/units/services/sweep-readings.ts';
import { accepted, addUnit, file, url } from '#tests/support/stores.ts';
import { createWorkshop, forgetReadings, GUIDE, page, type Workshop } from './setup.ts';

const DAY_MS = 24 * 60 * 60_000;

let shop: Workshop;
let reads: string[];
beforeEach(async () => {
  shop = await createWorkshop();
  reads = [];
  watchReader(GUIDE);
});
afterEach(() => shop.db.close());

/** Reads every document as this one, and notes which blob was read. */
function watchReader(document: ReadDocument): void {
  shop.world.read = async ({ blob }) => {
    reads.push(blob);
    return document;
  };
}

const unitOf = async (id: number) => accepted(await shop.units.get(1, id));
const later = (ms = 1000) => (shop.time.now = new Date(shop.time.now.getTime() + ms));
const rows = (unitId: number) =>
  shop.db.read.selectFrom('reading').selectAll().where('unit_id', '=', unitId).orderBy('id').execute();

const work = async () => {
  while (await shop.indexer.runOnce());
};

async function addIndexed(title: string, sources: Parameters<typeof addUnit>[2]): Promise<number> {
  const { id } = await addUnit(shop, title, sources);
  await work();
  reads.length = 0;
  return id;
}

const passagesOf = async (unitId: number) => {
  const { generation } = await unitOf(unitId);
  return (await shop.index.pagePassages(1, unitId, generation ?? 0, 0, 100)).items;
};

describe('a reading', () => {
  test('keeps what the reader made, and passages say which of its blocks they are made of', async () => {
    const { sha256 } = await shop.putFile('a');
    const unitId = await addIndexed('دليل الحرف', [file('a')]);
    const [source] = (await unitOf(unitId)).sources;
    const reading = (await shop.readings.ofVersion(1, unitId)).get(source?.id ?? 0);
    expect(reading).toMatchObject({
      fileId: 'a',
      url: null,
      sha256,
      readerVersion: READER_VERSION,
      facts: { pages: 2, warnings: GUIDE.warnings },
      page: null,
      blocks: 4,
    });
    const blocks = [];
    for await (const some of shop.readings.blocks(reading!)) blocks.push(...some);
    expect(blocks).toEqual(GUIDE.blocks);
    expect((await passagesOf(unitId)).map(({ firstBlock, lastBlock }) => [firstBlock, lastBlock])).toEqual([
      [1, 1],
      [3, 3],
    ]);
  });

  test('is written in parts, and is no reading of a version before its end', async () => {
    await shop.putFile('a');
    const paragraphs = Array.from({ length: 1000 }, (_, index) => ({
      kind: 'paragraph' as const,
      text: `الفقرة رقم ${index} من كتاب الخزف`,
    }));
    watchReader({ blocks: paragraphs, warnings: [] });
    const unitId = await addIndexed('كتاب', [file('a')]);
    const [row] = await rows(unitId);
    expect(row).toMatchObject({ blocks: 1000, parts: 3 });
    expect(row?.bytes).toBeLessThan(JSON.stringify(paragraphs).length / 4);
    await shop.db.change({ bot: 1 }, (trx) => trx.updateTable('reading').set({ ended_on: null }).execute());
    expect(await shop.readings.ofVersion(1, unitId)).toEqual(new Map());
  });

  test.each([
    ['the same words with tashkeel, another layout and other digits', 'كَانَ الخَزَفُ سنة ٢٠٢٦\n. نعم', true],
    ['another number', 'كان الخزف سنة 2027. نعم', false],
  ])('has a hash of its text: %s', async (_, text, isSame) => {
    for (const id of ['a', 'b']) await shop.putFile(id, id);
    watchReader({ blocks: [{ kind: 'paragraph', text: 'كان الخزف سنة 2026. نعم' }], warnings: [] });
    const first = await addIndexed('الأولى', [file('a')]);
    watchReader({
      blocks: [
        { kind: 'heading', level: 1, text: text.slice(0, 5) },
        { kind: 'table', rows: [[text.slice(5)]] },
      ],
      warnings: [],
    });
    const second = await addIndexed('الثانية', [file('b')]);
    const hashes = [(await rows(first))[0]?.text_hash, (await rows(second))[0]?.text_hash];
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(hashes[0] === hashes[1]).toBe(isSame);
  });
});

describe('indexing from readings', () => {
  test('starts no reader after an upgrade, also where the file is gone, and gives the same passages', async () => {
    const { blob } = await shop.putFile('a');
    const unitId = await addIndexed('دليل الحرف', [file('a')]);
    const before = await passagesOf(unitId);
    await shop.blobs.remove(blob);
    expect(await shop.jobs.queueOutdated(INDEX_VERSION + 1, 9)).toBe(1);
    await work();
    expect(reads).toEqual([]);
    expect(await passagesOf(unitId)).toEqual(before);
    expect((await unitOf(unitId)).sources[0]).toMatchObject({ status: 'ready', pages: 2, reason: null });
    expect(await rows(unitId)).toHaveLength(1);
  });

  test('reads a new source alone', async () => {
    await shop.putFile('a');
    const added = await shop.putFile('b');
    const unitId = await addIndexed('دليل', [file('a')]);
    accepted(await shop.units.update(1, unitId, { sources: [file('a'), file('b')] }));
    await work();
    expect(reads).toEqual([added.blob]);
    expect((await unitOf(unitId)).sources.map(({ status, passages }) => [status, passages])).toEqual([
      ['ready', 2],
      ['ready', 2],
    ]);
  });

  test('takes what a draft has read when the draft changes again', async () => {
    await shop.putFile('a', 'أ');
    const { blob: second } = await shop.putFile('b', 'ب');
    const { blob: third } = await shop.putFile('c', 'ت');
    const unitId = await addIndexed('دليل', [file('a')]);
    const change = async (...ids: string[]) => {
      accepted(await shop.units.update(1, unitId, { sources: ids.map(file), asDraft: true }));
      await work();
    };
    await change('a', 'b');
    expect(reads).toEqual([second]);
    await change('a', 'b', 'c');
    expect(reads).toEqual([second, third]);
    expect(await passagesOf(unitId)).toHaveLength(2);
  });

  test('reads files again when a person asks, and an address only where its page changed', async () => {
    const { blob } = await shop.putFile('a');
    let words = 'الرسوم 400 ريال';
    shop.world.fetch = async () => page(`<p>${words}</p>`);
    const unitId = await addIndexed('رسوم', [file('a'), url('https://example.com/fees')]);
    later();
    await shop.units.reindex(1, unitId);
    await work();
    expect(reads).toEqual([blob]);
    const [, address] = (await unitOf(unitId)).sources;
    expect(address).toMatchObject({ status: 'ready', passages: 2, readOn: shop.time.now });
    // The same bytes lie there once, and the reading names them.
    expect((await rows(unitId)).filter((row) => row.url !== null).map((row) => row.blob)).toEqual([
      address?.fetched?.blob,
    ]);
    expect(await shop.orphans.list(5)).toHaveLength(1);

    words = 'الرسوم 450 ريالًا';
    later();
    await shop.units.reindex(1, unitId);
    await work();
    const [, changed] = (await unitOf(unitId)).sources;
    expect(reads.slice(1)).toEqual([blob, changed?.fetched?.blob]);
    // What was read before is kept with its reading.
    const copies = (await rows(unitId)).filter((row) => row.url !== null).map((row) => row.blob);
    expect(copies).toEqual([address?.fetched?.blob, changed?.fetched?.blob]);
    expect(await shop.files.namedBlobs(copies)).toHaveLength(2);
    expect(await shop.orphans.list(5)).toHaveLength(1);
  });

  test('reads the source where its reading is damaged, and says so', async () => {
    const { blob } = await shop.putFile('a');
    const unitId = await addIndexed('دليل', [file('a')]);
    await shop.db.change({ bot: 1 }, (trx) =>
      trx
        .updateTable('reading_part')
        .set({ bytes: new Uint8Array([1, 2, 3]) })
        .execute(),
    );
    await shop.jobs.queueOutdated(INDEX_VERSION + 1, 9);
    await work();
    expect(reads).toEqual([blob]);
    expect(shop.lines).toContainEqual(expect.objectContaining({ event: 'reading-damaged' }));
    expect(await passagesOf(unitId)).toHaveLength(2);
  });

  test('reads as before where no version names readings', async () => {
    const { blob } = await shop.putFile('a');
    await addIndexed('دليل', [file('a')]);
    await forgetReadings(shop);
    await shop.jobs.queueOutdated(INDEX_VERSION + 1, 9);
    await work();
    expect(reads).toEqual([blob]);
  });

  test('makes the index of an earlier version again from its readings, of a source that is gone too', async () => {
    await shop.putFile('a', 'أ');
    await shop.putFile('b', 'ب');
    const unitId = await addIndexed('دليل', [file('a'), file('b')]);
    const before = await passagesOf(unitId);
    const goBack = () =>
      shop.versions.rollBack(1, unitId, 1, {
        by: 'سامي',
        indexVersion: INDEX_VERSION,
        expectedVersion: undefined,
      });
    watchReader({ blocks: [{ kind: 'paragraph', text: 'نص آخر عن النسيج والسدو' }], warnings: [] });
    accepted(await shop.units.update(1, unitId, { sources: [file('b')] }));
    await work();
    later();
    await shop.units.reindex(1, unitId);
    await work();
    await shop.db.change({ bot: 1 }, async (trx) => {
      await trx.updateTable('unit_version').set({ generation: null }).where('number', '=', 1).execute();
    });
    reads.length = 0;
    expect(await goBack()).toMatchObject({ isIndexed: false });
    await work();
    expect(reads).toEqual([]);
    expect(await passagesOf(unitId)).toEqual(before);
    expect((await unitOf(unitId)).sources.map(({ fileId, status }) => [fileId, status])).toEqual([
      ['a', 'ready'],
      ['b', 'ready'],
    ]);
  });

  test('gives up going back to a version whose reading is damaged', async () => {
    await shop.putFile('a');
    const unitId = await addIndexed('دليل', [file('a')]);
    watchReader({ blocks: [{ kind: 'paragraph', text: 'نص آخر عن النسيج والسدو' }], warnings: [] });
    await shop.units.reindex(1, unitId);
    await work();
    const after = await passagesOf(unitId);
    await shop.db.change({ bot: 1 }, async (trx) => {
      await trx.updateTable('unit_version').set({ generation: null }).where('number', '=', 1).execute();
      await trx.deleteFrom('reading_part').where('reading_id', '=', 1).execute();
    });
    const request = { by: 'سامي', indexVersion: INDEX_VERSION, expectedVersion: undefined };
    await shop.versions.rollBack(1, unitId, 1, request);
    await work();
    expect(shop.lines).toContainEqual(expect.objectContaining({ event: 'reading-damaged' }));
    expect(await passagesOf(unitId)).toEqual(after);
  });

  test('leaves its reading to a source that keeps its text', async () => {
    const { sha256 } = await shop.putFile('a', 'أ');
    await shop.putFile('b', 'ب');
    const unitId = await addIndexed('دليل', [file('a'), file('b')]);
    const before = [...(await shop.readings.ofVersion(1, unitId)).values()].map(({ id }) => id);
    await shop.db.change({ bot: 1 }, (trx) =>
      trx.updateTable('source').set({ rejected_sha256: sha256 }).where('file_id', '=', 'a').execute(),
    );
    await shop.units.reindex(1, unitId);
    await work();
    const after = [...(await shop.readings.ofVersion(1, unitId)).values()].map(({ id }) => id);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });
});

describe('a newer reader', () => {
  const asOfOlderReader = () =>
    shop.db.change({ bot: 1 }, async (trx) => {
      await trx
        .updateTable('reading')
        .set({ reader_version: READER_VERSION - 1 })
        .execute();
      await trx
        .updateTable('segment')
        .set({ analyzer_version: INDEX_VERSION - READER_STEP })
        .execute();
    });

  test('makes a unit outdated only where no readings are kept', async () => {
    for (const id of ['a', 'b']) await shop.putFile(id);
    const without = await addIndexed('بلا قراءات', [file('a')]);
    await forgetReadings(shop);
    await addIndexed('بقراءات', [file('b')]);
    await asOfOlderReader();
    expect(await shop.jobs.queueOutdated(INDEX_VERSION, 9)).toBe(1);
    expect(await unitOf(without)).toMatchObject({ status: 'waiting' });
  });

  test('reads on request what an older one read, and nothing else', async () => {
    const { blob } = await shop.putFile('a');
    await shop.putFile('b');
    const older = await addIndexed('قديمة', [file('a')]);
    await asOfOlderReader();
    await addIndexed('حديثة', [file('b')]);
    expect(await shop.jobs.countOlderReaders(1, READER_VERSION)).toBe(1);
    const choice = { readerVersion: READER_VERSION, limit: 9, by: 'سامي' };
    expect(await shop.jobs.queueOlderReaders(1, choice)).toEqual([older]);
    expect(await shop.jobs.countOlderReaders(1, READER_VERSION)).toBe(0);
    await work();
    expect(reads).toEqual([blob]);
    expect(await shop.jobs.queueOlderReaders(1, choice)).toEqual([]);
    expect((await rows(older)).map((row) => row.reader_version)).toEqual([
      READER_VERSION - 1,
      READER_VERSION,
    ]);
  });
});

describe('the sweep', () => {
  test('removes readings that no version has after a day, with their copies of pages', async () => {
    shop.world.fetch = async () => page(`<p>نسخة ${shop.time.now.getTime()}</p>`);
    const unitId = await addIndexed('صفحة', [url('https://example.com/')]);
    const first = (await unitOf(unitId)).sources[0]?.fetched?.blob ?? '';
    later();
    await shop.units.reindex(1, unitId);
    await work();
    const sweep = createReadingSweep(shop.ports);
    const sweepAll = async () => {
      while ((await sweep(shop.time.now)).isMore);
    };
    await sweepAll();
    expect(await rows(unitId)).toHaveLength(2);
    later(DAY_MS + 60_000);
    await sweepAll();
    expect((await rows(unitId)).map(({ id }) => id)).toEqual([2]);
    expect(await shop.orphans.list(5)).toEqual([first]);
    // A year changes nothing about what a version has.
    later(365 * DAY_MS);
    await sweepAll();
    expect([...(await shop.readings.ofVersion(1, unitId)).values()].map(({ id }) => id)).toEqual([2]);
    expect(await shop.db.read.selectFrom('reading_part').select('reading_id').execute()).toEqual([
      { reading_id: 2 },
    ]);
  });

  test('leaves the readings of a unit that is being indexed', async () => {
    await shop.putFile('a');
    const unitId = await addIndexed('دليل', [file('a')]);
    await forgetReadings(shop);
    later(2 * DAY_MS);
    const setStatus = (status: 'indexing' | 'ready') =>
      shop.db.change({ bot: 1 }, (trx) => trx.updateTable('unit').set({ status }).execute());
    await setStatus('indexing');
    expect(await shop.readings.sweep(shop.time.now)).toBeUndefined();
    await setStatus('ready');
    expect(await shop.readings.sweep(shop.time.now)).toBe(2);
    expect(await rows(unitId)).toEqual([]);
  });

  test('a unit that is removed for good takes its readings along', async () => {
    await shop.putFile('a');
    const unitId = await addIndexed('دليل', [file('a')]);
    await forgetReadings(shop);
    await shop.units.remove(1, unitId);
    expect(await shop.db.read.selectFrom('reading').select('id').execute()).toEqual([]);
    expect(await shop.db.read.selectFrom('reading_part').select('part').execute()).toEqual([]);
  });
});
