import { readdir } from 'node:fs/promises';
import { StorageError } from '#gateway/core/errors.ts';
import { blobPath, FOLDER_PREFIX_LENGTH, randomBlobKey } from './blob-key.ts';
import { bodyOf, createS3Client, S3_LIMITS, type S3Client } from './s3-client.ts';
import { readText, S3Error, toStorageError } from './s3-error.ts';
import { listBlobs } from './s3-lists.ts';
import type { S3Location } from './s3-location.ts';
import { deleteObject } from './s3-writer.ts';

/** The bucket cannot be used. Its message names the setting and repeats no value. */
export class BlobStoreStartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BlobStoreStartError';
  }
}

const CHECKED_TEXT = 'فهرس';

/** Somebody waits at the terminal. */
const START_LIMITS = { ...S3_LIMITS, tries: 3, connect: 5_000, answer: 10_000 };

const WRONG_REGION = new Set([
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'TemporaryRedirect',
  'IllegalLocationConstraintException',
]);
const WRONG_ACCESS_KEY = new Set(['InvalidAccessKeyId', 'InvalidAccessKey']);

/** Throws `BlobStoreStartError` where a folder of blobs is not empty. */
export async function checkMoved(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  if (names.some((name) => name.length === FOLDER_PREFIX_LENGTH))
    throw new BlobStoreStartError(
      `FIHRIST_BLOBS names a bucket, but the files of this server are still in ${folder}. Carry them over ` +
        'with "npm run fihrist -- migrate", or copy them as docs/operations.md describes. Then move that folder away, or set ' +
        'FIHRIST_DATA to an empty one, and start again.',
    );
}

/** What the key must be allowed to do with a bucket, as `explain` says it. */
type Step = 'list' | 'write to' | 'read';

/**
 * Lists the bucket, then writes, reads and removes a small blob, which the cleanup removes where this did not. Throws
 * `BlobStoreStartError`; whether it may remove is for the caller to judge.
 */
export async function checkS3(location: S3Location): Promise<{ canRemove: boolean }> {
  const client = createS3Client(location, START_LIMITS);
  try {
    return await checkBucket(client, location.prefix);
  } finally {
    await client.close();
  }
}

async function checkBucket(client: S3Client, prefix: string): Promise<{ canRemove: boolean }> {
  const key = blobPath(randomBlobKey());
  const body = bodyOf(CHECKED_TEXT);
  let step: Step = 'list';
  try {
    await listBlobs(client, prefix, { limit: 1 });
    step = 'write to';
    await client.send({ method: 'PUT', key, body, isRepeatable: true }, (response) => response.body.dump());
    step = 'read';
    const request = { method: 'GET', key, isRepeatable: true } as const;
    const text = await client.send(request, (response) => readText(response.body));
    if (text !== CHECKED_TEXT) throw toStorageError(new S3Error(200, 'OtherContent'));
  } catch (error) {
    if (error instanceof StorageError) throw new BlobStoreStartError(explain(error, step));
    throw error;
  }
  try {
    await deleteObject(client, key);
    return { canRemove: true };
  } catch (error) {
    if (error instanceof StorageError) return { canRemove: false };
    throw error;
  }
}

function explain({ code, cause }: StorageError, step: Step): string {
  if (!(cause instanceof S3Error))
    return `FIHRIST_S3_ENDPOINT: no object store answers there (${code}). Check the address, and that the store is running.`;
  const { status } = cause;
  if (WRONG_REGION.has(code) || status === 301 || status === 307)
    return `FIHRIST_S3_REGION: the bucket is in another region (${code}). Set the region and the endpoint of the bucket.`;
  if (code === 'NoSuchBucket' || code === 'InvalidBucketName')
    return `FIHRIST_BLOBS: the store has no such bucket (${code}). Create it, or correct the name.`;
  if (code === 'SignatureDoesNotMatch')
    return `FIHRIST_S3_SECRET_KEY: the store rejects the signature (${code}). Check both keys and FIHRIST_S3_REGION.`;
  if (WRONG_ACCESS_KEY.has(code))
    return `FIHRIST_S3_ACCESS_KEY: the store does not know this key (${code}). Check it.`;
  if (code === 'RequestTimeTooSkewed')
    return `The clock of this machine and that of the object store differ too much (${code}). Correct the clock.`;
  if (status === 401 || status === 403)
    return `FIHRIST_S3_ACCESS_KEY: this key may not ${step} the bucket of FIHRIST_BLOBS (${code}). Give it the rights that docs/operations.md lists.`;
  if (status >= 500)
    return `The object store of FIHRIST_S3_ENDPOINT does not work now (${code}). Start again when it does.`;
  return `FIHRIST_S3_ENDPOINT: what answers there does not behave like an S3 store (${code}). Check the address.`;
}
