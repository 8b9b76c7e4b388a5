import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { SqlDatabase } from '#gateway/adapters/sql/database.ts';
import { migrate } from '#gateway/adapters/sql/migrate.ts';
import type { Tables } from '#gateway/adapters/sql/tables.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';

/** How long a write waits for another process's, which holds the lock for some milliseconds. */
const BUSY_TIMEOUT = 10_000;

/**
 * Opens a database file, made and migrated as needed, or `:memory:` (one connection, gone when closed).
 * A commit is on the disk when its promise resolves. Throws `NewerDatabase`.
 */
export async function openSqlite(file: string): Promise<SqlDatabase> {
  const writer = new DatabaseSync(file, { timeout: BUSY_TIMEOUT });
  try {
    if (file !== ':memory:') writer.exec('pragma journal_mode = wal');
    writer.exec('pragma synchronous = full');
    const write = new Kysely<Tables>({ dialect: createSqliteDialect(writer, { readOnly: false }) });
    await migrate(write as Kysely<unknown>, { bytes: 'blob' });
    if (file === ':memory:') return { read: write, write, close: () => write.destroy() };

    const reader = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, readOnly: true });
    const read = new Kysely<Tables>({ dialect: createSqliteDialect(reader, { readOnly: true }) });
    const close = async () => {
      await read.destroy();
      await write.destroy();
    };
    return { read, write, close };
  } catch (error) {
    if (writer.isOpen) writer.close();
    throw error;
  }
}
