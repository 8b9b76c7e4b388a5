import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { runDirectly } from '#gateway/sql/compile-once.ts';
import type { ColumnTypes, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { migrate } from '#gateway/sql/migrate.ts';
import type { OpenOptions } from '#gateway/sql/open-options.ts';
import type { Tables } from '#gateway/sql/tables.ts';
import { explainDatabaseFile, explainingDatabaseFile } from './database-file-error.ts';
import { readAtRest } from './sqlite-at-rest.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';

/** How long opening waits for another process. The wait blocks the event loop. */
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
  afterEach: (table, change, statement, name = `${table}_after_${change.split(' ')[0]}`) => [
    `create trigger ${name} after ${change} on ${table} begin ${statement}; end`,
  ],
  dropAppendOnly: (table) =>
    ['update', 'delete', 'insert'].map((verb) => `drop trigger if exists ${table}_refuses_${verb}`),
};

/**
 * Reads a database file, whose schema stays as it is: as it is at this moment, whatever is written to it later, or with
 * `holdsMoment: false` as it is at each read, without a trace where nobody has it open. A moment that is held keeps a
 * server's write-ahead log from being reused.
 */
export function readSqlite(
  file: string,
  { holdsMoment = true } = {},
): { db: Reads; close: () => Promise<void> } {
  const openWith = (database: DatabaseSync) => {
    database.prepare('select version from schema_version').get();
    return new Kysely<Tables>({
      dialect: createSqliteDialect(database, { readOnly: true, busyTimeoutMs: 0 }),
    });
  };
  const open = () => {
    const opened = new DatabaseSync(file, { readOnly: true, timeout: OPEN_BUSY_TIMEOUT_MS });
    if (holdsMoment) opened.exec('begin');
    return openWith(opened);
  };
  const db = explainingDatabaseFile(file, () => (holdsMoment ? open() : readAtRest(file, open, openWith)));
  return { db, close: () => db.destroy() };
}

/**
 * Opens a database file, made and migrated as needed, or `:memory:` (one connection, gone when closed).
 * A commit is on the disk when its promise resolves. A write that found the database locked for `busyTimeoutMs`
 * rejects with an error that `isDatabaseBusy` knows. Throws `NewerSchemaError`, `DatabaseFileError`.
 */
export async function openSqlite(
  file: string,
  busyTimeoutMs = WRITE_BUSY_TIMEOUT_MS,
  options: OpenOptions = {},
): Promise<SqlDatabase> {
  let writer: DatabaseSync | undefined;
  try {
    writer = new DatabaseSync(file, { timeout: OPEN_BUSY_TIMEOUT_MS });
    if (file === ':memory:') return await serveMemory(writer, busyTimeoutMs, options);
    writer.exec('pragma journal_mode = wal');
    const { write, change } = await migrated(writer, busyTimeoutMs, options);
    const reader = new DatabaseSync(file, { timeout: OPEN_BUSY_TIMEOUT_MS, readOnly: true });
    const dialect = createSqliteDialect(reader, {
      readOnly: true,
      busyTimeoutMs,
      onDamage: options.onDamage,
    });
    const reads = new Kysely<Tables>({ dialect });
    // No transaction ever holds this connection.
    runDirectly(reads, (query) => dialect.connection.executeQuery(query));
    reader.exec('pragma busy_timeout = 0');
    const close = async () => {
      await reads.destroy();
      // Kysely closes nothing that only compiled queries used.
      if (reader.isOpen) reader.close();
      await write.destroy();
    };
    return { ...change, read: reads, close };
  } catch (error) {
    if (writer?.isOpen) writer.close();
    throw explainDatabaseFile(error, file);
  }
}

/** As `openSqlite` does `:memory:`, over such a database, which may hold something already. */
export async function serveMemory(
  database: DatabaseSync,
  busyTimeoutMs = WRITE_BUSY_TIMEOUT_MS,
  options: OpenOptions = {},
): Promise<SqlDatabase> {
  const { write, change } = await migrated(database, busyTimeoutMs, options);
  return { ...change, read: write, close: () => write.destroy() };
}

async function migrated(
  database: DatabaseSync,
  busyTimeoutMs: number,
  { onDamage, ...options }: OpenOptions,
): Promise<{ write: Kysely<Tables>; change: Pick<SqlDatabase, 'change' | 'collectPending'> }> {
  database.exec('pragma synchronous = full');
  const dialect = createSqliteDialect(database, { readOnly: false, busyTimeoutMs, onDamage });
  const write = new Kysely<Tables>({ dialect });
  await migrate(write as Kysely<unknown>, SQLITE_TYPES, undefined, options);
  database.exec('pragma busy_timeout = 0');
  const change: SqlDatabase['change'] = (_, work) =>
    write.transaction().execute(async (trx) => {
      const stop = runDirectly(trx, (query) => dialect.connection.executeQuery(query));
      try {
        return await work(trx);
      } finally {
        // Kysely refuses what comes after the end of a transaction.
        stop();
      }
    });
  return { write, change: { change, collectPending: () => nextTurn(undefined) } };
}
