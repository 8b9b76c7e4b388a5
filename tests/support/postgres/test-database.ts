/** Databases of a PostgreSQL that one process of tests shares: started when the first is needed, gone with the process. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { openPostgres, type PostgresOptions } from '#gateway/node/storage/postgres/open-postgres.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import { startPgBouncer } from './start-pgbouncer.ts';
import { npmPostgres, type PostgresBinaries, startPostgres, type TestPostgres } from './start-postgres.ts';

/** Which PostgreSQL the tests of this process run on. */
interface TestedPostgres {
  name: string;
  binaries: () => PostgresBinaries;
  /** PgBouncer in transaction mode stands before it. */
  isPooled?: boolean;
}

const TEMPLATE = 'migrated';
const CONNECTIONS = 4;

let tested: TestedPostgres | undefined;
let server: Promise<SharedPostgres> | undefined;

/** The PostgreSQL that suites of stores run on; undefined where they run on SQLite. */
export const testedPostgres = (): TestedPostgres | undefined => tested;

/** Points the suites that this process imports at this PostgreSQL, the shared one included. */
export function usePostgres(postgres: TestedPostgres): void {
  tested = postgres;
}

/** A server with a migrated database that others are copies of. */
export interface SharedPostgres extends TestPostgres {
  /** Makes a migrated and empty database; its name. */
  createDatabase(): Promise<string>;
  /** How the gateway reaches a database. */
  address(database: string): Pick<PostgresOptions, 'url' | 'directUrl'>;
  /** Opens a database as the gateway does: through the pooler, where there is one. */
  open(database: string, options?: Partial<PostgresOptions>): Promise<SqlDatabase>;
}

/** The server of this process. Rejects with what is missing. */
export function sharedPostgres(): Promise<SharedPostgres> {
  return (server ??= start(tested ?? { name: 'PostgreSQL 18', binaries: npmPostgres }));
}

async function start({ binaries, isPooled = false }: TestedPostgres): Promise<SharedPostgres> {
  const postgres = await startPostgres(binaries());
  const pooler = isPooled ? await startPgBouncer(postgres) : undefined;
  const address = (database: string) => {
    const direct = postgres.url(database);
    return pooler ? { url: pooler.url(database), directUrl: direct } : { url: direct };
  };
  await run(postgres.url('postgres'), `create database ${TEMPLATE}`);
  // Not through the pooler, whose connection would keep the template from being copied.
  const template = { url: postgres.url(TEMPLATE), role: 'test', connections: 1 };
  await (await openPostgres(template)).close();
  return {
    ...postgres,
    address,
    open: (database, options = {}) =>
      openPostgres({ ...address(database), role: 'test', connections: CONNECTIONS, ...options }),
    async createDatabase() {
      const name = `t${randomUUID().replaceAll('-', '')}`;
      await run(postgres.url('postgres'), `create database ${name} template ${TEMPLATE}`);
      return name;
    },
  };
}

/** Statements of the superuser, over a connection of their own. */
export async function run(url: string, statements: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

interface ReusableDatabase {
  db: SqlDatabase;
  empty: () => Promise<void>;
}

/** Those that no test uses. */
const free: ReusableDatabase[] = [];

/**
 * An empty database: one that a test closed before, else a new one. Its clock is that of the tests. Removing the rows of
 * small tables takes some 10 ms, truncating all of them 80, and a new database 180.
 */
export async function emptyDatabase(): Promise<SqlDatabase> {
  const reusable = free.pop() ?? (await createReusable());
  await reusable.empty();
  // The processes of a test share its connections, which cannot tell them apart.
  const { now: _now, taskLocks: _locks, ...rest } = reusable.db;
  let isOpen = true;
  return {
    ...rest,
    close() {
      if (isOpen) free.push(reusable);
      isOpen = false;
      return Promise.resolve();
    },
  };
}

async function createReusable(): Promise<ReusableDatabase> {
  const shared = await sharedPostgres();
  const database = await shared.createDatabase();
  const client = new Client({ connectionString: shared.url(database) });
  // The server ends with the process, or before it.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_version'`,
  );
  // The triggers of the audit log are for everybody else.
  const statements = [
    'begin; set local session_replication_role = replica',
    ...rows.map(({ name }) => `delete from ${name}`),
    'commit',
  ].join('; ');
  return { db: await shared.open(database), empty: async () => void (await client.query(statements)) };
}
