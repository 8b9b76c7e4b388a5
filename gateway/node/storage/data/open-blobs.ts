import { access, constants } from 'node:fs/promises';
import type { Log } from '#gateway/core/log.ts';
import { createDiskBlobs } from '#gateway/node/storage/blobs/disk-blobs.ts';
import type { FileBlobStore } from '#gateway/node/storage/blobs/file-blob-store.ts';
import type { S3Location } from '#gateway/node/storage/blobs/s3-location.ts';

/** Where the blobs are. Handed to child processes, over their channel only: it may hold keys. */
export type BlobLocation = { readonly kind: 'disk'; readonly folder: string } | S3Location;

/** What S3 needs is loaded only where it is used. */
export async function openBlobs(location: BlobLocation): Promise<FileBlobStore> {
  if (location.kind === 'disk') return createDiskBlobs(location.folder);
  const { createS3Blobs } = await import('#gateway/node/storage/blobs/s3-blobs.ts');
  return createS3Blobs(location);
}

/** Rejects as the system does where files cannot be kept in a folder that is there. */
async function checkUsable(folder: string): Promise<void> {
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    },
  );
}

/**
 * Throws `BlobStoreStartError` where a bucket cannot be used as it is set, or where files are still in `folder`, in which
 * nobody would look any more. One in which nothing can be removed is good to look at a copy, and is logged.
 */
export async function checkBlobs(location: BlobLocation, folder: string, log: Log): Promise<void> {
  if (location.kind === 'disk') return checkUsable(location.folder);
  const { checkMoved, checkS3 } = await import('#gateway/node/storage/blobs/check-s3.ts');
  await checkMoved(folder);
  const { canRemove } = await checkS3(location);
  if (!canRemove) log.warn('blobs-not-removable', { remedy: 'give the key the right s3:DeleteObject' });
}
