import { isDatabaseBusy, isDataDamaged, isDiskFull } from '#gateway/core/errors.ts';

/** Errors whose message has the remedy. */
const EXPLAINED_ERRORS = [
  'DataFolderInUseError',
  'LostDatabaseError',
  'LostFilesError',
  'DatabaseFileError',
  'NewerSchemaError',
  'UnfinishedCopyError',
  'TransferError',
  'UnfinishedRestoreError',
  'NotCarriedOverError',
  'MetricsListenError',
  'BackupError',
  'CommandError',
  'DamagedKeyFileError',
  'DatabaseStartError',
  'BlobStoreStartError',
  'StorePairingError',
  'SecretChangedError',
];

/** What the system says of a path, and what to do. A folder of the server is mostly the one of FIHRIST_DATA. */
const BY_SYSTEM_CODE: Readonly<Record<string, string>> = {
  EACCES:
    'may not be used by this user. Run as the user that it belongs to, or let this one own it, or name another folder (FIHRIST_DATA).',
  EPERM:
    'belongs to another user. Run as that user, or let this one own it, or name another folder (FIHRIST_DATA).',
  EROFS:
    'is on a read-only file system. Mount that so that it can be written to, or name another folder (FIHRIST_DATA).',
  EEXIST: 'is a file, where a folder should be. Move it away, or name another folder (FIHRIST_DATA).',
  ENOTDIR:
    'cannot be there: a part of this path is a file, not a folder. Move that away, or name another folder (FIHRIST_DATA).',
  ENOENT: 'cannot be found or made. Check the path, and where links in it lead to.',
  ELOOP: 'is a link that leads to itself. Name another folder (FIHRIST_DATA).',
  ENAMETOOLONG: 'is too long for this file system. Name another folder (FIHRIST_DATA).',
  EIO: 'cannot be read or written: its disk fails. Check the disk; if data is lost, restore the last backup: npm run fihrist -- restore <backup>',
};
const RESTORE_FOLDER =
  'Move the data folder away and restore the last backup: npm run fihrist -- restore <backup>';
const RESTORE_POSTGRES = 'Restore it from a backup with the tools of PostgreSQL, see docs/operations.md.';
const SQLITE_IOERR = 10;
/** Class of PostgreSQL's errors of its own files. */
const POSTGRES_SYSTEM_ERRORS = /^58[\dA-Z]{3}$/;

/** What a person needs to know when the server cannot start: the message alone where it says what to do. */
export function explainStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'InvalidSettingsError') return `A setting is wrong:\n${error.message}`;
  if (EXPLAINED_ERRORS.includes(error.name)) return error.message;
  return explainSystemError(error) ?? explainDatabaseError(error) ?? error.stack ?? error.message;
}

function explainSystemError(error: Error): string | undefined {
  const { code, port, address, syscall, path } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop it, or set PORT to another number.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST: ${address ?? ''} is no address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of them.`;
  if (syscall === 'listen' && (code === 'EACCES' || code === 'EPERM'))
    return `This user may not listen on port ${port}. Set PORT to a number above 1023.`;
  if (code === undefined || syscall === undefined || isDiskFull(error)) return undefined;
  const words = BY_SYSTEM_CODE[code];
  return path !== undefined && words !== undefined
    ? `${path} ${words}`
    : `${error.message}. Check the data folder (FIHRIST_DATA) and the files in it.`;
}

/** Of a database that was opened before it failed. */
function explainDatabaseError(error: Error): string | undefined {
  if (isDiskFull(error))
    return 'There is no space left on the disk of FIHRIST_DATA, or in the database. Free some space, then start again.';
  if (isDatabaseBusy(error)) return 'The database is busy or cannot be reached. Try again in a moment.';
  if (isDataDamaged(error))
    return `The database is damaged (${error.message}). ${'severity' in error ? RESTORE_POSTGRES : RESTORE_FOLDER}`;
  const isFailing =
    'errcode' in error
      ? (Number(error.errcode) & 0xff) === SQLITE_IOERR
      : 'code' in error && POSTGRES_SYSTEM_ERRORS.test(String(error.code));
  if (isFailing)
    return `The disk of the database fails (${error.message}). Check that disk, then start again; if data is lost, restore the last backup.`;
  return undefined;
}
