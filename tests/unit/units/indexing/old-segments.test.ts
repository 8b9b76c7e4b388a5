import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createByteBudget } from '#gateway/core/byte-budget.ts';
import { ReadFailure } from '#gateway/engine/document.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import { SEGMENT_FORMAT } from '#gateway/engine/segments/segment.ts';
import { openUnits, rankUnits } from '#gateway/modules/answers/services/retrieve.ts';
import { createSegmentCache } from '#gateway/modules/answers/services/segment-cache.ts';
import { hasUpdateFailed } from '#gateway/modules/units/model.ts';
import { accepted, addUnit, FIRST_GENERATION, file } from '#tests/support/stores.ts';
import { createWorkshop, forgetReadings, type Workshop } from './setup.ts';

const FORMAT_BYTE = 2;
const OLDER_ANALYZER = INDEX_VERSION - 256;
const OTHER_FORMAT = INDEX_VERSION - 1;

let shop: Workshop;
let unitId: number;
beforeEach(async () => {
  shop = await createWorkshop();
  await shop.putFile('a');
  ({ id: unitId } = await addUnit(shop, 'دليل الحرف', [file('a')]));
  await shop.indexer.runOnce();
});
afterEach(() => shop.db.close());

const unitOf = async () => accepted(await shop.units.get(1, unitId));
const setVersion = (version: number) =>
  shop.db.change({ bot: 1 }, (trx) =>
    trx.updateTable('segment').set({ analyzer_version: version }).execute(),
  );
const versions = async () =>
  (await shop.db.read.selectFrom('segment').select(['generation', 'analyzer_version']).execute()).map(
    (row) => [row.generation, row.analyzer_version],
  );

/** Asks as a server does that has just started: ordinals found, or the titles that cannot answer. */
async function ask(): Promise<number[] | string[]> {
  const cache = createSegmentCache(shop.index, createByteBudget(1e6));
  const { units, unreadable } = await openUnits(cache, [await unitOf()]);
  if (unreadable.length > 0) return unreadable;
  const ranked = await rankUnits(cache, units, 'كم درجة حرارة التنور؟', { limit: 1 });
  return ranked.map(({ ordinal }) => ordinal);
}

/** Parts as a Fihrist of another format wrote them. */
async function writeOtherFormat(): Promise<void> {
  const parts = await shop.db.read.selectFrom('segment_part').selectAll().execute();
  for (const { part, bytes } of parts) {
    const other = Uint8Array.from(bytes);
    other[FORMAT_BYTE] = SEGMENT_FORMAT - 1;
    await shop.db.change({ bot: 1 }, (trx) =>
      trx.updateTable('segment_part').set({ bytes: other }).where('part', '=', part).execute(),
    );
  }
  await setVersion(OTHER_FORMAT);
}

describe('segments of another index version', () => {
  test('leaves segments of this version alone', async () => {
    expect(await versions()).toEqual([[FIRST_GENERATION, INDEX_VERSION]]);
    expect(await shop.jobs.queueOutdated(INDEX_VERSION, 10)).toBe(0);
  });

  test('serves what an older analyzer made until it is indexed again', async () => {
    await forgetReadings(shop);
    await setVersion(OLDER_ANALYZER);
    expect(await shop.jobs.queueOutdated(INDEX_VERSION, 10)).toBe(1);
    expect(await unitOf()).toMatchObject({ status: 'waiting', generation: FIRST_GENERATION });
    expect(await ask()).toEqual([1]);

    // In the middle of the second reading the first generation is still the one that answers.
    const readDocument = shop.world.read;
    let meanwhile: unknown;
    shop.world.read = async (...call) => {
      meanwhile = await ask();
      return readDocument(...call);
    };
    await shop.indexer.runOnce();
    expect(meanwhile).toEqual([1]);
    expect(await unitOf()).toMatchObject({ status: 'ready', generation: FIRST_GENERATION + 1 });
    expect(await versions()).toContainEqual([FIRST_GENERATION + 1, INDEX_VERSION]);
    expect(await ask()).toEqual([1]);
    expect(await shop.jobs.queueOutdated(INDEX_VERSION, 10)).toBe(0);
  });

  test('keeps the text of a unit that this version refuses to read', async () => {
    await forgetReadings(shop);
    await setVersion(OLDER_ANALYZER);
    await shop.jobs.queueOutdated(INDEX_VERSION, 10);
    shop.world.read = async () => {
      throw new ReadFailure('encoding-unknown');
    };
    await shop.indexer.runOnce();
    expect(await unitOf()).toMatchObject({ status: 'ready' });
    expect(await ask()).toEqual([1]);
    const [state] = await shop.units.progress(1, [unitId]);
    expect(state && hasUpdateFailed(state)).toBe(true);
    expect(state?.failure?.reason).toEqual({ code: 'encoding-unknown', parameters: {} });
    expect(await shop.jobs.queueOutdated(INDEX_VERSION, 10)).toBe(0);
  });

  test('reports a unit of another format as not ready, and indexes it again', async () => {
    await writeOtherFormat();
    expect(await ask()).toEqual(['دليل الحرف']);
    expect(await shop.jobs.queueOutdated(INDEX_VERSION, 10)).toBe(1);
    expect(await ask()).toEqual(['دليل الحرف']);
    await shop.indexer.runOnce();
    expect(await unitOf()).toMatchObject({ status: 'ready', generation: FIRST_GENERATION + 1 });
    expect(await ask()).toEqual([1]);
  });
});
