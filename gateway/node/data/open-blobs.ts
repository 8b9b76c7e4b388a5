import { createDiskBlobs, type DiskBlobStore } from './blobs-disk.ts';

/** Where the blobs are. Handed to child processes, over their channel only. */
export type BlobLocation = { readonly kind: 'disk'; readonly folder: string };

export function openBlobs({ folder }: BlobLocation): Promise<DiskBlobStore> {
  return createDiskBlobs(folder);
}
