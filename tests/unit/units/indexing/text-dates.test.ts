import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReadDocument } from '#gateway/engine/document.ts';
import { accepted, addUnit, file, url } from '#tests/support/stores.ts';
import { createWorkshop, GUIDE, page, type Workshop } from './setup.ts';

const UPLOADED = new Date('2026-11-20T08:00:00Z');
const ADDRESS = 'https://example.com/fees';

let shop: Workshop;
/** What the address answers; null for a 404. */
let html: string | null;
beforeEach(async () => {
  shop = await createWorkshop();
  html = 'الرسوم 75 ريالًا';
  shop.world.fetch = async () =>
    html === null
      ? Promise.reject(Object.assign(new Error(), { code: 'http-status', parameters: { status: 404 } }))
      : { ...page(html), finalUrl: ADDRESS };
  shop.world.read = async ({ blob, format }) => (format === 'html' ? textOf(await bytesOf(blob)) : GUIDE);
});
afterEach(() => shop.db.close());

const textOf = (text: string): ReadDocument => ({ blocks: [{ kind: 'paragraph', text }], warnings: [] });
const bytesOf = async (blob: string) =>
  new Response((await shop.blobs.open(blob))?.stream as BodyInit).text();
const unitOf = async (id: number) => accepted(await shop.units.get(1, id));
const stateOf = async (id: number) => (await shop.units.progress(1, [id]))[0];
const dateOf = async (id: number) => (await unitOf(id)).sources[0]?.readOn;
const work = async () => {
  while (await shop.indexer.runOnce());
};
const LONG_TEXT =
  'رسوم التحويل 75 ريالًا. رسوم الإيداع 5 ريالات. رسوم كشف الحساب 10 ريالات. رسوم البطاقة 30 ريالًا.';

async function addPage(): Promise<number> {
  const { id } = await addUnit(shop, 'الرسوم', [url(ADDRESS)]);
  await work();
  return id;
}
function minutesLater(): Date {
  shop.time.now = new Date(shop.time.now.getTime() + 60_000);
  return shop.time.now;
}
/** Minutes later; returns that moment. */
async function refresh(id: number): Promise<Date> {
  const moment = minutesLater();
  await shop.units.reindex(1, id);
  await work();
  return moment;
}
/** What a start of a version with a newer reader does. */
async function upgrade(): Promise<void> {
  minutesLater();
  expect(await shop.jobs.queueOutdated(-1, 10)).toBeGreaterThan(0);
  await work();
}

describe('the date of a text', () => {
  test('of a file is that of its upload, however often the file is read', async () => {
    await shop.putFile('a');
    const { id } = await addUnit(shop, 'الخزف', [file('a')]);
    await work();
    expect(await dateOf(id)).toEqual(UPLOADED);
    await refresh(id);
    await upgrade();
    expect(await dateOf(id)).toEqual(UPLOADED);
  });

  test('of a page is that of its last fetch, which an upgrade does not repeat', async () => {
    const id = await addPage();
    const refreshed = await refresh(id);
    await upgrade();
    expect(await dateOf(id)).toEqual(refreshed);
  });

  test('stays while an address fails, and so does the failure over upgrades and changes of other sources', async () => {
    const id = await addPage();
    const fetched = shop.time.now;
    html = null;
    await refresh(id);
    await upgrade();
    await upgrade();
    const failed = {
      status: 'ready',
      failedSources: 0,
      keptSources: 1,
      failure: { reason: { code: 'http-status' } },
      earlierIndex: { readOn: fetched },
    };
    expect(await stateOf(id)).toMatchObject(failed);
    const [passage] = await shop.index.readPassages(1, id, (await unitOf(id)).generation ?? 0, [0]);
    expect(passage?.text).toBe('الرسوم 75 ريالًا');

    // The job of an upgrade that is replaced before it begins.
    await shop.jobs.queueOutdated(-2, 10);
    await shop.units.update(1, id, { sources: [url(ADDRESS), url('https://example.com/other')] });
    await work();
    expect((await unitOf(id)).sources.map(({ status, passages }) => [status, passages])).toEqual([
      ['failed', 1],
      ['failed', 0],
    ]);
    expect(await dateOf(id)).toEqual(fetched);

    html = 'الرسوم 80 ريالًا';
    const refreshed = await refresh(id);
    expect((await unitOf(id)).sources.map(({ status, readOn }) => [status, readOn])).toEqual([
      ['ready', refreshed],
      ['ready', refreshed],
    ]);
  });

  test('stays while a newer text is held, also over an upgrade, and moves when a person takes it', async () => {
    html = LONG_TEXT;
    const id = await addPage();
    const fetched = shop.time.now;
    html = 'انتقلنا';
    const held = await refresh(id);
    await upgrade();
    expect(await dateOf(id)).toEqual(fetched);
    minutesLater();
    await shop.units.decideUpdate(1, id, (await unitOf(id)).sources[0]?.id ?? 0, { take: true });
    await work();
    expect(await dateOf(id)).toEqual(held);
  });

  test('of a unit is that of its oldest text, and none before it answers', async () => {
    await shop.putFile('a');
    const { id } = await addUnit(shop, 'كلاهما', [url(ADDRESS), file('a')]);
    expect(await stateOf(id)).toMatchObject({ readOn: null });
    await work();
    expect(await stateOf(id)).toMatchObject({ readOn: UPLOADED });
    await shop.units.update(1, id, { sources: [url(ADDRESS)] });
    // The published text is still that of both.
    expect(await stateOf(id)).toMatchObject({ readOn: UPLOADED });
    await work();
    expect(await stateOf(id)).toMatchObject({ readOn: (await unitOf(id)).sources[0]?.fetched?.on });
  });
});

describe('the change of a unit', () => {
  const changedOn = async (id: number) => (await unitOf(id)).modifiedOn;
  const newestFirst = async () => {
    const sort = { by: 'modifiedOn', descending: true } as const;
    return (await shop.units.list(1, { offset: 0, limit: 9, sort })).items.map(({ id }) => id);
  };

  test('is dated by another text, not by the same one read again, and the list follows', async () => {
    const id = await addPage();
    const registered = await changedOn(id);
    minutesLater();
    await shop.putFile('a');
    const other = await addUnit(shop, 'غيرها', [file('a')]);
    await work();
    await refresh(id);
    await upgrade();
    expect(await changedOn(id)).toEqual(registered);
    expect(await newestFirst()).toEqual([other.id, id]);
    const { version } = await unitOf(id);
    html = 'الرسوم 80 ريالًا';
    expect(await refresh(id)).toEqual(await changedOn(id));
    expect(await newestFirst()).toEqual([id, other.id]);
    // No edit: whoever is editing the unit overwrites nothing.
    expect((await unitOf(id)).version).toBe(version);
  });

  test.for([
    ['a heading', [{ kind: 'heading', level: 1, text: 'رسوم أخرى' }, ...GUIDE.blocks.slice(1)]],
    [
      'a passage more',
      [...GUIDE.blocks, { kind: 'heading', level: 1, text: 'تزجيج' }, ...GUIDE.blocks.slice(1)],
    ],
    ['a passage less', GUIDE.blocks.slice(0, 2)],
  ] as [string, ReadDocument['blocks']][])('is dated by %s', async ([, blocks]) => {
    await shop.putFile('a');
    const { id } = await addUnit(shop, 'الخزف', [file('a')]);
    await work();
    shop.world.read = async () => ({ ...GUIDE, blocks });
    expect(await refresh(id)).toEqual(await changedOn(id));
  });

  test('is not dated by a text that is held or lost', async () => {
    html = LONG_TEXT;
    const id = await addPage();
    const registered = await changedOn(id);
    html = null;
    await refresh(id);
    html = 'انتقلنا إلى مكان آخر';
    await refresh(id);
    expect((await unitOf(id)).sources[0]?.reason?.code).toBe('held-empty');
    expect(await changedOn(id)).toEqual(registered);
  });
});
