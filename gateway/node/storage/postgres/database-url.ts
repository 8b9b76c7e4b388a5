import { readFileSync } from 'node:fs';
import type { ClientConfig } from 'pg';

/** How to reach a server and sign in there. Never logged: it holds the password. */
export type PostgresAddress = Pick<ClientConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'>;

const DEFAULT_PORT = 5432;
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
const PARAMETERS = ['host', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey'];
const FORM = 'must be an address such as postgres://user:password@host:5432/database?sslmode=verify-full';

/** What of an address cannot be used; the message never repeats any of it. */
export class DatabaseUrlError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'DatabaseUrlError';
  }
}

/**
 * The parts of `postgres://user:password@host:port/database?sslmode=...`; `host` as a parameter is the folder of a Unix
 * socket. Reads the files that the parameters name. Throws `DatabaseUrlError`.
 */
export function parseDatabaseUrl(text: string): PostgresAddress {
  const url = parseUrl(text);
  const parameters = new Map(url.searchParams);
  if ([...parameters.keys()].some((name) => !PARAMETERS.includes(name)))
    throw new DatabaseUrlError(`has a parameter that is not known; known are ${PARAMETERS.join(', ')}`);
  const socketFolder = parameters.get('host');
  const database = decode(url.pathname.slice(1));
  const user = decode(url.username);
  // A password with an unescaped character moves its rest into another part.
  if (/[/@?#:]/u.test(database))
    throw new DatabaseUrlError(`${FORM}; write @ / ? # : in a password as %40 %2F %3F %23 %3A`);
  if (database === '' || user === '')
    throw new DatabaseUrlError(`${FORM}: the user or the database is missing`);
  if (socketFolder === undefined ? url.hostname === '' : !socketFolder.startsWith('/'))
    throw new DatabaseUrlError(`${FORM}: the host is missing`);
  return {
    host: socketFolder ?? url.hostname.replace(/^\[|\]$/gu, ''),
    port: url.port === '' ? DEFAULT_PORT : Number(url.port),
    user,
    database,
    ...(url.password === '' ? {} : { password: decode(url.password) }),
    ssl: tlsOf(parameters),
  };
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') || url.hash !== '')
    throw new DatabaseUrlError(`${FORM}; write @ / ? # : in a password as %40 %2F %3F %23 %3A`);
  return url;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new DatabaseUrlError(`${FORM}; write % in a password as %25`);
  }
}

/** As libpq reads them: without `verify-`, the connection is encrypted, but the server may be any. */
function tlsOf(parameters: ReadonlyMap<string, string>): Exclude<ClientConfig['ssl'], undefined> {
  const mode = parameters.get('sslmode') ?? 'disable';
  if (!SSL_MODES.includes(mode)) throw new DatabaseUrlError(`sslmode must be one of ${SSL_MODES.join(', ')}`);
  if (mode === 'disable') return false;
  const readParameterFile = (name: string) => {
    const file = parameters.get(name);
    if (file === undefined) return undefined;
    try {
      return readFileSync(file, 'utf8');
    } catch (error) {
      throw new DatabaseUrlError(
        `the file of ${name} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      );
    }
  };
  const [ca, cert, key] = [
    readParameterFile('sslrootcert'),
    readParameterFile('sslcert'),
    readParameterFile('sslkey'),
  ];
  return {
    rejectUnauthorized: mode !== 'require' || ca !== undefined,
    // The chain is checked, the name is not.
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}
