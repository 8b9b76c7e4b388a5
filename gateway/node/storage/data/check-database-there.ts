import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readSchema } from '#gateway/node/storage/sqlite/read-database-file.ts';
import { type DataPaths, SECRET_FILES } from './data-folder.ts';

type DatabasePlace = Pick<DataPaths, 'folder' | 'database' | 'blobs'>;

/** A server would begin with an empty database beside files of an earlier one, which its cleanup would then remove. */
class LostDatabaseError extends Error {
  constructor({ folder, database }: DatabasePlace, how: string) {
    super(
      `The folder ${folder} has files of earlier data, but its database ${basename(database)} ${how}. Put it back; or move ` +
        'the folder away and restore the last backup: npm run fihrist -- restore <backup>. Where the rows are in PostgreSQL, set ' +
        'FIHRIST_DATABASE. To begin without that data, set FIHRIST_DATA to an empty folder.',
    );
    this.name = 'LostDatabaseError';
  }
}

/** Folders that blobs are spread over. */
const BLOB_FOLDER = /^[0-9a-f]{2}$/;

/**
 * Throws `LostDatabaseError` where the files in a folder say that it had a database, and `DatabaseFileError`. Secrets and
 * blobs are made after the database, so a first start that was cut off leaves neither.
 */
export function checkDatabaseThere(paths: DatabasePlace): void {
  const { folder, database, blobs } = paths;
  const hasFiles = existsSync(blobs) && readdirSync(blobs).some((name) => BLOB_FOLDER.test(name));
  if (!hasFiles && !SECRET_FILES.some((name) => existsSync(join(folder, name)))) return;
  const file = statSync(database, { throwIfNoEntry: false });
  if (!file) throw new LostDatabaseError(paths, 'is missing');
  if (file.isFile() && file.size === 0) throw new LostDatabaseError(paths, 'is empty');
  if (readSchema(database) === 0) throw new LostDatabaseError(paths, 'is none of Fihrist');
}
