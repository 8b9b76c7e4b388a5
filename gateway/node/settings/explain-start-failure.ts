import { isDatabaseBusy, isDiskFull } from '#gateway/core/errors.ts';

/** Errors whose message says what to do. */
const EXPLAINED_ERRORS = [
  'DataFolderInUseError',
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

/** What a person needs to know when the server cannot start: the message alone where it says what to do. */
export function explainStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop it, or set PORT to another number.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${error.message}\nCheck the permissions, or set PORT or FIHRIST_DATA to what this user may use.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST: ${address ?? ''} is no address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of them.`;
  }
  if (error.name === 'InvalidSettingsError') return `A setting is wrong:\n${error.message}`;
  if (EXPLAINED_ERRORS.includes(error.name)) return error.message;
  if (isDiskFull(error))
    return 'There is no space left on the disk of FIHRIST_DATA, or in the database. Free some space, then start again.';
  if (isDatabaseBusy(error)) return 'The database is busy or cannot be reached. Try again in a moment.';
  return error.stack ?? error.message;
}
