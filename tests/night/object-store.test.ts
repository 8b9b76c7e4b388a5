/**
 * The blob store on a real object store, and the stand-in of the other tiers held against it: a stand-in that nobody
 * compares proves little.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkS3 } from '#gateway/node/storage/blobs/check-s3.ts';
import { createS3Blobs } from '#gateway/node/storage/blobs/s3-blobs.ts';
import { bodyOf, createS3Client, type S3Request } from '#gateway/node/storage/blobs/s3-client.ts';
import { readText } from '#gateway/node/storage/blobs/s3-error.ts';
import type { S3Location } from '#gateway/node/storage/blobs/s3-location.ts';
import { describeBlobStore } from '#tests/support/blob-store-suite.ts';
import { type S3StandIn, STAND_IN_BUCKET, startS3StandIn } from '#tests/support/s3-stand-in.ts';
import { findSwift, SWIFT_KEYS, SWIFT_PACKAGES, type Swift, startSwift } from '#tests/support/swift.ts';

/** A script of checks by hand-signed requests, where the project lies beside it. */
const CONFORMANCE = '../shared/tools/s3-conformance.mjs';
const MEGABYTE = 1024 * 1024;
const programs = findSwift();

test('OpenStack Swift is here', ({ skip }) => {
  const remedy = `OpenStack Swift is not installed: apt-get install ${SWIFT_PACKAGES}`;
  if (programs === undefined && process.env['CI'] !== 'true') {
    console.warn(`Skipped: ${remedy}`);
    skip(remedy);
  }
  expect(programs ?? remedy).toBe(programs);
});

describe.skipIf(programs === undefined)('on OpenStack Swift', () => {
  let swift: Swift;
  let standIn: S3StandIn;
  let folder = '';
  let prefixes = 0;
  beforeAll(async () => {
    swift = await startSwift(programs ?? '');
    standIn = await startS3StandIn({ lenient: true });
    folder = mkdtempSync(join(tmpdir(), 'fihrist-'));
    const client = createS3Client(locationOf(swift.endpoint));
    await client.send({ method: 'PUT', body: bodyOf(''), isRepeatable: true }, ({ body }) => body.dump());
    await client.close();
  });
  afterAll(async () => {
    await standIn.close();
    await swift.stop();
    rmSync(folder, { recursive: true });
  });

  /** An empty part of the bucket. */
  function locationOf(endpoint: string): S3Location {
    const prefix = `files/${++prefixes}/`;
    const spoolFolder = join(folder, 'spool');
    return {
      kind: 's3',
      endpoint,
      region: 'us-east-1',
      bucket: STAND_IN_BUCKET,
      prefix,
      ...SWIFT_KEYS,
      spoolFolder,
    };
  }

  describeBlobStore('S3 on Swift', async () => {
    const blobs = await createS3Blobs(locationOf(swift.endpoint));
    return { blobs, close: () => blobs.close() };
  });

  test('a wrong bucket, key and secret are told apart at start', async () => {
    const location = locationOf(swift.endpoint);
    await checkS3(location);
    await expect(checkS3({ ...location, bucket: 'another-bucket' })).rejects.toThrow(/^FIHRIST_BLOBS/);
    await expect(checkS3({ ...location, secretKey: 'wrong' })).rejects.toThrow(/^FIHRIST_S3_SECRET_KEY/);
    await expect(checkS3({ ...location, accessKey: 'wrong' })).rejects.toThrow(/^FIHRIST_S3_/);
  });

  test('the stand-in answers as Swift does', async () => {
    const answers = await answersOf(locationOf(swift.endpoint));
    expect(answers).toMatchObject({ range: '206 bytes 2-6/9', 'small part': '400 EntityTooSmall' });
    expect(await answersOf(locationOf(standIn.endpoint))).toEqual(answers);
  });

  test.skipIf(!existsSync(CONFORMANCE))('both pass the conformance script alike', async () => {
    const run = async (endpoint: string) => {
      const { accessKey, secretKey } = SWIFT_KEYS;
      const { stdout } = await promisify(execFile)(process.execPath, [
        CONFORMANCE,
        endpoint,
        accessKey,
        secretKey,
      ]);
      // Swift calls a request without a signature a bad one, Amazon a forbidden one.
      return stdout.split('\n').filter((line) => !line.startsWith('no signature'));
    };
    const lines = await run(swift.endpoint);
    expect(lines.length).toBeGreaterThan(15);
    expect(lines.filter((line) => line.includes('ERR'))).toEqual([]);
    expect(await run(standIn.endpoint)).toEqual(lines);
  });
});

/** What a store says to right and wrong requests: status, and the error's code or what else counts. */
async function answersOf(location: S3Location): Promise<Record<string, string>> {
  const client = createS3Client(location);
  const answers: Record<string, string> = {};
  const text = bodyOf('دليل!');
  const ask = (request: Partial<S3Request>, header = '') =>
    client.send(
      {
        method: 'GET',
        key: 'a',
        isRepeatable: false,
        tries: 1,
        accept: [304, 400, 403, 404, 412, 416, 501],
        ...request,
      },
      async ({ statusCode, headers, body }) => {
        const content = await readText(body);
        const code = /<Code>(\w+)</.exec(content)?.[1] ?? '';
        const id = /<UploadId>([^<]+)</.exec(content)?.[1] ?? '';
        return { said: `${statusCode} ${code}${String(headers[header] ?? '')}`.trim(), id, content, headers };
      },
    );
  const note = async (name: string, request: Partial<S3Request>, header?: string) => {
    const answer = await ask(request, header);
    answers[name] = answer.said;
    return answer;
  };
  const begin = async (key: string) => (await ask({ method: 'POST', key, query: { uploads: '' } })).id;
  const putPart = async (key: string, uploadId: string, number: number, body = text) =>
    ask({ method: 'PUT', key, query: { uploadId, partNumber: String(number) }, body });
  const complete = (tags: unknown[]) =>
    bodyOf(
      `<CompleteMultipartUpload>${tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${String(tag)}</ETag></Part>`).join('')}</CompleteMultipartUpload>`,
    );

  await note('put', { method: 'PUT', body: text });
  await note('range', { headers: { range: 'bytes=2-6' } }, 'content-range');
  await note('range outside', { headers: { range: 'bytes=999-' } });
  await note('missing', { key: 'none' });
  await note('delete missing', { method: 'DELETE', key: 'none' });
  await note('condition', { method: 'PUT', body: text, headers: { 'if-none-match': '*' } });
  await note('wrong hash', { method: 'PUT', body: { ...text, sha256: bodyOf('').sha256 } });
  await note('wrong md5', { method: 'PUT', body: { ...text, md5: bodyOf('').md5 } });

  const small = await begin('small');
  const tags = [await putPart('small', small, 1), await putPart('small', small, 2)].map(
    ({ headers }) => headers['etag'],
  );
  await note('small part', {
    method: 'POST',
    key: 'small',
    query: { uploadId: small },
    body: complete(tags),
  });
  const wrong = complete(['"00000000000000000000000000000000"']);
  await note('wrong part', { method: 'POST', key: 'small', query: { uploadId: small }, body: wrong });
  await note('abort', { method: 'DELETE', key: 'small', query: { uploadId: small } });
  answers['part after abort'] = (await putPart('small', small, 1)).said;

  const big = await begin('big');
  const first = await putPart('big', big, 1, bodyOf(new Uint8Array(5 * MEGABYTE)));
  const last = await putPart('big', big, 2);
  await note('unseen before', { key: 'big' });
  const body = complete([first.headers['etag'], last.headers['etag']]);
  const { content } = await note('complete', { method: 'POST', key: 'big', query: { uploadId: big }, body });
  answers['etag'] = /[\da-f]{32}-2/.exec(content)?.[0] ?? '';
  await client.close();
  return answers;
}
