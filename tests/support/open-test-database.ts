import { existsSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { openSqlite, serveMemory } from '#gateway/node/storage/sqlite/sqlite.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';

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
  database.deserialize(await (template ??= migrate()));
  return serveMemory(database);
}

/** `openSqlite` of a file, which takes no time for migrations where it is not there yet. */
export async function openFile(path: string): Promise<SqlDatabase> {
  if (!existsSync(path)) writeFileSync(path, await (template ??= migrate()));
  return openSqlite(path);
}

async function migrate(): Promise<Uint8Array> {
  const database = new DatabaseSync(':memory:');
  const opened = await serveMemory(database);
  const bytes = database.serialize();
  await opened.close();
  return bytes;
}
