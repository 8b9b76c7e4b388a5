import { createHash } from 'node:crypto';
import type { BlobWriter } from '#gateway/modules/files/ports/blobs.ts';
import { bodyOf, type S3Body, type S3Client } from './s3-client.ts';
import { parseError, readText, S3Error } from './s3-error.ts';

const FIRST_BUFFER_BYTES = 64 * 1024;

interface BlobObject {
  key: string;
  objectKey: string;
}

/**
 * Writes one object: in a single request up to the size of a part, else as a multipart upload, invisible until
 * complete.
 */
export function createS3Writer(client: S3Client, { key, objectKey }: BlobObject): BlobWriter {
  const whole = createHash('sha256');
  const part = createPart(client.limits.partBytes);
  const etags: string[] = [];
  let size = 0;
  let uploadId: string | undefined;
  let state: 'open' | 'closed' | 'committing' | 'committed' = 'open';
  const checkOpen = () => {
    if (state !== 'open') throw new Error('This blob is closed.');
  };

  async function sendPart(): Promise<void> {
    uploadId ??= await beginUpload(client, objectKey);
    const query = { partNumber: String(etags.length + 1), uploadId };
    etags.push(await putPart(client, objectKey, query, part.take()));
  }

  return {
    async write(chunk) {
      checkOpen();
      whole.update(chunk);
      size += chunk.byteLength;
      for (let offset = 0; offset < chunk.byteLength; ) {
        try {
          if (part.room() === 0) await sendPart();
        } catch (error) {
          // A part is missing: nothing may make this whole any more.
          state = 'closed';
          throw error;
        }
        const piece = chunk.subarray(offset, offset + part.room());
        part.add(piece);
        offset += piece.byteLength;
      }
    },

    async commit() {
      checkOpen();
      state = 'committing';
      if (uploadId === undefined) await putObject(client, objectKey, part.take());
      else {
        await sendPart();
        await completeUpload(client, { objectKey, uploadId, etags, size });
      }
      state = 'committed';
      return { key, size, sha256: whole.digest('hex') };
    },

    async abort() {
      if (state === 'committed') return;
      const mayBeThere = state === 'committing';
      state = 'closed';
      // One try each, whatever the outcome: the sweep removes the remains.
      if (uploadId !== undefined) await abortUpload(client, objectKey, uploadId, 1).catch(() => undefined);
      if (mayBeThere) await deleteObject(client, objectKey, 1).catch(() => undefined);
    },
  };
}

/** Bytes that wait to be sent, hashed as they come. The buffer grows with them and is used again for the next part. */
function createPart(partBytes: number) {
  let buffer = Buffer.alloc(0);
  let filled = 0;
  let sha256 = createHash('sha256');
  let md5 = createHash('md5');
  return {
    room: () => partBytes - filled,
    add(piece: Uint8Array): void {
      if (filled + piece.byteLength > buffer.byteLength) {
        const wanted = Math.max(filled + piece.byteLength, 2 * buffer.byteLength, FIRST_BUFFER_BYTES);
        const larger = Buffer.allocUnsafeSlow(Math.min(wanted, partBytes));
        buffer.copy(larger, 0, 0, filled);
        buffer = larger;
      }
      buffer.set(piece, filled);
      filled += piece.byteLength;
      sha256.update(piece);
      md5.update(piece);
    },
    /** Takes the bytes and empties the part. The bytes stay valid until the next `add`. */
    take(): S3Body {
      const body = {
        bytes: buffer.subarray(0, filled),
        sha256: sha256.digest('hex'),
        md5: md5.digest('base64'),
      };
      filled = 0;
      sha256 = createHash('sha256');
      md5 = createHash('md5');
      return body;
    },
  };
}

function putObject(client: S3Client, key: string, body: S3Body): Promise<void> {
  const { part } = client.limits;
  return client.send({ method: 'PUT', key, body, timeout: part, isRepeatable: true }, (response) =>
    response.body.dump(),
  );
}

/** Returns the tag by which the part is named when the upload is completed. */
function putPart(
  client: S3Client,
  key: string,
  query: { partNumber: string; uploadId: string },
  body: S3Body,
): Promise<string> {
  const { part } = client.limits;
  return client.send(
    { method: 'PUT', key, query, body, timeout: part, isRepeatable: true },
    async ({ statusCode, headers, body: answer }) => {
      await answer.dump();
      if (typeof headers['etag'] !== 'string') throw new S3Error(statusCode, 'NoETag');
      return headers['etag'];
    },
  );
}

export function deleteObject(client: S3Client, key: string, tries?: number): Promise<void> {
  return client.send(
    { method: 'DELETE', key, isRepeatable: true, ...(tries === undefined ? {} : { tries }) },
    (response) => response.body.dump(),
  );
}

function beginUpload(client: S3Client, key: string): Promise<string> {
  // A blind repetition could leave an upload with an unknown id.
  const request = { method: 'POST', key, query: { uploads: '' }, isRepeatable: false } as const;
  return client.send(request, async ({ statusCode, body }) => {
    const text = await readText(body);
    const id = /<UploadId>([^<]+)<\/UploadId>/.exec(text)?.[1];
    if (id === undefined) throw parseError(statusCode, text);
    return id;
  });
}

/** Resolves when all of it is an object. A try whose answer was lost may have done it: what is there then decides. */
async function completeUpload(
  client: S3Client,
  upload: { objectKey: string; uploadId: string; etags: readonly string[]; size: number },
): Promise<void> {
  const { objectKey: key, uploadId, etags, size } = upload;
  const parts = etags.map(
    (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
  );
  const xmlns = 'http://s3.amazonaws.com/doc/2006-03-01/';
  const body = bodyOf(
    `<CompleteMultipartUpload xmlns="${xmlns}">${parts.join('')}</CompleteMultipartUpload>`,
  );
  const timeout = client.limits.completion;
  try {
    await client.send(
      { method: 'POST', key, query: { uploadId }, body, timeout, isRepeatable: true },
      async (response) => {
        const text = await readText(response.body);
        if (!/<CompleteMultipartUploadResult[\s>]/.test(text)) throw parseError(response.statusCode, text);
      },
    );
  } catch (error) {
    const stored = await sizeOf(client, key).catch(() => undefined);
    if (stored !== size) throw error;
  }
}

/** Bytes of an object; undefined when it is not there. */
function sizeOf(client: S3Client, key: string): Promise<number | undefined> {
  return client.send(
    { method: 'HEAD', key, isRepeatable: true, accept: [404] },
    async ({ statusCode, headers, body }) => {
      await body.dump();
      return statusCode === 404 ? undefined : Number(headers['content-length']);
    },
  );
}

/** Ends an upload and frees its parts; one that is over is no error. */
export function abortUpload(client: S3Client, key: string, uploadId: string, tries?: number): Promise<void> {
  return client.send(
    {
      method: 'DELETE',
      key,
      query: { uploadId },
      isRepeatable: true,
      accept: [404],
      ...(tries === undefined ? {} : { tries }),
    },
    (response) => response.body.dump(),
  );
}
