import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { isLockTimeout, isOfOneWrite } from '#gateway/core/errors.ts';
import type { Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { migrate, readSchemaVersion } from '#gateway/sql/migrate.ts';
import type { OpenOptions } from '#gateway/sql/open-options.ts';
import type { Tables } from '#gateway/sql/tables.ts';
import { createConnectionApart } from './connection-apart.ts';
import { CONNECTION_TIMEOUT_MS, connectionOptions } from './connection-options.ts';
import { type PostgresAddress, parseDatabaseUrl } from './database-url.ts';
import { UnbegunDialect } from './dialect.ts';
import { DatabaseStartError, explainConnectFailure, ScopeBusyError } from './errors.ts';
import { readIdentity } from './identity.ts';
import { toKyselyPool } from './kysely-pool.ts';
import { createLedgerFunctions } from './ledger-functions.ts';
import { createLedgerGroups } from './ledger-groups.ts';
import { noteWait } from './note-wait.ts';
import { createScopeQueue, lockStatement, locksOf } from './scope-locks.ts';
import { createSession, notifyStatement } from './session.ts';
import { byteOrderPlugin, POSTGRES_TYPES } from './types.ts';
import { createWriterSlots } from './writer-slots.ts';

export interface PostgresOptions extends OpenOptions {
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
  /** How long a heartbeat waits for an answer. */
  heartbeatTimeoutMs?: number;
}

const OLDEST_VERSION = 15;
const BUSY_TIMEOUT_MS = 5_000;
/** A second try is over long before a silent process counts as dead. */
const HEARTBEAT_TIMEOUT_MS = 5_000;
/** Of one statement: the longest ones, over a year of usage, take some hundred milliseconds. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** A process that stands still within a transaction holds its locks for so long. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
/** Pauses of one, two, ... times this between tries to migrate. */
const MIGRATION_RETRY_MS = 500;
const MIGRATION_TRIES = 5;
const STOP_WRITERS =
  'The database cannot be brought up to date while other programs write to it. Stop all gateways of the earlier version ' +
  '(docs/upgrading.md), then start again.';
/** A server that is gone without a word is given up a moment after it should have ended the statement itself. */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;
/** Of reads and ledger groups, which do not begin their transactions themselves. */
const ISOLATION = 'read committed';
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
    heartbeatTimeoutMs = HEARTBEAT_TIMEOUT_MS,
    acceptsUnfinishedCopy = false,
    hasNoTimeLimits = false,
    onDamage,
  } = options;
  await withOneConnection(parseDatabaseUrl(directUrl ?? url), role, async (db) => {
    await checkServer(db);
    await retryBesideWriters(() =>
      migrate(db.withPlugin(byteOrderPlugin), POSTGRES_TYPES, migrations, { acceptsUnfinishedCopy }),
    );
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
  const db = new Kysely<Tables>({ dialect: new UnbegunDialect({ pool: toKyselyPool(pool, onDamage) }) });
  const begin = [
    `begin isolation level ${ISOLATION}`,
    ...(isPooled ? Object.entries(timeouts).map(([name, ms]) => `set local ${name} = ${ms}`) : []),
  ];
  const inScope = createScopeQueue();
  const slots = createWriterSlots(connections, CONNECTION_TIMEOUT_MS);
  const direct = connectionOptions(parseDatabaseUrl(directUrl ?? url), role);
  const session = createSession(direct);
  const apart = createConnectionApart(direct, heartbeatTimeoutMs);

  const close = async () => {
    await session.close();
    await apart.close();
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
      const write = (waitMs: number) =>
        db.transaction().execute(async (trx) => {
          const waits = (ms: number) => (waitMs < busyTimeoutMs ? [`set local lock_timeout = ${ms}`] : []);
          // What `work` waits for, such as a row, has the whole time.
          const locking =
            locks.length === 0 ? [] : [...waits(waitMs), lockStatement(locks), ...waits(busyTimeoutMs)];
          try {
            await sql.raw([...begin, ...locking].join('; ')).execute(trx);
          } catch (error) {
            throw isLockTimeout(error) ? new ScopeBusyError(error) : error;
          }
          return work(trx);
        });
      if (locks.length === 0) return write(busyTimeoutMs);
      const waitMs = Math.min(maxWaitMs, busyTimeoutMs);
      const until = performance.now() + waitMs;
      return noteWait(scopes, () =>
        inScope(locks, waitMs, () => slots.use(Math.ceil(until - performance.now()), write)),
      );
    },
    changeApart: apart.changeApart,
    now: async (queries: Reads) => {
      const query = sql<{ now: number }>`select floor(extract(epoch from clock_timestamp()) * 1000) as now`;
      const { rows } = await query.execute(queries);
      return rows[0]?.now ?? Number.NaN;
    },
    analyze: async () => void (await sql.raw('analyze').execute(db)),
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
    ...(isolation === ISOLATION ? { ledgerGroups: createLedgerGroups(db, busyTimeoutMs, slots) } : {}),
    collectPending: () => new Promise((resolve) => setImmediate(resolve)),
    close,
  };
}

/**
 * The schema of a database, which stays as it is; 0 where there is none. Throws `DatabaseStartError`,
 * `DatabaseUrlError`.
 */
export function readPostgresSchema(url: string, role: string): Promise<number> {
  return withOneConnection(parseDatabaseUrl(url), role, readSchemaVersion);
}

/** Runs `work` on a connection of its own. Errors of the connection are explained. */
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

/** A migration that a writer's locks break off has changed nothing. */
async function retryBesideWriters<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++)
    try {
      return await work();
    } catch (error) {
      if (!isOfOneWrite(error)) throw error;
      if (tries === MIGRATION_TRIES) throw new DatabaseStartError(STOP_WRITERS, error);
      await pause(MIGRATION_RETRY_MS * tries);
    }
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
