import { isDatabaseBusy } from '#gateway/core/errors.ts';
import type { BlobStore } from '#gateway/modules/files/ports/blobs.ts';

/** A new blob of what `fill` writes; nothing of it stays when that fails. */
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
 * Removes a blob whose row could not be written because of `error`. Where the connection to the database was lost the row
 * may be there: the blob stays, and is removed by the sweep of blobs that no row names.
 */
export async function removeUnnamed(
  blobs: Pick<BlobStore, 'remove'>,
  key: string,
  error: unknown,
): Promise<void> {
  if (!isDatabaseBusy(error)) await blobs.remove(key);
}

/** The bytes of a blob that must be there. */
export async function openBlob(
  blobs: Pick<BlobStore, 'open'>,
  key: string,
): Promise<ReadableStream<Uint8Array>> {
  const opened = await blobs.open(key);
  if (!opened) throw new Error(`the blob ${key} is gone`);
  return opened.stream;
}
