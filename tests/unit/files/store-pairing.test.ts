/** Database and blob store belong to each other, whoever starts when. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStoreIdStore } from '#gateway/modules/files/sql/store-id.ts';
import { explainStartFailure } from '#gateway/node/server/settings/explain-start-failure.ts';
import { createDiskBlobs } from '#gateway/node/storage/blobs/disk-blobs.ts';
import { acceptStore, isPaired, pairStore } from '#gateway/node/storage/blobs/pair-store.ts';
import { createS3Blobs } from '#gateway/node/storage/blobs/s3-blobs.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { openMemory } from '#tests/support/open-test-database.ts';
import { STAND_IN_BUCKET, STAND_IN_KEYS, startS3StandIn } from '#tests/support/s3-stand-in.ts';
import { fillData } from '#tests/unit/node/backup/data.ts';
import { runCommand } from '#tests/unit/node/terminal.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const database = async () => createStoreIdStore(await openMemory());
const store = async (name: string) => (await createDiskBlobs(join(folder, name))).marker;
type Ids = Awaited<ReturnType<typeof database>>;
type Marker = Awaited<ReturnType<typeof store>>;
const start = (ids: Ids, marker: Marker) => pairStore(ids, marker, 'المجلد', { settleMs: 30 });
const outcome = (starting: Promise<void>) =>
  starting.then(
    () => 'started',
    (error: unknown) => explainStartFailure(error),
  );

test('a first start marks the store; from then on no other database starts with it, until it is accepted', async () => {
  const [first, other, files] = [await database(), await database(), await store('a')];
  expect(await isPaired(first, files)).toBe(false);
  await start(first, files);
  await start(first, files);
  expect(await isPaired(first, files)).toBe(true);
  expect(await outcome(start(other, files))).toMatch(
    /^المجلد belongs to another database.*"npm run fihrist -- store accept", then start again\.$/,
  );
  await acceptStore(other, files);
  await start(other, files);
  expect([await isPaired(first, files), await isPaired(other, files)]).toEqual([false, true]);
  expect(await outcome(start(first, files))).toMatch(/belongs to another database/);
  // Files moved together with their marker are accepted.
  const [moved, mark] = [await store('moved'), await files.read()];
  await moved.write(mark ?? '');
  await start(other, moved);
});

test('a database that has files does not start with an empty folder, as of a second machine', async () => {
  const ids = await database();
  await start(ids, await store('a'));
  expect(await outcome(start(ids, await store('b')))).toMatch(
    /fihrist-store\.json is missing there.*FIHRIST_BLOBS.*store accept/,
  );
});

test.each([
  ['one database with a folder each', 1, 2],
  ['two databases with one folder', 2, 1],
])('of first starts at one moment, %s, one starts', async (_, databases, folders) => {
  const ids = [await database(), await database()].slice(0, databases);
  const files = [await store('a'), await store('b')].slice(0, folders);
  const outcomes = await Promise.all(
    [0, 1].map((number) =>
      outcome(start((ids[number] ?? ids[0]) as Ids, (files[number] ?? files[0]) as Marker)),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'started')).toHaveLength(1);
});

test('concurrent servers of one database and one store all start, also after a crash while marking', async () => {
  const [ids, files] = [await database(), await store('a')];
  await ids.claim('توقف');
  expect(await Promise.all([1, 2, 3].map(() => outcome(start(ids, files))))).toEqual(
    Array(3).fill('started'),
  );
  expect(await isPaired(ids, files)).toBe(true);
});

test('a damaged mark belongs to no database', async () => {
  const [ids, files] = [await database(), await store('a')];
  await start(ids, files);
  await files.write('x');
  expect(JSON.parse(readFileSync(join(folder, 'a', 'fihrist-store.json'), 'utf8'))).toMatchObject({
    id: 'x',
  });
  expect(await outcome(start(ids, files))).toMatch(/belongs to another database/);
});

test('fihrist store accept joins a bucket to the database of the settings', async () => {
  const standIn = await startS3StandIn();
  const data = join(folder, 'data');
  await fillData(data);
  expect((await runCommand(['store', 'accept', '--data', data])).err).toMatch(/nothing to accept/);
  const { code, err } = await runCommand(['store', 'accept', '--data', data], {
    FIHRIST_BLOBS: `s3://${STAND_IN_BUCKET}/x`,
    FIHRIST_S3_ENDPOINT: standIn.endpoint,
    FIHRIST_S3_ACCESS_KEY: STAND_IN_KEYS.accessKey,
    FIHRIST_S3_SECRET_KEY: STAND_IN_KEYS.secretKey,
  });
  expect([code, err]).toEqual([0, '']);
  expect([...standIn.objects.keys()]).toEqual(['x/fihrist-store.json']);
  const db = await openSqlite(join(data, 'fihrist.sqlite'));
  const place = { endpoint: standIn.endpoint, region: 'us-east-1', bucket: STAND_IN_BUCKET, prefix: 'x/' };
  const blobs = await createS3Blobs({
    kind: 's3',
    ...place,
    ...STAND_IN_KEYS,
    spoolFolder: join(folder, 's'),
  });
  expect(await isPaired(createStoreIdStore(db), blobs.marker)).toBe(true);
  const [entry] = await db.read.selectFrom('audit').select(['action', 'key_name']).execute();
  expect(entry).toEqual({ action: 'acceptStore', key_name: 'fihrist store accept' });
  standIn.misbehave({ status: 404, code: 'NoSuchBucket' });
  await expect(blobs.marker.read()).rejects.toMatchObject({ code: 'NoSuchBucket' });
  await blobs.close();
  await db.close();
  await standIn.close();
});
