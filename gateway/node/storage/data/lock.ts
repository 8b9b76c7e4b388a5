import { readFileSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isDatabaseBusy } from '#gateway/core/errors.ts';
import { explainDatabaseFile } from '#gateway/node/storage/sqlite/database-file-error.ts';

/** Held for the life of the server; the kernel frees it even on SIGKILL. */
interface DataLock {
  release(): void;
}

/** Kept, so that no lock ends with its garbage collection. */
const held = new Set<DatabaseSync>();

/** Another server runs on the same data folder. */
export class DataFolderInUseError extends Error {
  constructor(folder: string, processId: number | undefined) {
    const holder = processId === undefined ? '' : ` (process ${processId})`;
    super(
      `Another Fihrist server${holder} is using the data folder ${folder}. Stop that server first, ` +
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
    if (isDatabaseBusy(error)) throw new DataFolderInUseError(folder, findLockHolder(lockFile));
    throw explainDatabaseFile(error, lockFile, { holdsData: false });
  }
}

/**
 * The process that holds the lock of a file, by Linux's list of locks, where a process that has ended is never listed.
 * Undefined on other systems, and for a process that is out of sight in another container.
 */
function findLockHolder(file: string): number | undefined {
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    const [major, minor] = [
      ((dev >> 8n) & 0xfffn) | ((dev >> 32n) & ~0xfffn),
      (dev & 0xffn) | ((dev >> 12n) & ~0xffn),
    ].map((part) => part.toString(16).padStart(2, '0'));
    const lock = new RegExp(`^\\d+: POSIX +ADVISORY +WRITE ([1-9]\\d*) ${major}:${minor}:${ino} `, 'm');
    const [, processId] = lock.exec(readFileSync('/proc/locks', 'utf8')) ?? [];
    return processId === undefined ? undefined : Number(processId);
  } catch {
    return undefined;
  }
}
