import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Chore } from '#gateway/core/chore.ts';
import { createMemoryBlobs } from '#gateway/modules/files/adapters/blobs-memory.ts';
import { createBlobSweep, createOrphanSweep } from '#gateway/modules/files/services/sweep-files.ts';
import { addFile, addUnit, file, url } from '#tests/support/stores.ts';
import { createWorkshop, type Workshop } from './setup.ts';

const DAY = 24 * 60 * 60 * 1000;
let shop: Workshop;
let blobs: ReturnType<typeof createMemoryBlobs>;
let sweep: () => Promise<boolean>;
beforeEach(async () => {
  shop = await createWorkshop();
  blobs = createMemoryBlobs(() => shop.time.now.getTime());
  sweep = repeated(createBlobSweep({ ...shop.ports, blobs }));
});
afterEach(() => shop.db.close());

const pass = (ms: number) => void (shop.time.now = new Date(shop.time.now.getTime() + ms));
/** Whether a chore wants to be repeated. */
const repeated = (chore: Chore) => async () => (await chore(shop.time.now)).isMore ?? false;
const exists = async (key: string) => (await blobs.open(key)) !== undefined;

async function put(): Promise<string> {
  const writer = await blobs.create();
  await writer.write(new TextEncoder().encode('نص'));
  return (await writer.commit()).key;
}

test('removes blobs that no row names once they are a day old, through all pages, and no others', async () => {
  const named = await put();
  await addFile(shop, 'a', { blob: named, createdOn: shop.time.now });
  await addUnit(shop, 'وحدة', [file('a')]);
  const lost: string[] = [];
  for (let count = 0; count < 450; count++) lost.push(await put());
  pass(DAY);
  while (await sweep());
  expect((await Promise.all(lost.map(exists))).every(Boolean)).toBe(true);
  // The sweep pauses until the next look is worthwhile.
  pass(1);
  expect(await sweep()).toBe(false);
  expect(await exists(lost[0] ?? '')).toBe(true);
  pass(DAY / 4);
  const young = await put();
  while (await sweep());
  expect((await Promise.all(lost.map(exists))).some(Boolean)).toBe(false);
  expect([await exists(named), await exists(young)]).toEqual([true, true]);
});

test('keeps fetched copies of pages, and blobs already queued for removal', async () => {
  const fetched = await put();
  const { id } = await addUnit(shop, 'صفحة', [url('https://example.com/')]);
  const job = await shop.jobs.leaseFetch('one', 1000, { busyHosts: [], onlyFirstTries: false });
  const [source] = (await shop.units.get(1, id))?.sources ?? [];
  if (!job || !source) throw new Error('there is one job of one source');
  const page = { mime: 'text/html', charset: null, size: 4, sha256: null, finalUrl: 'https://example.com/' };
  await shop.jobs.saveFetched(job, source.id, { ...page, blob: fetched });
  pass(2 * DAY);
  while (await sweep());
  expect(await exists(fetched)).toBe(true);
  expect(await shop.files.namedBlobs([fetched, 'none'])).toEqual([fetched]);
});

test('removes row and bytes of an upload that stayed unregistered for a week', async () => {
  const [waiting, used] = [await put(), await put()];
  await addFile(shop, 'waiting', { path: 'w', blob: waiting, createdOn: shop.time.now });
  await addFile(shop, 'used', { path: 'u', blob: used, createdOn: shop.time.now });
  const { id } = await addUnit(shop, 'وحدة', [file('used')]);
  // In the bin it can still be restored.
  await shop.units.moveToBin(1, id);
  pass(7 * DAY);
  while (await sweep());
  expect(await shop.files.byId(1, 'waiting')).toBeDefined();
  pass(DAY / 4 + 1);
  while (await sweep());
  await createOrphanSweep({ ...shop.ports, blobs })();
  expect([await shop.files.byId(1, 'waiting'), await exists(waiting)]).toEqual([undefined, false]);
  expect([await shop.files.byId(1, 'used'), await exists(used)]).toEqual([expect.anything(), true]);
  expect(await addUnit(shop, 'متأخر', [file('waiting')]).catch((error: unknown) => error)).toBeInstanceOf(
    Error,
  );
});

test('removes nothing from the store of another database', async () => {
  const owner = { isOurs: false };
  const ports = { ...shop.ports, blobs, ownsBlobs: () => Promise.resolve(owner.isOurs) };
  sweep = repeated(createBlobSweep(ports));
  const orphan = await put();
  const lost = await put();
  await shop.db.change('global', (trx) =>
    trx.insertInto('orphan_blob').values({ blob: orphan, since: 0 }).execute(),
  );
  pass(DAY);
  await createOrphanSweep(ports)();
  expect([await sweep(), await exists(orphan), await exists(lost)]).toEqual([false, true, true]);
  expect(shop.lines.map(({ event }) => event)).toContain('blobs-of-another-database');
  owner.isOurs = true;
  pass(DAY / 24);
  await createOrphanSweep(ports)();
  while (await sweep());
  expect([await exists(orphan), await exists(lost)]).toEqual([false, false]);
});
