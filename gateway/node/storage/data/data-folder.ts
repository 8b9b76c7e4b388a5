import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BotStore } from '#gateway/modules/access/ports/bots.ts';

/** Absolute paths in a data folder. */
export interface DataPaths {
  folder: string;
  database: string;
  blobs: string;
  /** Local copies of blobs that are kept elsewhere, while they are read. */
  spool: string;
  lock: string;
}

/**
 * Makes the folder if it is not there. From now on only its owner can read it and what this process writes, also where
 * an earlier version or a copy left it open.
 */
export function dataPaths(dataFolder: string): DataPaths {
  const folder = resolve(dataFolder);
  process.umask(0o077);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = join(folder, 'fihrist.sqlite');
  const lock = join(folder, 'lock.sqlite');
  chmodSync(folder, 0o700);
  for (const file of [database, `${database}-wal`, `${database}-shm`, lock])
    if (existsSync(file)) chmodSync(file, 0o600);
  return { folder, database, blobs: join(folder, 'blobs'), spool: join(folder, 'spool'), lock };
}

/** Files of the data folder beside database and blobs; each is optional. */
export const SECRET_FILES = ['signing-secret', 'sealing-key'] as const;

/** Where a restored copy lies until all of it was checked. */
export const UNFINISHED_RESTORE = 'unfinished-restore';

/** A restore ended before its database was in its place: what is here is a part. */
class UnfinishedRestoreError extends Error {
  constructor(folder: string) {
    super(
      `A backup was being restored into ${folder} and that was cut off. ` +
        'Empty the folder and restore again: npm run fihrist -- restore <backup>',
    );
    this.name = 'UnfinishedRestoreError';
  }
}

/** Throws `UnfinishedRestoreError`: a server would begin with an empty database beside the files of another. */
export function checkRestored({ folder, database }: DataPaths): void {
  if (!existsSync(database) && existsSync(join(folder, UNFINISHED_RESTORE)))
    throw new UnfinishedRestoreError(folder);
}

/** A server would begin with an empty PostgreSQL while all data is still in the folder. */
class NotCarriedOverError extends Error {
  constructor(folder: string) {
    super(
      `FIHRIST_DATABASE names an empty database, and the data folder ${folder} has data. Carry it over with ` +
        `"npm run fihrist -- migrate --from ${folder}", or set FIHRIST_DATA to an empty folder to begin without it.`,
    );
    this.name = 'NotCarriedOverError';
  }
}

/** For a server whose rows are not in its data folder. Throws `NotCarriedOverError`. */
export async function checkCarriedOver(
  { folder, database }: DataPaths,
  bots: Pick<BotStore, 'all'>,
): Promise<void> {
  if (existsSync(database) && (await bots.all()).length === 0) throw new NotCarriedOverError(folder);
}
