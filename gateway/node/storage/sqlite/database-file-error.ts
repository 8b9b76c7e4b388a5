import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDataDamaged, isDiskFull } from '#gateway/core/errors.ts';

/** A database file cannot be used; the message is one line and says what to do. */
export class DatabaseFileError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'DatabaseFileError';
  }
}

/** First bytes of errors of SQLite. */
const [SQLITE_PERM, SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN] = [3, 8, 10, 14];

/**
 * What a person needs to know where SQLite cannot use `file`. Other errors stay as they are: a lock that somebody holds and
 * a full disk have words of their own. `holdsData`: false for a file that is only locked.
 */
export function explainDatabaseFile(error: unknown, file: string, { holdsData = true } = {}): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseFileError) return error;
  if (!('errcode' in error) || typeof error.errcode !== 'number' || isDiskFull(error)) return error;
  const explain = (words: string) => new DatabaseFileError(`${file} ${words}`, error);
  if (isFolder(file))
    return explain(
      `is a folder, where a file should be. ${holdsData ? capitalise(restore(file)) : 'Move it away.'}`,
    );
  if (isDataDamaged(error))
    return explain(
      holdsData
        ? `is damaged (${error.message}). ${capitalise(restore(file))}`
        : `is damaged (${error.message}). It holds no data: remove it while no server runs, then start again.`,
    );
  switch (error.errcode & 0xff) {
    case SQLITE_PERM:
    case SQLITE_READONLY:
      return explain(
        'cannot be written to: it or its folder is read-only. Let the user that runs the server write to both.',
      );
    case SQLITE_IOERR:
      return explain(
        `cannot be read or written (${error.message}). Check the disk. If the file is damaged, ${restore(file)}`,
      );
    case SQLITE_CANTOPEN:
      return explain(
        'cannot be opened. It and those whose names begin with its own must be files that the user who runs the ' +
          'server can read and write, in a folder that this user can write to.',
      );
    default:
      return error;
  }
}

/** The result of `work` on a database file; what SQLite says of the file is explained. */
export function explainingDatabaseFile<Value>(file: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw explainDatabaseFile(error, file);
  }
}

/** A backup is only ever restored into an empty folder. */
const restore = (file: string): string =>
  `move the folder ${dirname(file)} away and restore the last backup: npm run fihrist -- restore <backup>`;

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function isFolder(file: string): boolean {
  try {
    return statSync(file).isDirectory();
  } catch {
    return false;
  }
}
