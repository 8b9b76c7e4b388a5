import { DatabaseSync } from 'node:sqlite';
import { isDatabaseBusy } from '#gateway/core/errors.ts';
import { explainDatabaseFile } from './database-file-error.ts';

/** Held for the life of the server; the kernel frees it even on SIGKILL. */
interface DataLock {
  release(): void;
}

/** Kept, so that no lock ends with its garbage collection. */
const held = new Set<DatabaseSync>();

/** Another server runs on the same data folder. */
export class DataFolderInUseError extends Error {
  constructor(folder: string) {
    super(
      `Another Fihrist server is using the data folder ${folder}. Stop that server first, ` +
        'or set FIHRIST_DATA to another folder.',
    );
    this.name = 'DataFolderInUseError';
  }
}

/** Takes the folder's lock: an exclusive transaction that never ends, on `lockFile`. Throws `DataFolderInUseError`, `DatabaseFileError`. */
export function lockDataFolder(folder: string, lockFile: string): DataLock {
  let database: DatabaseSync | undefined;
  try {
    const opened = (database = new DatabaseSync(lockFile, { timeout: 0 }));
    opened.exec('pragma journal_mode = delete');
    opened.exec('begin exclusive');
    held.add(opened);
    return {
      release() {
        if (held.delete(opened)) opened.close();
      },
    };
  } catch (error) {
    database?.close();
    if (isDatabaseBusy(error)) throw new DataFolderInUseError(folder);
    throw explainDatabaseFile(error, lockFile, { holdsData: false });
  }
}
