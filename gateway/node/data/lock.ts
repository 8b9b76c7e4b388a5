import { DatabaseSync } from 'node:sqlite';
import { isDatabaseBusy } from '#gateway/core/errors.ts';

/** Held for the life of the server; the kernel frees it even on SIGKILL. */
interface DataLock {
  release(): void;
}

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

/** Takes the folder's lock: an exclusive transaction that never ends, on `lockFile`. Throws `DataFolderInUseError`. */
export function lockDataFolder(folder: string, lockFile: string): DataLock {
  const database = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    database.exec('pragma journal_mode = delete');
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (isDatabaseBusy(error)) throw new DataFolderInUseError(folder);
    throw error;
  }
  return { release: () => database.isOpen && database.close() };
}
