import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DiskSpace, DiskState } from '#gateway/core/disk-space.ts';
import type { BlobLocation } from './open-blobs.ts';
import type { DatabaseLocation } from './open-database.ts';

const MEGABYTE = 1024 * 1024;
/** How long the state of a file system is cached. */
const LIFETIME_MS = 1_000;
/** Share of the reserve: once so many bytes are written, the cached state is stale. */
const MAX_UNSEEN_SHARE = 1 / 8;

/** Bytes that this user may still write where `folder` is; undefined where the file system does not tell. */
export async function freeBytesOf(folder: string): Promise<number | undefined> {
  const { bavail, blocks, bsize } = await statfs(folder);
  // Some file systems of a network know no size.
  return blocks === 0 ? undefined : bavail * bsize;
}

/** The disks of this machine that the data is on; `reserveMegabytes` is `FIHRIST_RESERVE_MB`. */
export function createDiskSpace(
  { database, blobs }: { database: DatabaseLocation; blobs: BlobLocation },
  reserveMegabytes: number,
): DiskSpace {
  const folders = {
    ...(database.kind === 'sqlite' ? { database: dirname(database.file) } : {}),
    ...(blobs.kind === 'disk' ? { files: blobs.folder } : {}),
  };
  const look = async (): Promise<DiskState[]> => {
    const states = await Promise.all(
      Object.entries(folders).map(async ([storage, folder]) => {
        // An unreadable disk shows by the writes that fail.
        const freeBytes = await freeBytesOf(folder).catch(() => undefined);
        return freeBytes === undefined ? [] : [{ storage: storage as DiskState['storage'], freeBytes }];
      }),
    );
    return states.flat();
  };
  const reserveBytes = reserveMegabytes * MEGABYTE;
  let last: { lookedOn: number; states: Promise<DiskState[]> } | undefined;
  let unseenBytes = 0;
  return {
    reserveBytes,
    read() {
      const now = performance.now();
      if (!last || now - last.lookedOn >= LIFETIME_MS) {
        last = { lookedOn: now, states: look() };
        unseenBytes = 0;
      }
      return last.states;
    },
    recordWrite(bytes) {
      unseenBytes += bytes;
      if (unseenBytes > reserveBytes * MAX_UNSEEN_SHARE) last = undefined;
    },
  };
}
