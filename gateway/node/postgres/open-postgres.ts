import { Kysely, PostgresDialect, PostgresDriver, type RawBuilder, sql } from 'kysely';
import { Pool, type PoolConfig } from 'pg';
import { isDatabaseBusy } from '#gateway/core/errors.ts';
import type { Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { migrate, type MigrateOptions, readSchemaVersion } from '#gateway/sql/migrate.ts';
import type { Tables } from '#gateway/sql/tables.ts';
import { parseDatabaseUrl, type PostgresAddress } from './database-url.ts';
import { DatabaseStartError, explainConnectFailure, isFromServer } from './errors.ts';
import { createLedgerFunctions } from './ledger-functions.ts';
import { createLedgerGroups } from './ledger-groups.ts';
import { toKyselyPool } from './kysely-pool.ts';
import { createSession, notifyStatement } from './session.ts';
import { createScopeQueue, lockStatement, locksOf } from './scope-locks.ts';
import { byteOrderPlugin, POSTGRES_PARSERS, POSTGRES_TYPES } from './types.ts';

export interface PostgresOptions extends MigrateOptions {
  url: string;
  /** The server's own address, where `url` leads to a pooler in transaction mode. */
  directUrl?: string | undefined;
  /** What the server lists the connections as: `fihrist-<role>`. */
  role: string;
  connections: number;
  /** Those of an earlier version, for tests of upgrades. */
  migrations?: Parameters<typeof migrate>[2];
  /** How long a write waits for others of its scope. */
  busyTimeoutMs?: number;
}

const OLDEST_VERSION = 15;
const BUSY_TIMEOUT_MS = 5_000;
/** Of one statement: the longest ones, over a year of usage, take some hundred milliseconds. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** A process that stands still within a transaction holds its locks for so long. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
/** A server that is gone without a word is given up a moment after it should have ended the statement itself. */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;
/** To connect, or to get a connection of the pool. */
const CONNECTION_TIMEOUT_MS = 10_000;
/** Of reads and ledger groups, which do not begin their transactions themselves. */
const ISOLATION = 'read committed';
const KEEP_ALIVE_DELAY_MS = 10_000;
const IDLE_CONNECTION_TIMEOUT_MS = 60_000;

/**
 * Opens a database of PostgreSQL 15 or later and migrates it. A commit is on the disk of the server when its promise
 * resolves. No statement has a name, so a pooler in transaction mode may stand before the server. Errors have a SQLSTATE
 * that `isDatabaseBusy` knows. Throws `NewerSchemaError`, `DatabaseStartError`, `DatabaseUrlError`.
 */
export async function openPostgres(options: PostgresOptions): Promise<SqlDatabase> {
  const {
    url,
    directUrl,
    role,
    connections,
    migrations,
    busyTimeoutMs = BUSY_TIMEOUT_MS,
    acceptsUnfinishedCopy = false,
    hasNoTimeLimits = false,
  } = options;
  await withOneConnection(parseDatabaseUrl(directUrl ?? url), role, async (db) => {
    await checkServer(db);
    await migrate(db.withPlugin(byteOrderPlugin), POSTGRES_TYPES, migrations, { acceptsUnfinishedCopy });
    await createLedgerFunctions(db, POSTGRES_TYPES.beforeMigration);
  });

  const timeouts = {
    lock_timeout: busyTimeoutMs,
    statement_timeout: hasNoTimeLimits ? 0 : STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  };
  const isPooled = directUrl !== undefined;
  const address = parseDatabaseUrl(url);
  const pool = new Pool({
    ...connectionOptions(address, role),
    max: connections,
    idleTimeoutMillis: IDLE_CONNECTION_TIMEOUT_MS,
    ...(hasNoTimeLimits ? {} : { query_timeout: QUERY_TIMEOUT_MS }),
    // A pooler refuses them, see docs/operations.md.
    ...(isPooled
      ? {}
      : {
          ...timeouts,
          options: `-c default_transaction_isolation=${ISOLATION.replace(' ', String.raw`\ `)}`,
        }),
  });
  const dialect = new Dialect({ pool: toKyselyPool(pool) });
  const db = new Kysely<Tables>({ dialect });
  const begin = [
    `begin isolation level ${ISOLATION}`,
    ...(isPooled ? Object.entries(timeouts).map(([name, ms]) => `set local ${name} = ${ms}`) : []),
  ].join('; ');
  const inScope = createScopeQueue();
  const session = createSession(connectionOptions(parseDatabaseUrl(directUrl ?? url), role));

  const close = async () => {
    await session.close();
    await db.destroy();
  };
  let isolation: string | undefined;
  try {
    const { rows } = await sql<{ isolation: string }>`
      select current_setting('default_transaction_isolation') as isolation`.execute(db);
    isolation = rows[0]?.isolation;
  } catch (error) {
    await close();
    throw explainConnectFailure(error, placeOf(address));
  }
  return {
    read: db,
    change(scopes, work, maxWaitMs = busyTimeoutMs) {
      const locks = locksOf(scopes);
      const waitMs = Math.min(maxWaitMs, busyTimeoutMs);
      const wait = waitMs < busyTimeoutMs ? `set local lock_timeout = ${waitMs}` : '';
      const statement = sql.raw([begin, wait, lockStatement(locks)].filter(Boolean).join('; '));
      const write = () =>
        db.transaction().execute(async (trx) => {
          await statement.execute(trx);
          return work(trx);
        });
      return inScope(locks, waitMs, write);
    },
    now: async (queries: Reads) => {
      const query = sql<{ now: number }>`select floor(extract(epoch from clock_timestamp()) * 1000) as now`;
      const { rows } = await query.execute(queries);
      return rows[0]?.now ?? Number.NaN;
    },
    identity: () => readIdentity(db),
    taskLocks: session.taskLocks,
    canSkipLocked: true,
    signals: {
      // Of its own, after the commit: a transaction that notifies takes a lock of the whole database as it commits.
      notify: async (topic) =>
        void (await sql
          .raw(notifyStatement(topic))
          .execute(db)
          .catch(() => {})),
      listen: session.listen,
    },
    // A pooler's connections keep the database's own isolation; at another one a group sees the time before its locks.
    ...(isolation === ISOLATION ? { ledgerGroups: createLedgerGroups(db, busyTimeoutMs) } : {}),
    collectPending: () => new Promise((resolve) => setImmediate(resolve)),
    close,
  };
}

/** A database that was dropped, emptied or restored elsewhere, and filled with other data, is another one. */
async function readIdentity(db: Kysely<Tables>): Promise<string> {
  const read = async (cluster: RawBuilder<unknown>) => {
    const { rows } = await sql<{ identity: string }>`
      select concat_ws('/', ${cluster}, oid,
        (select min(created_on) from bot), (select min(fingerprint) from secret_fingerprint)) as identity
      from pg_database where datname = current_database()`.execute(db);
    return rows[0]?.identity ?? '';
  };
  try {
    return await read(sql`(select system_identifier from pg_control_system())`);
  } catch (error) {
    // A managed PostgreSQL may keep the function to itself; the rest tells databases apart once they hold data.
    if (!isFromServer(error) || isDatabaseBusy(error)) throw error;
    return read(sql`null::text`);
  }
}

/** The schema of a database, which stays as it is; 0 where there is none. Throws `DatabaseStartError`, `DatabaseUrlError`. */
export function readPostgresSchema(url: string, role: string): Promise<number> {
  return withOneConnection(parseDatabaseUrl(url), role, readSchemaVersion);
}

/** `change` begins its transactions itself, in one message with the locks. */
class Driver extends PostgresDriver {
  override beginTransaction(): Promise<void> {
    return Promise.resolve();
  }
}

class Dialect extends PostgresDialect {
  readonly #config: ConstructorParameters<typeof PostgresDialect>[0];
  constructor(config: ConstructorParameters<typeof PostgresDialect>[0]) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new Driver(this.#config);
  }
}

/** Opens one connection for one piece of work; what hinders it is explained. */
async function withOneConnection<Value>(
  address: PostgresAddress,
  role: string,
  work: (db: Kysely<unknown>) => Promise<Value>,
): Promise<Value> {
  const pool = new Pool({ ...connectionOptions(address, role), max: 1 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: toKyselyPool(pool) }) });
  try {
    return await work(db);
  } catch (error) {
    throw explainConnectFailure(error, placeOf(address));
  } finally {
    await db.destroy();
  }
}

function connectionOptions(address: PostgresAddress, role: string): PoolConfig {
  return {
    ...address,
    application_name: `fihrist-${role}`,
    types: POSTGRES_PARSERS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
  };
}

const placeOf = ({ host, port }: PostgresAddress): string => `${host}:${port}`;

async function checkServer(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ version: string; encoding: string }>`
    select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`.execute(
    db,
  );
  const major = Math.floor(Number(rows[0]?.version) / 10_000);
  const encoding = rows[0]?.encoding ?? '';
  if (major < OLDEST_VERSION)
    throw new DatabaseStartError(`PostgreSQL ${major} is too old: Fihrist needs ${OLDEST_VERSION} to 18.`);
  if (encoding !== 'UTF8')
    throw new DatabaseStartError(
      `The database is encoded as ${encoding}. Create one with: create database fihrist encoding 'UTF8' template template0`,
    );
}
