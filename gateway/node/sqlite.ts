import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Kysely } from 'kysely';
import type { ColumnTypes, SqlDatabase } from '#gateway/adapters/sql/database.ts';
import { migrate } from '#gateway/adapters/sql/migrate.ts';
import type { Tables } from '#gateway/adapters/sql/tables.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';

/** How long opening waits for another process, during which nothing else happens. */
const BUSY_TIMEOUT = 10_000;
/** How long a write waits for another process's, which holds the lock for some milliseconds. */
const PATIENCE = 5_000;

/**
 * PostgreSQL's form of the same: a function that raises, and a trigger `before update or delete or truncate` that calls it,
 * with the right to update and delete revoked from the role that the gateway signs in as.
 */
const SQLITE_TYPES: ColumnTypes = {
  bytes: 'blob',
  appendOnly: (table, key) => {
    const refuse = (verb: string, when = '') =>
      `create trigger ${table}_refuses_${verb} before ${verb} on ${table} ${when} ` +
      `begin select raise(abort, '${table} is append only'); end`;
    const same = key.map((column) => `${column} = new.${column}`).join(' and ');
    // `insert or replace` takes a row away without asking the trigger of `delete`.
    const isThere = `when exists (select 1 from ${table} where ${same})`;
    return [refuse('update'), refuse('delete'), refuse('insert', isThere)];
  },
};

/**
 * Opens a database file, made and migrated as needed, or `:memory:` (one connection, gone when closed).
 * A commit is on the disk when its promise resolves. A write that found the database locked for `patience` milliseconds
 * rejects with an error that `isBusy`. Throws `NewerDatabase`.
 */
export async function openSqlite(file: string, patience = PATIENCE): Promise<SqlDatabase> {
  const writer = new DatabaseSync(file, { timeout: BUSY_TIMEOUT });
  try {
    if (file !== ':memory:') writer.exec('pragma journal_mode = wal');
    writer.exec('pragma synchronous = full');
    const write = new Kysely<Tables>({ dialect: createSqliteDialect(writer, { readOnly: false, patience }) });
    await migrate(write as Kysely<unknown>, SQLITE_TYPES);
    writer.exec('pragma busy_timeout = 0');
    const gather = () => nextTurn(undefined);
    if (file === ':memory:') return { read: write, write, gather, close: () => write.destroy() };

    const reader = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, readOnly: true });
    const read = new Kysely<Tables>({ dialect: createSqliteDialect(reader, { readOnly: true, patience }) });
    reader.exec('pragma busy_timeout = 0');
    const close = async () => {
      await read.destroy();
      await write.destroy();
    };
    return { read, write, gather, close };
  } catch (error) {
    if (writer.isOpen) writer.close();
    throw error;
  }
}
