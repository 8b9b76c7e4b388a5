import { createStoreIdStore } from '#gateway/modules/files/sql/store-id.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import { type BlobLocation, openBlobs } from './open-blobs.ts';
import type { DatabaseLocation } from './open-database.ts';

/** Where rows and blobs are in one folder, under one lock, nobody else has either. */
export const needsPairing = (database: DatabaseLocation, blobs: BlobLocation): boolean =>
  database.kind !== 'sqlite' || blobs.kind !== 'disk';

export const placeOfBlobs = (blobs: BlobLocation): string =>
  blobs.kind === 'disk' ? `The folder ${blobs.folder}` : 'The place in the bucket that FIHRIST_BLOBS names';

/** For a start: whether database and store belong together. Throws `StorePairingError`. */
export async function checkPairing(
  db: SqlDatabase,
  { database, blobs }: { database: DatabaseLocation; blobs: BlobLocation },
): Promise<void> {
  if (!needsPairing(database, blobs)) return;
  const { pairStore } = await import('#gateway/node/storage/blobs/pair-store.ts');
  const store = await openBlobs(blobs);
  try {
    await pairStore(createStoreIdStore(db), store.marker, placeOfBlobs(blobs));
  } finally {
    await store.close();
  }
}
