import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { DEAD_AFTER_MS, HEARD_WITHIN_MS } from '#gateway/core/fleet.ts';
import type { BlobStore } from '#gateway/modules/files/ports/blobs.ts';
import { createStoreIdStore } from '#gateway/modules/files/sql/store-id.ts';
import { MANIFEST } from '#gateway/node/operate/backup/manifest.ts';
import { blobLocationOf } from '#gateway/node/server/settings/blob-settings.ts';
import { readDatabaseLocation } from '#gateway/node/server/settings/database-settings.ts';
import type { Settings } from '#gateway/node/server/settings/settings.ts';
import { createDiskBlobs, readDiskBlobs, removeUnfinished } from '#gateway/node/storage/blobs/disk-blobs.ts';
import { acceptStore } from '#gateway/node/storage/blobs/pair-store.ts';
import { dataPaths } from '#gateway/node/storage/data/data-folder.ts';
import { lockDataFolder } from '#gateway/node/storage/data/lock.ts';
import { openBlobs } from '#gateway/node/storage/data/open-blobs.ts';
import {
  type DatabaseLocation,
  openDatabase,
  readSchemaOf,
} from '#gateway/node/storage/data/open-database.ts';
import { readSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import type { Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { isUnfinishedCopy, SCHEMA_VERSION } from '#gateway/sql/migrate.ts';
import { TransferError } from './transfer-error.ts';

const TRANSFER_LOCK = 'transfer';
const POLL_MS = 1_000;

/** The source of a transfer, which is only read. */
export interface SourcePlace {
  db: Reads;
  blobs: Pick<BlobStore, 'open'>;
  /** Folder of the files; null for a bucket. */
  blobFolder: string | null;
  /** Rejects with `TransferError` when a server began to work on it. */
  checkUnused(): Promise<void>;
  close(): Promise<void>;
}

/** One side that is written. */
export interface TargetPlace extends SourcePlace {
  database: SqlDatabase;
  blobs: BlobStore;
  /** Makes the store this database's alone. Absent where it lies beside the database. */
  acceptStore?: () => Promise<void>;
  /** Whether its store is, or was, of another database. */
  isOfAnother?: () => Promise<boolean>;
  /** Whether an earlier copy into it was cut off. */
  isBegun: boolean;
}

/** A stopped data folder, or a backup, of which nothing is changed. Throws `TransferError`, `DataFolderInUseError`. */
export async function openSourceFolder(path: string): Promise<SourcePlace> {
  const folder = resolve(path);
  const database = join(folder, 'fihrist.sqlite');
  if (!existsSync(database))
    throw new TransferError(`There is no data in ${folder}: name a data folder or a backup.`);
  const isBackup = existsSync(join(folder, MANIFEST));
  const lock = isBackup ? undefined : lockDataFolder(folder, join(folder, 'lock.sqlite'));
  try {
    checkSchema(await readSchemaOf({ kind: 'sqlite', file: database }));
    const { db, close } = readSqlite(database);
    const blobFolder = join(folder, 'blobs');
    return {
      db,
      blobs: readDiskBlobs(blobFolder),
      blobFolder,
      // Its lock is held, and what commands write meanwhile is not in the snapshot that is read.
      checkUnused: () => Promise.resolve(),
      async close() {
        await close();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** A data folder that is empty, not there, or holds an unfinished copy. Throws `DataFolderInUseError`. */
export async function openTargetFolder(path: string): Promise<TargetPlace> {
  await checkFolder(resolve(path));
  const paths = dataPaths(path);
  const lock = lockDataFolder(paths.folder, paths.lock);
  try {
    const location: DatabaseLocation = { kind: 'sqlite', file: paths.database };
    const isBegun = existsSync(paths.database) && isUnfinishedCopy(await readSchemaOf(location));
    const database = await openDatabase(location, 'command', { acceptsUnfinishedCopy: true });
    // Safe under the lock: no other process writes to this folder.
    await removeUnfinished(paths.blobs);
    return {
      db: database.read,
      database,
      blobs: await createDiskBlobs(paths.blobs),
      blobFolder: paths.blobs,
      isBegun,
      checkUnused: () => Promise.resolve(),
      async close() {
        await database.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The database of PostgreSQL that the settings name, and their bucket or folder of files. Throws `TransferError`. */
export async function openServer(settings: Settings, role: 'source' | 'target'): Promise<TargetPlace> {
  const location = await readDatabaseLocation(settings, '');
  if (location.kind === 'sqlite')
    throw new TransferError(
      'No PostgreSQL is named: give its address by --to or --from, or by the setting FIHRIST_DATABASE.',
    );
  const schema = await readSchemaOf(location);
  const isBegun = isUnfinishedCopy(schema);
  if (role === 'source') checkSchema(schema);
  const database = await openDatabase(location, 'command', {
    acceptsUnfinishedCopy: role === 'target',
    hasNoTimeLimits: true,
  });
  const spool = await mkdtemp(join(tmpdir(), 'fihrist-transfer-'));
  const closeDatabase = async () => {
    await database.close();
    await rm(spool, { recursive: true, force: true });
  };
  try {
    if (role === 'target') await checkAlone(database);
    await checkStopped(database);
    const folder = settings.FIHRIST_BLOBS === undefined ? dataPaths(settings.FIHRIST_DATA).blobs : '';
    const blobLocation = await blobLocationOf(settings, { blobs: folder, spool });
    const blobs = await openBlobs(blobLocation);
    const ids = createStoreIdStore(database);
    return {
      db: database.read,
      database,
      blobs,
      blobFolder: blobLocation.kind === 'disk' ? blobLocation.folder : null,
      isBegun,
      checkUnused: () => checkStopped(database),
      acceptStore: () => acceptStore(ids, blobs.marker),
      async isOfAnother() {
        const markerId = await blobs.marker.read();
        return markerId !== undefined && markerId !== (await ids.find())?.id;
      },
      async close() {
        await blobs.close();
        await closeDatabase();
      },
    };
  } catch (error) {
    await closeDatabase();
    throw error;
  }
}

/** Nothing but data of ours may be there: a folder of data is closed to everybody else. */
async function checkFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const other = names.find((name) => !/^(?:fihrist\.sqlite|lock\.sqlite|blobs)/.test(name));
  if (other !== undefined)
    throw new TransferError(
      `The folder ${folder} is not empty (${other}). Name one that is empty or not there yet.`,
    );
}

function checkSchema(schema: number): void {
  if (schema === 0) throw new TransferError('There is no data in the source: its database is empty.');
  if (isUnfinishedCopy(schema))
    throw new TransferError('The source holds an unfinished copy itself. Finish that one first.');
  if (schema !== SCHEMA_VERSION)
    throw new TransferError(
      `The source has schema ${schema}, and this version writes ${SCHEMA_VERSION}. Start and stop a server of this version ` +
        'on it once, or use the command of the version that wrote it.',
    );
}

/** Two copies into one database would write the same rows. The connection of `database` holds the lock. */
async function checkAlone({ taskLocks }: SqlDatabase): Promise<void> {
  if ((await taskLocks?.tryHold(TRANSFER_LOCK)) === false)
    throw new TransferError(
      'Another fihrist migrate is copying into this database now. Wait until it ends; if it is cut off, run it again.',
    );
}

/**
 * Gateways and indexers of any machine. Who ended in order has no entry. One that was heard a moment ago lives; after an
 * outage of the database nobody was, so entries that are left are watched for as long as a living one may be silent.
 */
async function checkStopped({ read, now }: SqlDatabase): Promise<void> {
  const moment = async () => (await now?.(read)) ?? Date.now();
  const entries = async () =>
    (await sql<{ role: string; seen: number }>`select role, seen_on as seen from process`.execute(read)).rows;
  const begun = await moment();
  const processes = await entries();
  let live = processes.filter(({ seen }) => seen > begun - DEAD_AFTER_MS);
  for (let last = begun; processes.length > 0 && live.length === 0 && last < begun + HEARD_WITHIN_MS; ) {
    await sleep(POLL_MS);
    last = await moment();
    live = (await entries()).filter(({ seen }) => seen > begun);
  }
  if (live.length > 0)
    throw new TransferError(
      `The database is in use (${live.map(({ role }) => role).join(', ')}). Stop every gateway and indexer, ` +
        `and wait ${DEAD_AFTER_MS / 1000} seconds where one was killed.`,
    );
}
