import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import type { Reads } from '#gateway/sql/database.ts';
import type { Tables } from '#gateway/sql/tables.ts';
import { connectionOptions } from './connection-options.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { toKyselyPool } from './kysely-pool.ts';

/**
 * Reads a database by one connection, through which nothing can be written and whose statements may take as long as they
 * do. The schema stays as it is. `url` is the server's own, not a pooler's. Throws `DatabaseUrlError`.
 */
export function readPostgres(url: string, role: string): { db: Reads; close: () => Promise<void> } {
  const pool = new Pool({
    ...connectionOptions(parseDatabaseUrl(url), role),
    max: 1,
    options: '-c default_transaction_read_only=on',
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: toKyselyPool(pool) }) });
  return { db, close: () => db.destroy() };
}
