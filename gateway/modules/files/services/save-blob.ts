import { isDatabaseBusy } from '#gateway/core/errors.ts';
import type { BlobStore } from '#gateway/modules/files/ports/blobs.ts';

/** Stores the bytes that `fill` writes as a new blob; a failure removes the blob. */
export async function saveBlob(
  blobs: Pick<BlobStore, 'create'>,
  fill: (write: (chunk: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<{ key: string; size: number; sha256: string }> {
  const writer = await blobs.create();
  try {
    await fill((chunk) => writer.write(chunk));
    return await writer.commit();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/**
 * Removes a blob whose row could not be written because of `error`. After a lost database connection the row may exist:
 * the blob stays, and the sweep removes it if no row names it.
 */
export async function removeUnnamed(
  blobs: Pick<BlobStore, 'remove'>,
  key: string,
  error: unknown,
): Promise<void> {
  if (!isDatabaseBusy(error)) await blobs.remove(key);
}

/** The bytes of a blob; throws when the blob is missing. */
export async function openBlob(
  blobs: Pick<BlobStore, 'open'>,
  key: string,
): Promise<ReadableStream<Uint8Array>> {
  const opened = await blobs.open(key);
  if (!opened) throw new Error(`the blob ${key} is gone`);
  return opened.stream;
}
