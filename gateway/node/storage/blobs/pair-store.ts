import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreIdStore } from '#gateway/modules/files/ports/store-id.ts';
import { MARKER_NAME, type StoreMarker } from './store-marker.ts';

/** Database and blob store do not belong to each other. */
export class StorePairingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StorePairingError';
  }
}

/** Two databases that mark a store in the same moment both see the later mark after this. */
const SETTLE_MS = 1_000;
/** Looks, that far apart, until who began to mark a store counts as dead. */
const MAX_LOOKS = 8;
const ACCEPT = 'run "npm run fihrist -- store accept", then start again.';

/** Whether database and store have the same id; false where either has none. */
export async function isPaired(ids: Pick<StoreIdStore, 'find'>, marker: StoreMarker): Promise<boolean> {
  const [record, markerId] = [await ids.find(), await marker.read()];
  return record !== undefined && record.id === markerId;
}

/**
 * For a start: the first one of a database, on a store that is nobody's, marks it; a later one throws `StorePairingError`
 * where the store is of another database, or is not the one that this database was used with. `place` names the store.
 */
export async function pairStore(
  ids: StoreIdStore,
  marker: StoreMarker,
  place: string,
  { settleMs = SETTLE_MS } = {},
): Promise<void> {
  const own = randomUUID();
  let looks = 0;
  for (let last: string | undefined; ; ) {
    const markerId = await marker.read();
    const record = await ids.find();
    looks = record?.id === last ? looks + 1 : 0;
    last = record?.id;
    if (markerId !== undefined) {
      if (markerId !== record?.id) throw otherDatabase(place);
      return record.isMarked ? undefined : ids.setMarked(markerId);
    }
    const abandoned = looks > MAX_LOOKS ? record?.id : undefined;
    const claimed = record && !abandoned ? record : await ids.claim(own, abandoned);
    if (claimed.id === own) {
      await marker.write(own);
      await sleep(settleMs);
      if ((await marker.read()) !== own) throw otherDatabase(place);
      return ids.setMarked(own);
    }
    // One machine alone marks, so that no two with folders of their own do.
    await sleep(settleMs);
    if (claimed.isMarked && !(await isPaired(ids, marker))) throw noMarker(place);
  }
}

/** From now on the store is this database's, and no other's. */
export async function acceptStore(ids: StoreIdStore, marker: StoreMarker): Promise<void> {
  const id = randomUUID();
  await ids.replace(id);
  await marker.write(id);
}

const otherDatabase = (place: string) =>
  new StorePairingError(
    `${place} belongs to another database: the cleanup of each would remove the files of the other. Name the bucket, ` +
      'prefix or folder of this one. Where these files are to be of this database from now on, such as after it was ' +
      `restored, ${ACCEPT}`,
  );

const noMarker = (place: string) =>
  new StorePairingError(
    `${place} is not where the files of this database are: ${MARKER_NAME} is missing there. Servers of several machines ` +
      'share files by a bucket (FIHRIST_BLOBS), or by a folder that all of them mount. Where files were moved without ' +
      `that file, or are lost, ${ACCEPT}`,
  );
