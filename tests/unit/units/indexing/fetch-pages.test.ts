import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPageFetching } from '#gateway/modules/units/services/indexing/fetch-pages.ts';
import { createHostLimits } from '#gateway/modules/units/services/indexing/host-limits.ts';
import { createIndexer } from '#gateway/modules/units/services/indexing/index-unit.ts';
import { addUnit, url } from '#tests/support/stores.ts';
import { createWorkshop, page, type Workshop } from './setup.ts';

let shop: Workshop;
beforeEach(async () => {
  shop = await createWorkshop();
});
afterEach(() => shop.db.close());

/** Addresses of this host do not answer until the fetch is aborted. */
function silence(host: string) {
  const addresses: string[] = [];
  shop.world.fetch = (address, { signal }) => {
    addresses.push(address);
    if (new URL(address).host !== host) return Promise.resolve(page('<p>صفحة</p>'));
    return new Promise((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason as Error)),
    );
  };
  return addresses;
}

const stateOf = async (id: number) => (await shop.units.progress(1, [id]))[0];
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

test('fetches beside addresses that do not answer, two of a host at once, and gives all back when it is stopped', async () => {
  const addresses = silence('dead.example.com');
  for (let index = 0; index < 5; index++)
    await addUnit(shop, `ميتة ${index}`, [url(`https://dead.example.com/${index}`)]);
  const good = await addUnit(shop, 'سليمة', [url('https://example.com/')]);
  const stopping = new AbortController();
  const fetching = createPageFetching(shop.ports, { owner: 'one' });
  while (await fetching.runOnce(stopping.signal));
  while ((await stateOf(good.id))?.status !== 'waiting') await turn();
  expect(addresses.filter((address) => address.includes('dead'))).toHaveLength(2);
  expect(await stateOf(1)).toMatchObject({ status: 'indexing', stage: 'fetching' });
  expect(await createIndexer(shop.ports, { owner: 'one' }).runOnce()).toBe(true);
  expect((await stateOf(good.id))?.status).toBe('ready');
  stopping.abort();
  await fetching.settled();
  expect(await stateOf(1)).toMatchObject({ status: 'waiting' });
  expect(await shop.jobs.leaseFetch('two', 1000, { busyHosts: [], onlyFirstTries: true })).toMatchObject({
    attempt: 1,
  });
});

test('fetches no more than waits to be read soon', async () => {
  for (let index = 0; index < 40; index++)
    await addUnit(shop, `صفحة ${index}`, [url(`https://${index}.example.com/`)]);
  const fetching = createPageFetching(shop.ports, { owner: 'one' });
  let begun = 0;
  for (; await fetching.runOnce(); begun++) await fetching.settled();
  expect(begun).toBe(32);
  await createIndexer(shop.ports, { owner: 'one' }).runOnce();
  expect(await fetching.runOnce()).toBe(true);
  await fetching.settled();
});

test('throws away a blob that was still being opened when its fetch was aborted', async () => {
  let aborted = 0;
  const opening = Promise.withResolvers<void>();
  const blobs: typeof shop.blobs = {
    ...shop.blobs,
    async create() {
      const writer = await shop.blobs.create();
      await opening.promise;
      return { ...writer, abort: async () => void (aborted += 1) };
    },
  };
  const stopping = new AbortController();
  const fetch: typeof shop.ports.pages.fetch = async (_, { write }) => {
    void write(new Uint8Array(1)).catch(() => {});
    stopping.abort();
    throw stopping.signal.reason;
  };
  await addUnit(shop, 'صفحة', [url('https://example.com/')]);
  const fetching = createPageFetching({ ...shop.ports, blobs, pages: { fetch } }, { owner: 'one' });
  await fetching.runOnce(stopping.signal);
  opening.resolve();
  await fetching.settled();
  expect(aborted).toBe(1);
});

test('leaves the reserve of the disk free, however much is fetched at once, and takes that for no try', async () => {
  let freeBytes = 100;
  const diskSpace: typeof shop.diskSpace = {
    reserveBytes: 90,
    read: async () => [{ storage: 'files', freeBytes }],
    recordWrite: (bytes) => void (freeBytes -= bytes),
  };
  shop.world.fetch = async () => ({ ...page(''), bytes: new Uint8Array(6) });
  for (const number of [1, 2]) await addUnit(shop, `صفحة ${number}`, [url(`https://${number}.example.com/`)]);
  const fetching = createPageFetching({ ...shop.ports, diskSpace }, { owner: 'one' });
  while (await fetching.runOnce());
  await fetching.settled();
  expect(freeBytes).toBe(94);
  expect(await shop.jobs.countFetched()).toBe(1);
  expect(await shop.jobs.leaseFetch('two', 1000, { busyHosts: [], onlyFirstTries: true })).toMatchObject({
    attempt: 1,
  });
});

test('gives a host that did not answer twice in a row less time, until it answers', async () => {
  const limits = createHostLimits();
  const given: (number | undefined)[] = [];
  const ask = (host: string, code?: string) =>
    limits.run(host, async (answerWithinMs) => {
      given.push(answerWithinMs);
      return code === undefined ? undefined : { code, parameters: {} };
    });
  for (const code of ['page-timeout', 'page-timeout', 'page-timeout', 'http-status', undefined])
    await ask('example.com', code);
  await ask('example.org', 'page-timeout');
  expect(given).toEqual([undefined, undefined, 5_000, 5_000, undefined, undefined]);
});
