/** Blobs in a bucket: the suite of all stores on a strict stand-in, then what the stand-in does wrong on purpose. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkS3 } from '#gateway/node/storage/blobs/check-s3.ts';
import type { FileBlobStore } from '#gateway/node/storage/blobs/file-blob-store.ts';
import { createS3Blobs } from '#gateway/node/storage/blobs/s3-blobs.ts';
import { S3_LIMITS } from '#gateway/node/storage/blobs/s3-client.ts';
import type { S3Location } from '#gateway/node/storage/blobs/s3-location.ts';
import { bytesOf, describeBlobStore } from '#tests/support/blob-store-suite.ts';
import {
  type S3StandIn,
  type SeenRequest,
  STAND_IN_BUCKET,
  STAND_IN_KEYS,
  startS3StandIn,
} from '#tests/support/s3-stand-in.ts';

const MEGABYTE = 1024 * 1024;
const TEXT = new TextEncoder().encode('دليل الموظف');
/** Waits of a test, not of a person. */
const LIMITS = { ...S3_LIMITS, backoff: 2, partBytes: 5 * MEGABYTE };

const locationOf = (standIn: S3StandIn, folder: string, change: Partial<S3Location> = {}): S3Location => ({
  kind: 's3',
  endpoint: standIn.endpoint,
  region: 'us-east-1',
  bucket: STAND_IN_BUCKET,
  prefix: 'files/fihrist/',
  ...STAND_IN_KEYS,
  spoolFolder: join(folder, 'spool'),
  ...change,
});

async function openStandIn(limits = S3_LIMITS) {
  const standIn = await startS3StandIn();
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-'));
  const location = locationOf(standIn, folder);
  const blobs = await createS3Blobs(location, limits);
  return {
    standIn,
    folder,
    location,
    blobs,
    async close() {
      await blobs.close();
      await standIn.close();
      rmSync(folder, { recursive: true });
    },
  };
}

describeBlobStore('S3', () => openStandIn());

describe('blobs in a bucket', () => {
  let open: Awaited<ReturnType<typeof openStandIn>>;
  let standIn: S3StandIn;
  let blobs: FileBlobStore;
  beforeEach(async () => {
    open = await openStandIn(LIMITS);
    ({ standIn, blobs } = open);
  });
  afterEach(() => open.close());

  async function put(bytes = TEXT) {
    const writer = await blobs.create();
    await writer.write(bytes);
    return writer.commit();
  }
  const isPut = ({ method }: SeenRequest) => method === 'PUT';
  const isGet = ({ method }: SeenRequest) => method === 'GET';
  const isPart = ({ query }: SeenRequest) => query.has('partNumber');
  const isCompletion = ({ method, query }: SeenRequest) => method === 'POST' && query.has('uploadId');
  const count = (is: (request: SeenRequest) => boolean) => standIn.seen.filter(is).length;
  const big = () => new Uint8Array(6 * MEGABYTE).fill(7);

  test('lie where a copy of a data folder would put them', async () => {
    const { key } = await put();
    expect([...standIn.objects.keys()]).toEqual([`files/fihrist/${key.slice(0, 2)}/${key}`]);
    // Foreign objects below the prefix are ignored, even when they fill a page.
    for (let index = 0; index < 11; index++)
      standIn.objects.set(`files/fihrist/${key.slice(0, 2)}-&${index}`, {
        bytes: Buffer.of(),
        etag: '',
        modified: 0,
      });
    expect(await blobs.list({ committedBefore: new Date(8.64e15), limit: 5 })).toEqual([key]);
  });

  test('go in one request up to a part, in parts beyond it', async () => {
    await put(new Uint8Array(5 * MEGABYTE));
    expect(standIn.seen.map(({ method, body }) => [method, body.length])).toEqual([['PUT', 5 * MEGABYTE]]);
    standIn.seen.length = 0;
    await put(big());
    expect(standIn.seen.filter(isPart).map(({ body }) => body.length)).toEqual([5 * MEGABYTE, MEGABYTE]);
  });

  test.each([
    ['a busy answer', { status: 503, code: 'SlowDown' }],
    ['an error of the store', { status: 500, code: 'InternalError' }],
    ['a cut connection', 'cut'],
    ['a lost answer', 'lost'],
  ] as const)('survive %s, once, in every request', async (_, what) => {
    for (const is of [isPut, isGet, isPart, isCompletion]) standIn.misbehave(what, is, 1);
    const small = await put();
    expect(await bytesOf(await blobs.open(small.key))).toEqual(TEXT);
    const { key, size } = await put(big());
    expect((await bytesOf(await blobs.open(key)))?.byteLength).toBe(size);
    expect(standIn.uploads.size).toBe(0);
  });

  test.each([
    ['is busy', { status: 503, code: 'SlowDown' }, 'unavailable', 'SlowDown', 4],
    ['cuts connections', 'cut', 'unavailable', 'UND_ERR_SOCKET|ECONNRESET', 4],
    ['forbids it', { status: 403, code: 'AccessDenied' }, 'unavailable', 'AccessDenied', 1],
    ['has a full quota', { status: 403, code: 'QuotaExceeded' }, 'full', 'QuotaExceeded', 1],
    ['has a full disk', { status: 507, code: 'XMinioStorageFull' }, 'full', 'XMinioStorageFull', 1],
  ] as const)('acknowledge nothing when the store %s', async (_, what, kind, code, tries) => {
    standIn.misbehave(what, isPut);
    const failure = expect.objectContaining({
      kind,
      code: expect.stringMatching(`^(?:${code})$`) as string,
    }) as Error;
    await expect(put()).rejects.toEqual(failure);
    expect(count(isPut)).toBe(tries);
    // A part that is missing can never be left out.
    const writer = await blobs.create();
    const write = async () => {
      for (let index = 0; index < 6; index++) await writer.write(new Uint8Array(MEGABYTE));
    };
    await expect(write()).rejects.toEqual(failure);
    await expect(writer.commit()).rejects.toThrow(/closed/);
    await writer.abort();
    expect([standIn.uploads.size, standIn.objects.size]).toEqual([0, 0]);
  });

  test('time out when the store does not respond', async () => {
    const impatient = await createS3Blobs(open.location, { ...LIMITS, part: 400, tries: 2 });
    const save = async () => {
      const writer = await impatient.create();
      await writer.write(TEXT);
      return writer.commit();
    };
    standIn.misbehave('hang', isPut, 1);
    expect((await save()).size).toBe(TEXT.length);
    standIn.misbehave('hang', isPut);
    const code = expect.stringMatching(/^(?:TimeoutError|UND_ERR_HEADERS_TIMEOUT)$/) as string;
    await expect(save()).rejects.toMatchObject({ kind: 'unavailable', code });
    expect(count(isPut)).toBe(4);
    await impatient.close();
  });

  test('treat an error inside a 200 as an error', async () => {
    standIn.misbehave('error-in-200', isCompletion);
    const writer = await blobs.create();
    await writer.write(big());
    await expect(writer.commit()).rejects.toMatchObject({ kind: 'unavailable', code: 'InternalError' });
    expect(count(isCompletion)).toBe(4);
    await writer.abort();
    expect([standIn.uploads.size, standIn.objects.size]).toEqual([0, 0]);
  });

  test('count as committed when the store committed but its answers were lost, whatever a second try returns', async () => {
    standIn.misbehave('lost', isCompletion, 1);
    const { key, size } = await put(big());
    expect(count(isCompletion)).toBe(2);
    expect((await blobs.open(key))?.size).toBe(size);
  });

  test('begin no second upload blindly', async () => {
    standIn.misbehave('lost', ({ query }) => query.has('uploads'), 1);
    await expect(put(big())).rejects.toMatchObject({ kind: 'unavailable' });
    expect(count(({ query }) => query.has('uploads'))).toBe(1);
  });

  test('are missing only when the store says so of the object', async () => {
    const absent = 'a'.repeat(32);
    expect(await blobs.open(absent)).toBeUndefined();
    for (const code of ['NoSuchBucket', 'HTTP'])
      for (const range of [undefined, { start: 0, end: 0 }]) {
        standIn.behave();
        standIn.misbehave({ status: 404, code });
        await expect(blobs.open(absent, range)).rejects.toMatchObject({ kind: 'unavailable', code });
      }
  });

  test('break off with an error where the store does, never shorter than they are', async () => {
    const { key } = await put(new Uint8Array(MEGABYTE));
    standIn.misbehave('half', isGet);
    const opened = await blobs.open(key);
    await expect(bytesOf(opened)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('close the connection to the store when a reader leaves', async () => {
    const { key } = await put(new Uint8Array(5 * MEGABYTE));
    const opened = await blobs.open(key);
    const reader = opened?.stream.getReader();
    await reader?.read();
    expect(standIn.left()).toBe(0);
    await reader?.cancel();
    await expect.poll(() => standIn.left()).toBe(1);
  });

  test('abort their own abandoned uploads alone', async () => {
    const DAY = 24 * 60 * 60 * 1000;
    standIn.clock.now = () => Date.now() - 2 * DAY;
    const dead = await blobs.create();
    await dead.write(big());
    standIn.clock.now = () => Date.now();
    const alive = await blobs.create();
    await alive.write(big());
    const foreign = { bucket: STAND_IN_BUCKET, key: 'files/fihrist/other', begun: 0, parts: new Map() };
    standIn.uploads.set('foreign', foreign);
    expect(await blobs.removeUnfinished(new Date(Date.now() - DAY))).toBe(1);
    await expect(dead.commit()).rejects.toMatchObject({ code: 'NoSuchUpload' });
    expect((await alive.commit()).size).toBe(6 * MEGABYTE);
    expect([...standIn.uploads.keys()]).toEqual(['foreign']);
  });

  test('are read by child processes from a copy that is removed afterwards, also after a crash', async () => {
    const { key } = await put();
    const { spoolFolder } = open.location;
    let copy = '';
    const length = await blobs.withFile(key, async (path) => {
      copy = path;
      return readFileSync(path).length;
    });
    expect([length, existsSync(copy)]).toEqual([TEXT.length, false]);
    await expect(blobs.withFile(key, () => Promise.reject(new Error('تعذّر')))).rejects.toThrow('تعذّر');
    await expect(blobs.withFile('a'.repeat(32), async () => 1)).rejects.toThrow(/gone/);
    await expect(blobs.withFile(key, async () => 1, AbortSignal.abort(new Error('stop')))).rejects.toThrow(
      'stop',
    );
    const [own = ''] = readdirSync(spoolFolder);
    expect(readdirSync(join(spoolFolder, own))).toEqual([]);
    const [random] = own.split('.').slice(-1);
    // No process has this number; one with our own number was there before us. Another machine may have any.
    const others = [
      '4194305',
      `${process.pid}`,
      own.replace(`${random}`, random?.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')) ?? ''),
    ];
    const [old, young] = ['old', 'young'].map((machine) => `${machine}.4194305.${random}`) as [
      string,
      string,
    ];
    for (const name of [...others, old, young]) {
      mkdirSync(join(spoolFolder, name));
      writeFileSync(join(spoolFolder, name, 'copy'), TEXT);
    }
    utimesSync(join(spoolFolder, old), 0, Date.now() / 1000 - 2 * 24 * 60 * 60);
    await (await createS3Blobs(open.location)).close();
    expect(readdirSync(spoolFolder).toSorted()).toEqual([own, young].toSorted());
  });

  test.each([
    ['FIHRIST_S3_ENDPOINT: no object store answers', { endpoint: 'http://127.0.0.1:9' }],
    ['FIHRIST_BLOBS: the store has no such bucket', { bucket: 'another-bucket' }],
    ['FIHRIST_S3_ACCESS_KEY: the store does not know', { accessKey: 'wrong-access-key' }],
    ['FIHRIST_S3_SECRET_KEY: the store rejects', { secretKey: 'wrong-secret-key' }],
  ])('are checked at start: %s', async (message, wrong) => {
    await checkS3(open.location);
    const failure = await checkS3({ ...open.location, ...wrong }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'BlobStoreStartError' });
    const { message: said } = failure as Error;
    expect(said).toContain(message);
    for (const value of Object.values(wrong)) expect(said).not.toContain(value);
  });

  test.each([
    [
      'FIHRIST_S3_REGION: the bucket is in another region',
      { status: 400, code: 'AuthorizationHeaderMalformed' },
    ],
    ['this key may not list', { status: 403, code: 'AccessDenied' }],
    ['does not work now', { status: 503, code: 'SlowDown' }],
    ['does not behave like an S3 store', { status: 418, code: 'Teapot' }],
  ])('are checked at start: %s, as the store says', async (message, what) => {
    standIn.misbehave(what);
    await expect(checkS3(open.location)).rejects.toThrow(message);
  });

  test('are checked at start by writing, reading and removing a blob, without leftovers', async () => {
    expect(await checkS3(open.location)).toEqual({ canRemove: true });
    expect(standIn.objects.size).toBe(0);
    const denied = { status: 403, code: 'AccessDenied' };
    standIn.misbehave(denied, ({ method }) => method === 'DELETE');
    expect(await checkS3(open.location)).toEqual({ canRemove: false });
    standIn.misbehave(denied, ({ method, key }) => method === 'GET' && key !== '');
    await expect(checkS3(open.location)).rejects.toThrow('this key may not read the bucket');
    standIn.misbehave(denied, isPut);
    await expect(checkS3(open.location)).rejects.toThrow('this key may not write to the bucket');
  });
});
