/** Databases of a PostgreSQL that one process of tests shares: started when the first is needed, gone with the process. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { openPostgres } from '#gateway/node/postgres/open-postgres.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import { npmPostgres, type PostgresBinaries, startPostgres, type TestPostgres } from './start-postgres.ts';

const TEMPLATE = 'migrated';
const CONNECTIONS = 4;

/** A server with a migrated database that others are copies of. */
export interface SharedPostgres extends TestPostgres {
  /** The address of a migrated and empty database of its own. */
  createDatabase(): Promise<string>;
}

const servers = new Map<string, Promise<SharedPostgres>>();

/** The server of this process. Throws what is missing. */
export function sharedPostgres(binaries: () => PostgresBinaries = npmPostgres): Promise<SharedPostgres> {
  const found = binaries();
  let server = servers.get(found.bin);
  if (!server) servers.set(found.bin, (server = start(found)));
  return server;
}

async function start(binaries: PostgresBinaries): Promise<SharedPostgres> {
  const server = await startPostgres(binaries);
  await run(server.url('postgres'), `create database ${TEMPLATE}`);
  await (await open(server.url(TEMPLATE))).close();
  return {
    ...server,
    async createDatabase() {
      const name = `t${randomUUID().replaceAll('-', '')}`;
      await run(server.url('postgres'), `create database ${name} template ${TEMPLATE}`);
      return server.url(name);
    },
  };
}

const open = (url: string) => openPostgres({ url, role: 'test', connections: CONNECTIONS });

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

/** Those that no test uses, by the binaries of their server. */
const free = new Map<string, ReusableDatabase[]>();

/**
 * An empty database: one that a test closed before, else a new one. Its clock is that of the tests. Removing rows of
 * small tables takes a tenth of making a database, or of truncating them.
 */
export async function emptyDatabase(binaries: () => PostgresBinaries = npmPostgres): Promise<SqlDatabase> {
  const { bin } = binaries();
  const unused = free.get(bin) ?? [];
  free.set(bin, unused);
  const reusable = unused.pop() ?? (await createReusable(binaries));
  await reusable.empty();
  const { now: _, ...rest } = reusable.db;
  let isOpen = true;
  return {
    ...rest,
    close() {
      if (isOpen) unused.push(reusable);
      isOpen = false;
      return Promise.resolve();
    },
  };
}

async function createReusable(binaries: () => PostgresBinaries): Promise<ReusableDatabase> {
  const url = await (await sharedPostgres(binaries)).createDatabase();
  const client = new Client({ connectionString: url });
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
  return { db: await open(url), empty: async () => void (await client.query(statements)) };
}
