import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BlobStore } from '#gateway/modules/files/ports/blobs.ts';
import { createStoreIdStore } from '#gateway/modules/files/sql/store-id.ts';
import { blobLocationOf } from '#gateway/node/server/settings/blob-settings.ts';
import { readDatabaseLocation } from '#gateway/node/server/settings/database-settings.ts';
import type { Settings } from '#gateway/node/server/settings/settings.ts';
import { findOddFiles, readDiskBlobs } from '#gateway/node/storage/blobs/disk-blobs.ts';
import { checkDatabaseThere } from '#gateway/node/storage/data/check-database-there.ts';
import { needsPairing } from '#gateway/node/storage/data/check-pairing.ts';
import { openBlobs } from '#gateway/node/storage/data/open-blobs.ts';
import { readDatabase, readSchemaOf } from '#gateway/node/storage/data/open-database.ts';
import type { Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { isUnfinishedCopy, SCHEMA_VERSION } from '#gateway/sql/migrate.ts';
import { countHeldUpdates } from './held-updates.ts';

/** The data of a server, of which nothing is changed: no lock is taken, no heartbeat written, nothing tidied. */
export interface ReadOnlyData {
  /** Of SQLite the path of its file. */
  database: { kind: 'sqlite'; file: string } | { kind: 'postgres' };
  db: Reads;
  /** Its version. */
  schema: number;
  settings: Settings;
  folder: string;
  blobs: Pick<BlobStore, 'open' | 'list'>;
  /** Paths in the folder of blobs that are none of a blob; none of a bucket. */
  oddFiles: () => AsyncIterable<string>;
  /** Whether the blobs are marked as another database's. */
  isOfAnother(): Promise<boolean>;
  close(): Promise<void>;
}

/** Data that cannot be checked; the message says why and what to do. */
export class UncheckableDataError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UncheckableDataError';
  }
}

/**
 * Opens what the settings name. Throws `UncheckableDataError` where there is no data, or some of another version;
 * `LostDatabaseError` and `DatabaseFileError` where there was some.
 */
export async function openReadOnly(settings: Settings): Promise<ReadOnlyData> {
  const folder = resolve(settings.FIHRIST_DATA);
  const file = join(folder, 'fihrist.sqlite');
  const database = await readDatabaseLocation(settings, file);
  if (database.kind === 'sqlite')
    checkDatabaseThere({ folder, database: file, blobs: join(folder, 'blobs') });
  if (database.kind === 'sqlite' && !existsSync(file))
    throw new UncheckableDataError(
      `There is no data in ${folder}. Set FIHRIST_DATA to the folder of the server, or add --data <folder>.`,
    );
  const schema = await readSchemaOf(database);
  checkSchema(schema);
  const { db, close } = await readDatabase(database, 'command');
  if (schema < SCHEMA_VERSION) {
    const held = await countHeldUpdates(db, schema).finally(close);
    throw new UncheckableDataError(
      `The data has schema ${schema}, and this version writes ${SCHEMA_VERSION}. Held updates: ${held}. ` +
        'Start the server of this version once, or use the command of the version that wrote it.',
    );
  }
  const spool = await mkdtemp(join(tmpdir(), 'fihrist-check-'));
  const closeAll = async () => {
    await close();
    await rm(spool, { recursive: true, force: true });
  };
  try {
    const location = await blobLocationOf(settings, { blobs: join(folder, 'blobs'), spool });
    const store = location.kind === 'disk' ? undefined : await openBlobs(location);
    const blobs = location.kind === 'disk' ? readDiskBlobs(location.folder) : store;
    const ids = createStoreIdStore({ read: db } as SqlDatabase);
    if (!blobs) throw new Error('a store is one of the two');
    return {
      database,
      db,
      schema,
      settings,
      folder,
      blobs,
      oddFiles: () => (location.kind === 'disk' ? findOddFiles(location.folder) : noFiles()),
      async isOfAnother() {
        if (!needsPairing(database, location)) return false;
        const markerId = await blobs.marker.read();
        return markerId !== undefined && markerId !== (await ids.find())?.id;
      },
      async close() {
        await store?.close();
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function* noFiles(): AsyncGenerator<string> {}

function checkSchema(schema: number): void {
  if (schema === 0)
    throw new UncheckableDataError('There is no data in the database yet. Start the server first: npm start');
  if (isUnfinishedCopy(schema))
    throw new UncheckableDataError(
      'The database holds an unfinished copy. Finish it first: run the same "npm run fihrist -- migrate" again.',
    );
}
