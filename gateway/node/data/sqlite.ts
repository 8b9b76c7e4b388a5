import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Kysely } from 'kysely';
import type { ColumnTypes, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { migrate } from '#gateway/sql/migrate.ts';
import type { OpenOptions } from './open-options.ts';
import type { Tables } from '#gateway/sql/tables.ts';
import { explainDatabaseFile, explainingDatabaseFile } from './database-file-error.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';

/** How long opening waits for another process, during which nothing else happens. */
const OPEN_BUSY_TIMEOUT_MS = 10_000;
/** How long a write waits for another process's, which holds the lock for some milliseconds. */
const WRITE_BUSY_TIMEOUT_MS = 5_000;

export const SQLITE_TYPES: ColumnTypes = {
  bytes: 'blob',
  // `begin immediate` excludes them.
  beforeMigration: [],
  appendOnly: (table, key) => {
    const refuse = (verb: string, when = '') =>
      `create trigger ${table}_refuses_${verb} before ${verb} on ${table} ${when} ` +
      `begin select raise(abort, '${table} is append only'); end`;
    const same = key.map((column) => `${column} = new.${column}`).join(' and ');
    // `insert or replace` takes a row away without asking the trigger of `delete`.
    const isThere = `when exists (select 1 from ${table} where ${same})`;
    return [refuse('update'), refuse('delete'), refuse('insert', isThere)];
  },
  dropAppendOnly: (table) =>
    ['update', 'delete', 'insert'].map((verb) => `drop trigger if exists ${table}_refuses_${verb}`),
};

/**
 * Reads a database file, whose schema stays as it is: as it is at this moment, whatever is written to it later, or with
 * `holdsMoment: false` as it is at each read. A moment that is held keeps a server's write-ahead log from being reused.
 */
export function readSqlite(
  file: string,
  { holdsMoment = true } = {},
): { read: Reads; close: () => Promise<void> } {
  const database = explainingDatabaseFile(file, () => {
    const opened = new DatabaseSync(file, { readOnly: true, timeout: OPEN_BUSY_TIMEOUT_MS });
    if (holdsMoment) opened.exec('begin');
    opened.prepare('select version from schema_version').get();
    return opened;
  });
  const dialect = createSqliteDialect(database, { readOnly: true, busyTimeoutMs: 0 });
  const read = new Kysely<Tables>({ dialect });
  return { read, close: () => read.destroy() };
}

/**
 * Opens a database file, made and migrated as needed, or `:memory:` (one connection, gone when closed).
 * A commit is on the disk when its promise resolves. A write that found the database locked for `busyTimeoutMs`
 * rejects with an error that `isDatabaseBusy` knows. Throws `NewerSchemaError`, `DatabaseFileError`.
 */
export async function openSqlite(
  file: string,
  busyTimeoutMs = WRITE_BUSY_TIMEOUT_MS,
  { onDamage = () => {}, ...options }: OpenOptions = {},
): Promise<SqlDatabase> {
  let writer: DatabaseSync | undefined;
  try {
    writer = new DatabaseSync(file, { timeout: OPEN_BUSY_TIMEOUT_MS });
    if (file !== ':memory:') writer.exec('pragma journal_mode = wal');
    writer.exec('pragma synchronous = full');
    const write = new Kysely<Tables>({
      dialect: createSqliteDialect(writer, { readOnly: false, busyTimeoutMs, onDamage }),
    });
    await migrate(write as Kysely<unknown>, SQLITE_TYPES, undefined, options);
    writer.exec('pragma busy_timeout = 0');
    const change: SqlDatabase['change'] = (_, work) => write.transaction().execute(work);
    const collectPending = () => nextTurn(undefined);
    if (file === ':memory:') return { read: write, change, collectPending, close: () => write.destroy() };

    const reader = new DatabaseSync(file, { timeout: OPEN_BUSY_TIMEOUT_MS, readOnly: true });
    const read = new Kysely<Tables>({
      dialect: createSqliteDialect(reader, { readOnly: true, busyTimeoutMs, onDamage }),
    });
    reader.exec('pragma busy_timeout = 0');
    const close = async () => {
      await read.destroy();
      await write.destroy();
    };
    return { read, change, collectPending, close };
  } catch (error) {
    if (writer?.isOpen) writer.close();
    throw explainDatabaseFile(error, file);
  }
}
