import { readSchema } from '#gateway/node/storage/sqlite/read-database-file.ts';
import { openSqlite, readSqlite, SQLITE_TYPES } from '#gateway/node/storage/sqlite/sqlite.ts';
import type { ColumnTypes, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import type { OpenOptions } from '#gateway/sql/open-options.ts';

/** Where the rows are. It may hold a password: handed to child processes over their channel only, and never logged. */
export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly file: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      /** The server's own address, where `url` leads to a pooler. */
      readonly directUrl?: string | undefined;
    };

/** Who opens it, as the list of connections of the server names it. */
type DatabaseRole = 'gateway' | 'indexer' | 'command';

/** Connections of one process at most. A write takes a connection only for its turn. */
const CONNECTIONS: Readonly<Record<DatabaseRole, number>> = { gateway: 8, indexer: 3, command: 2 };

/** What an operator does about damaged data of a database on another machine; undefined for one of a data folder. */
export const remedyOfDamage = ({ kind }: DatabaseLocation): string | undefined =>
  kind === 'postgres'
    ? 'restore PostgreSQL from its backup, then restart every gateway and indexer'
    : undefined;

/**
 * Opens and migrates it. Throws `NewerSchemaError`; for a file `DatabaseFileError`, for PostgreSQL
 * `DatabaseStartError`.
 */
export async function openDatabase(
  location: DatabaseLocation,
  role: DatabaseRole,
  options: OpenOptions = {},
): Promise<SqlDatabase> {
  if (location.kind === 'sqlite') return openSqlite(location.file, undefined, options);
  const { url, directUrl } = location;
  // One machine with SQLite never loads the driver.
  const { openPostgres } = await import('#gateway/node/storage/postgres/open-postgres.ts');
  return openPostgres({ url, directUrl, role, connections: CONNECTIONS[role], ...options });
}

/**
 * Reads a database as it is at each read. Nothing is written: the schema stays as it is, no lock is taken, and of
 * PostgreSQL the server refuses writes of this connection.
 */
export async function readDatabase(
  location: DatabaseLocation,
  role: DatabaseRole,
): Promise<{ db: Reads; close: () => Promise<void> }> {
  if (location.kind === 'sqlite') return readSqlite(location.file, { holdsMoment: false });
  const { readPostgres } = await import('#gateway/node/storage/postgres/read-postgres.ts');
  return readPostgres(location.directUrl ?? location.url, role);
}

/** The types of columns, and the triggers, of a kind of database. */
export async function columnTypesOf(kind: DatabaseLocation['kind']): Promise<ColumnTypes> {
  return kind === 'sqlite'
    ? SQLITE_TYPES
    : (await import('#gateway/node/storage/postgres/types.ts')).POSTGRES_TYPES;
}

/** Schema version of a database, read without a change; 0 without a schema. */
export async function readSchemaOf(location: DatabaseLocation): Promise<number> {
  if (location.kind === 'sqlite') return readSchema(location.file);
  const { readPostgresSchema } = await import('#gateway/node/storage/postgres/open-postgres.ts');
  return readPostgresSchema(location.directUrl ?? location.url, 'command');
}
