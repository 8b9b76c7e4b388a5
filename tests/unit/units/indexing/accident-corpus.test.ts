import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReadableFormat } from '#gateway/engine/document.ts';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { accepted, addUnit, url } from '#tests/support/stores.ts';
import { ACCIDENTS, type Change, HONEST_CHANGES } from './accident-corpus.ts';
import { createWorkshop, page, type Workshop } from './setup.ts';

let shop: Workshop;
beforeEach(async () => {
  shop = await createWorkshop();
  shop.world.read = async ({ blob, format, name, url: pageUrl, accepted: passedOver = [] }) => {
    const bytes = await new Response((await shop.blobs.open(blob))?.stream as BodyInit).bytes();
    const hint = { fileName: name, accepted: passedOver, ...(pageUrl === undefined ? {} : { pageUrl }) };
    return readDocument(bytes, format as ReadableFormat, hint);
  };
});
afterEach(() => shop.db.close());

/** Reads the address before and after; what became of its text. */
async function visitTwice({ address, before, after }: Change) {
  let visit = before;
  shop.world.fetch = async () => ({ ...page(visit.html), finalUrl: visit.finalUrl });
  const { id } = await addUnit(shop, 'رسوم', [url(address)]);
  const work = async () => {
    while (await shop.indexer.runOnce());
    const unit = accepted(await shop.units.get(1, id));
    const passages = await shop.index.pagePassages(1, id, unit.generation ?? 0, 0, 100);
    return { source: unit.sources[0], text: passages.items.map(({ text }) => text).join('\n') };
  };
  const first = await work();
  expect(first.source).toMatchObject({ status: 'ready', reason: null });
  visit = after;
  shop.time.now = new Date(shop.time.now.getTime() + 60_000);
  await shop.units.reindex(1, id);
  const second = await work();
  return { source: second.source, isOldText: second.text === first.text };
}

test.each(ACCIDENTS)('is held: $name', async (accident) => {
  const { source, isOldText } = await visitTwice(accident);
  expect(source).toMatchObject({ status: 'failed', reason: { code: accident.code } });
  expect(isOldText).toBe(true);
});

/** The new form and the new text come at once: whether the text is still about the subject is for a person to say. */
const HELD_ALL_THE_SAME = ['rewritten whole, with a sign-in box at once (ar)'];

test.each(HONEST_CHANGES)('goes live: $name', async (change) => {
  const { source } = await visitTwice(change);
  const reason = HELD_ALL_THE_SAME.includes(change.name) ? { code: 'held-sign-in' } : null;
  expect(source).toMatchObject({ status: reason ? 'failed' : 'ready', reason });
});

test('there are forty of each, half of them Arabic', () => {
  for (const changes of [ACCIDENTS, HONEST_CHANGES]) {
    expect(new Set(changes.map(({ name }) => name)).size).toBe(40);
    expect(changes.filter(({ name }) => name.endsWith('(ar)'))).toHaveLength(20);
  }
});
