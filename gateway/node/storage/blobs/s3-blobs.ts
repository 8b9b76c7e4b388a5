import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { StorageError } from '#gateway/core/errors.ts';
import type { BlobStore } from '#gateway/modules/files/ports/blobs.ts';
import { BLOB_KEY, blobPath, randomBlobKey } from './blob-key.ts';
import type { FileBlobStore } from './file-blob-store.ts';
import { bodyOf, createS3Client, S3_LIMITS, type S3Client, type S3Limits } from './s3-client.ts';
import { parseError, readText, S3Error, toStorageError } from './s3-error.ts';
import { listBlobs, listUploads } from './s3-lists.ts';
import type { S3Location } from './s3-location.ts';
import { abortUpload, createS3Writer, deleteObject } from './s3-writer.ts';
import { createSpool } from './spool.ts';
import { MARKER_NAME, parseMarker, printMarker } from './store-marker.ts';

/** Limit of uploads that one call of `removeUnfinished` aborts. */
const MAX_ABORTED = 500;

/** Blobs as objects of an S3-compatible bucket, named below the prefix as the files of a data folder are. */
export async function createS3Blobs(
  location: S3Location,
  limits: S3Limits = S3_LIMITS,
): Promise<FileBlobStore> {
  const client = createS3Client(location, limits);
  const spool = await createSpool(location.spoolFolder);

  const store: BlobStore = {
    async create(key = randomBlobKey()) {
      return createS3Writer(client, { key, objectKey: blobPath(key) });
    },

    async open(key, range) {
      if (!BLOB_KEY.test(key)) return undefined;
      const { start = 0, end } = range ?? {};
      const isEmpty = end !== undefined && end <= start;
      // Of an empty range only the size is wanted: one byte says it.
      const [first, last] = isEmpty ? [0, 0] : [start, end === undefined ? '' : end - 1];
      const headers: Record<string, string> = range ? { range: `bytes=${first}-${last}` } : {};
      return client.send(
        {
          method: 'GET',
          key: blobPath(key),
          headers: { 'accept-encoding': 'identity', ...headers },
          isRepeatable: true,
          isStreamed: true,
          accept: [404, 416],
        },
        (response) => openAnswer(response, { isRange: range !== undefined, isEmpty }),
      );
    },

    async remove(key) {
      if (BLOB_KEY.test(key)) await deleteObject(client, blobPath(key));
    },

    list: (query) => listKeys(client, location.prefix, query),

    async removeUnfinished(begunBefore) {
      let count = 0;
      for await (const { key, uploadId, begunOn } of listUploads(client, location.prefix)) {
        if (begunOn >= begunBefore.getTime()) continue;
        await abortUpload(client, blobPath(key), uploadId);
        if (++count === MAX_ABORTED) break;
      }
      return count;
    },
  };

  return {
    ...store,
    marker: createMarker(client),
    withFile: (key, work, signal) => spool.withFile(() => store.open(key), work, signal),
    async close() {
      await client.close();
      await spool.close();
    },
  };
}

async function listKeys(
  client: S3Client,
  prefix: string,
  { committedBefore, after, limit }: Parameters<BlobStore['list']>[0],
): Promise<string[]> {
  const keys: string[] = [];
  let behind = after === undefined ? undefined : `${prefix}${blobPath(after)}`;
  for (;;) {
    const page = await listBlobs(client, prefix, { after: behind, limit });
    for (const { key, modifiedOn } of page.blobs) {
      if (modifiedOn < committedBefore.getTime()) keys.push(key);
      if (keys.length === limit) return keys;
    }
    if (page.next === undefined) return keys;
    behind = page.next;
  }
}

function createMarker(client: S3Client): FileBlobStore['marker'] {
  return {
    read: () =>
      client.send(
        { method: 'GET', key: MARKER_NAME, isRepeatable: true, accept: [404] },
        async ({ statusCode, body }) => {
          const text = await readText(body);
          return statusCode === 404 ? requireMissing(text) : parseMarker(text);
        },
      ),
    write: (id) =>
      client.send(
        { method: 'PUT', key: MARKER_NAME, body: bodyOf(printMarker(id)), isRepeatable: true },
        (response) => response.body.dump(),
      ),
  };
}

/** Of an answer with 404: a bucket that is gone is no missing object. */
function requireMissing(text: string): undefined {
  const error = parseError(404, text);
  if (error.code !== 'NoSuchKey') throw error;
}

async function openAnswer(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { isRange, isEmpty }: { isRange: boolean; isEmpty: boolean },
): ReturnType<BlobStore['open']> {
  if (statusCode === 404) return requireMissing(await readText(body));
  const total = /\/(\d+)$/.exec(String(headers['content-range'] ?? ''))?.[1];
  if (statusCode === 416) {
    const text = await readText(body);
    const size = total ?? /<ActualObjectSize>(\d+)</.exec(text)?.[1] ?? '0';
    return { stream: nothing(), size: Number(size) };
  }
  const length = Number(headers['content-length'] ?? Number.NaN);
  const size = isRange ? Number(total) : length;
  if (!Number.isSafeInteger(length) || !Number.isSafeInteger(size) || isRange !== (statusCode === 206)) {
    body.destroy();
    throw new S3Error(statusCode, isRange ? 'NoRange' : 'NoLength');
  }
  if (!isEmpty) return { stream: streamBody(body, length), size };
  await body.dump();
  return { stream: nothing(), size };
}

const nothing = (): ReadableStream<Uint8Array> => new Blob([]).stream();

/**
 * The bytes of an answer as they are taken; whoever leaves closes the connection. Not by Node's own conversion, for the
 * reason that `streamFile` gives.
 */
function streamBody(body: Readable, length: number): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  let remainingBytes = length;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next().catch((error: unknown) => {
          throw toStorageError(error);
        });
        if (value) remainingBytes -= value.byteLength;
        if (remainingBytes < 0 || (done && remainingBytes > 0)) {
          body.destroy();
          throw new StorageError('unavailable', 'WrongLength');
        }
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void body.destroy(),
    },
    { highWaterMark: 0 },
  );
}
