import { FAULTS, type FaultCode, type FaultParameters, truncateParameters } from '#contract/faults.ts';

const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOT_A_DATABASE = 26;
/** `SQLITE_IOERR_SHMSIZE`: no space for the index of the write-ahead log. */
const SQLITE_SHM_FULL = 10 | (19 << 8);
/** `SQLITE_IOERR_CORRUPTFS`: the file system reports its own data as damaged. */
const SQLITE_CORRUPT_FILE_SYSTEM = 10 | (33 << 8);

/** The first byte of an error of SQLite, of which the rest says more. */
const sqliteCodeOf = (error: Error): number | undefined =>
  'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;

/** Five characters, as PostgreSQL and the standard have them; no name that Node gives an error, such as `EPERM`. */
const sqlStateOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' && /^(?:\d[\dA-Z]|XX)[\dA-Z]{3}$/.test(error.code)
    ? error.code
    : undefined;

const LOCK_TIMEOUT = '55P03';
const STATES_OF_ONE_WRITE: ReadonlySet<string> = new Set([
  '40001', // could not be serialised
  '40P01', // deadlock
  LOCK_TIMEOUT, // a lock was not to be had in time
  '57014', // cancelled, as it took too long
]);

/** Classes and states of PostgreSQL that pass by themselves. */
const PASSING_STATES = new Set([
  ...STATES_OF_ONE_WRITE,
  '57P01', // the server stops
  '57P02', // the server crashed
  '57P03', // the server starts
  '57P05', // idle for too long
  '25P03', // idle within a transaction for too long
  '25006', // read-only, as a replica is that takes over
  '53300', // too many connections
]);
const CONNECTION_CLASS = '08';
const POSTGRES_DISK_FULL = '53100';
/** Of PostgreSQL: rows or an index that are damaged, and a file of a table that is missing. */
const DAMAGED_STATES = new Set(['XX001', 'XX002', '58P01']);

/** Whether the database could not be had for now: held by another process for longer than was waited, or not reached. */
export function isDatabaseBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlStateOf(error);
  if (state !== undefined) return PASSING_STATES.has(state) || state.startsWith(CONNECTION_CLASS);
  return sqliteCodeOf(error) === SQLITE_BUSY;
}

/** A lock was not to be had in time; of SQLite, which has one for all writes, never. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && sqlStateOf(error) === LOCK_TIMEOUT;
}

/** Busy for this write, while one of other rows may well be served. */
export function isOfOneWrite(error: unknown): boolean {
  return error instanceof Error && STATES_OF_ONE_WRITE.has(sqlStateOf(error) ?? '');
}

/** A stored value that cannot have been written so: its bytes changed since. */
export class DamagedValueError extends Error {
  constructor(cause: unknown) {
    super('a stored value is not as it was written', { cause });
    this.name = 'DamagedValueError';
  }
}

/** Rows or their indexes are damaged, and stay so until the database is repaired or restored. */
export function isDataDamaged(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DamagedValueError) return true;
  const code = sqliteCodeOf(error);
  if (code === SQLITE_CORRUPT || code === SQLITE_NOT_A_DATABASE) return true;
  if ('errcode' in error && error.errcode === SQLITE_CORRUPT_FILE_SYSTEM) return true;
  return DAMAGED_STATES.has(sqlStateOf(error) ?? '');
}

/** Where the rows are, and where the files are. */
export type Storage = 'database' | 'files';

/** What a full disk, as Node, SQLite and PostgreSQL say it, or a full bucket had no space for; undefined for other errors. */
export function fullStorageOf(error: unknown): Storage | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof StorageError) return error.kind === 'full' ? error.storage : undefined;
  const isFullSqlite =
    sqliteCodeOf(error) === SQLITE_FULL || ('errcode' in error && error.errcode === SQLITE_SHM_FULL);
  if (isFullSqlite || sqlStateOf(error) === POSTGRES_DISK_FULL) return 'database';
  // A disk quota is a full disk for whoever has it.
  return 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT') ? 'files' : undefined;
}

/** Whether the disk or the database under it has no space left. */
export function isDiskFull(error: unknown): boolean {
  return fullStorageOf(error) !== undefined;
}

/** What fails with it can be done once the database is there again, or has space. */
export function isDatabaseOut(error: unknown): boolean {
  return isDatabaseBusy(error) || isDiskFull(error);
}

/**
 * The storage, mostly that of blobs, cannot do what it was asked: it has no space left, or it is busy, silent or refuses us. Nothing of it
 * was acknowledged, so all of it can be tried again.
 */
export class StorageError extends Error {
  readonly kind: 'full' | 'unavailable';
  /** What the store or the system calls the failure: `SlowDown`, `ECONNREFUSED`. */
  readonly code: string;
  readonly storage: Storage;
  constructor(kind: StorageError['kind'], code: string, cause?: unknown, storage: Storage = 'files') {
    super(`the storage of ${storage} is ${kind} (${code})`, { cause });
    this.name = 'StorageError';
    this.kind = kind;
    this.code = code;
    this.storage = storage;
  }
}

/** A failure that is reported to the client: a fault code with the parameters of its sentence. */
export class GatewayFault extends Error {
  readonly code: FaultCode;
  readonly parameters: FaultParameters;
  /** The one field to blame, as people write it. */
  readonly field: string | undefined;
  /** Further headers of the response: `Allow`, `Retry-After`. */
  readonly headers: Record<string, string>;
  constructor(
    code: FaultCode,
    parameters: FaultParameters = {},
    more: { field?: string; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(code, { cause: more.cause });
    this.name = 'GatewayFault';
    this.code = code;
    this.parameters = truncateParameters(parameters);
    this.field = more.field;
    this.headers = more.headers ?? {};
  }

  /** The HTTP status of the code. */
  get status(): number {
    return FAULTS[this.code].status;
  }
}

const MEGABYTE = 1024 * 1024;

/** 413 for a file larger than the setting allows. */
export function fileTooLarge(maxBytes: number): GatewayFault {
  return new GatewayFault('file-too-large', { limitMegabytes: toMegabytes(maxBytes) });
}

/** A limit as faults name it, in hundredths at most. */
export const toMegabytes = (bytes: number): number => Math.floor((bytes / MEGABYTE) * 100) / 100;
