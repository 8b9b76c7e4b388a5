import { existsSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { openSqlite, SQLITE_TYPES, serveMemory } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createSqliteDialect } from '#gateway/node/storage/sqlite/sqlite-dialect.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import { MIGRATIONS, migrate } from '#gateway/sql/migrate.ts';

let open = (): Promise<SqlDatabase> => openMemory();

/** An empty database for a gateway under test: of SQLite in memory unless `useDatabase` says otherwise. */
export const openTestDatabase = (): Promise<SqlDatabase> => open();

/** From now on the gateways of this process have databases that this opens. For files that run the tests of others. */
export function useDatabase(opener: () => Promise<SqlDatabase>): void {
  open = opener;
}

let template: Promise<Uint8Array> | undefined;

/** `openSqlite(':memory:')`, whose migrations take 40 ms. Those of a copy were done once: it takes 1. */
export async function openMemory(): Promise<SqlDatabase> {
  const database = new DatabaseSync(':memory:');
  database.deserialize(await (template ??= makeTemplate()));
  return serveMemory(database);
}

/** `openSqlite` of a file, which takes no time for migrations where it is not there yet. */
export async function openFile(path: string): Promise<SqlDatabase> {
  if (!existsSync(path)) writeFileSync(path, await (template ??= makeTemplate()));
  return openSqlite(path);
}

async function makeTemplate(): Promise<Uint8Array> {
  const database = new DatabaseSync(':memory:');
  const opened = await serveMemory(database);
  const bytes = database.serialize();
  await opened.close();
  return bytes;
}

/** An empty database with the schema after the first migrations, for tests of the later ones. */
export async function openOldSchema(migrations: number): Promise<Kysely<unknown>> {
  const db = new Kysely<unknown>({
    dialect: createSqliteDialect(new DatabaseSync(':memory:'), { readOnly: false, busyTimeoutMs: 1000 }),
  });
  await migrate(db, SQLITE_TYPES, MIGRATIONS.slice(0, migrations));
  return db;
}
