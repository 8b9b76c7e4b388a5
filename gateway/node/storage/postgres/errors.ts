import { isDataDamaged } from '#gateway/core/errors.ts';

/** The connection is gone or could not be had in time: what was under way may be tried again. SQLSTATE 08006. */
class ConnectionLostError extends Error {
  readonly code = '08006';
  constructor(cause: unknown) {
    super('The connection to the database was lost.', { cause });
    this.name = 'ConnectionLostError';
  }
}

/** Earlier writes of the scope, in this process or another, did not end in time, and nothing was done. SQLSTATE 55P03. */
export class ScopeBusyError extends Error {
  readonly code = '55P03';
  constructor(cause?: unknown) {
    super('Earlier writes of the same scope did not end in time.', { cause });
    this.name = 'ScopeBusyError';
  }
}

/** All connections of this process that writes may have are in use. SQLSTATE 53300, as if the server said it. */
export class NoConnectionError extends Error {
  readonly code = '53300';
  constructor() {
    super('No connection of this process was free in time.');
    this.name = 'NoConnectionError';
  }
}

/** An error of a query or of connecting: as the server says it (with a SQLSTATE), else a lost connection. */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof ConnectionLostError || isFromServer(error)) return error;
  return new ConnectionLostError(error);
}

/** The driver's errors of the server have a severity; those of the connection have none. */
export function isFromServer(error: unknown): error is Error & { code: string; severity: string } {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string';
}

const ENDING_SEVERITIES = ['FATAL', 'PANIC'];
/** SQLSTATE of a server that is a replica. */
export const READ_ONLY = '25006';

/**
 * Whether the connection is of no use after an error: it is lost, the server closes it, or the server became a replica,
 * beside which there is a primary by now that another connection finds.
 */
export function endsConnection(error: unknown): boolean {
  if (!isFromServer(error)) return true;
  return ENDING_SEVERITIES.includes(error.severity) || error.code === READ_ONLY;
}

/** The server cannot be used as it is set up; the message says what to do, in one line. */
export class DatabaseStartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DatabaseStartError';
  }
}

const BY_STATE: Readonly<Record<string, string>> = {
  '28P01': 'it refuses the user or the password. Check both in FIHRIST_DATABASE.',
  '28000':
    'it does not let this user in from here. Check the user in FIHRIST_DATABASE and pg_hba.conf of the server.',
  '3D000': 'it has no database of that name. Create it (see docs/operations.md) or correct FIHRIST_DATABASE.',
  '42501': 'the user may not create tables. Let it own the database or its schema, see docs/operations.md.',
  '08P01':
    'it does not accept the settings of a connection. Where it is PgBouncer, set FIHRIST_DATABASE_DIRECT to the address of PostgreSQL itself.',
  '53300': 'it has no connection left. Raise max_connections of the server or start fewer processes.',
  [READ_ONLY]: 'it is read-only, as replicas are. Give the address of the primary.',
  '57P03': 'it is starting up or shutting down. Try again in a moment.',
};

const DISK_FAILS = 'Look in its log and check its disk, then start again.';

/** States of its own files, of which a person needs the code to look it up. */
function explainState(code: string, error: unknown): string | undefined {
  if (isDataDamaged(error))
    return `its data is damaged (${code}). Restore it from a backup with its own tools, see docs/operations.md.`;
  return code.startsWith('58') ? `it cannot read or write its files (${code}). ${DISK_FAILS}` : undefined;
}

const BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there. Start PostgreSQL or correct FIHRIST_DATABASE.',
  ENOTFOUND: 'there is no such host. Correct FIHRIST_DATABASE.',
  EAI_AGAIN: 'the name of the host cannot be looked up. Check the network or correct FIHRIST_DATABASE.',
  ENOENT: 'there is no such socket. Start PostgreSQL or correct FIHRIST_DATABASE.',
};

/** What a person needs to know when the first connection fails. `place` is host and port. */
export function explainConnectFailure(error: unknown, place: string): unknown {
  const isLost = error instanceof ConnectionLostError;
  if (!isLost && !isFromServer(error)) return error;
  const cause = isLost ? error.cause : error;
  const { code = '', message = '' } = cause instanceof Error ? (cause as NodeJS.ErrnoException) : {};
  if (isFromServer(cause)) {
    const words = BY_STATE[code] ?? explainState(code, cause);
    return words === undefined ? error : new DatabaseStartError(`The database at ${place}: ${words}`, error);
  }
  return new DatabaseStartError(
    `The database at ${place}: ${BY_CODE[code] ?? explainByMessage(message)}`,
    error,
  );
}

function explainByMessage(message: string): string {
  if (message.includes('does not support SSL'))
    return 'it does not offer TLS. Set it up there, or use sslmode=disable in FIHRIST_DATABASE on a network that you trust.';
  if (/certificate|altnames|self-signed/iu.test(message))
    return 'its certificate is not trusted. Set sslrootcert in FIHRIST_DATABASE to the certificate of its issuer, and check the name of the host.';
  if (/password must be a|client password/iu.test(message))
    return 'it asks for a password. Put it into FIHRIST_DATABASE, or into the file of FIHRIST_DATABASE_FILE.';
  return 'no connection within the time limit. Check the address in FIHRIST_DATABASE and the network.';
}
