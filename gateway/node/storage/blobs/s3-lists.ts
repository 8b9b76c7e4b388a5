import { BLOB_KEY, blobPath } from './blob-key.ts';
import type { S3Client } from './s3-client.ts';
import { parseError, readText } from './s3-error.ts';

/** S3 lists no more at once. */
const MAX_KEYS = 1000;

interface ListedBlob {
  key: string;
  /** Milliseconds since 1970. */
  modifiedOn: number;
}

/**
 * Blobs among the next `limit` objects whose names are behind `after`, in their order, and the name to go on from where
 * there are more. Other objects below the prefix are passed over.
 */
export async function listBlobs(
  client: S3Client,
  prefix: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ blobs: ListedBlob[]; next: string | undefined }> {
  const startAfter = after === undefined ? {} : { 'start-after': after };
  const query = { 'list-type': '2', prefix, 'max-keys': String(Math.min(limit, MAX_KEYS)), ...startAfter };
  const text = await readList(client, query, 'ListBucketResult');
  const entries = entriesOf(text, 'Contents');
  const blobs = entries.flatMap((entry) => {
    const key = keyOf(prefix, valueOf(entry, 'Key'));
    return key === undefined ? [] : [{ key, modifiedOn: Date.parse(valueOf(entry, 'LastModified')) }];
  });
  const last = entries.at(-1);
  const isMore = last !== undefined && valueOf(text, 'IsTruncated') === 'true';
  return { blobs, next: isMore ? unescapeXml(valueOf(last, 'Key')) : undefined };
}

/** Multipart uploads of blobs that were neither completed nor aborted. */
export async function* listUploads(
  client: S3Client,
  prefix: string,
): AsyncGenerator<{ key: string; uploadId: string; begunOn: number }> {
  let marker: Record<string, string> = {};
  for (;;) {
    const text = await readList(client, { uploads: '', prefix, ...marker }, 'ListMultipartUploadsResult');
    for (const entry of entriesOf(text, 'Upload')) {
      const key = keyOf(prefix, valueOf(entry, 'Key'));
      const begunOn = Date.parse(valueOf(entry, 'Initiated'));
      if (key !== undefined) yield { key, uploadId: valueOf(entry, 'UploadId'), begunOn };
    }
    const next = unescapeXml(valueOf(text, 'NextKeyMarker'));
    if (valueOf(text, 'IsTruncated') !== 'true' || next === '') return;
    marker = { 'key-marker': next, 'upload-id-marker': valueOf(text, 'NextUploadIdMarker') };
  }
}

function readList(client: S3Client, query: Record<string, string>, root: string): Promise<string> {
  return client.send({ method: 'GET', query, isRepeatable: true }, async ({ statusCode, body }) => {
    const text = await readText(body);
    if (!text.includes(`<${root}`)) throw parseError(statusCode, text);
    return text;
  });
}

/** The key of a blob's object; undefined for objects that are none. */
function keyOf(prefix: string, name: string): string | undefined {
  const key = name.slice(name.lastIndexOf('/') + 1);
  return BLOB_KEY.test(key) && name === `${prefix}${blobPath(key)}` ? key : undefined;
}

function entriesOf(text: string, tag: string): string[] {
  return [...text.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, entry = '']) => entry);
}

function valueOf(text: string, tag: string): string {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text)?.[1] ?? '';
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');
}
