import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import {
  type CompiledQuery,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Tables } from '#gateway/sql/tables.ts';

/** A database file that no process has open. */
interface AtRest {
  /** Reads it without a trace; of writers it takes no notice. */
  open(): DatabaseSync;
  /** Whether nobody has opened it meanwhile: what was read until now is right. */
  isStill(): boolean;
}

/**
 * Undefined where a process has the file open, or left something beside it that belongs to it. Read the usual way, a file
 * at rest would have an empty write-ahead log from then on, and reading needed leave to write to its folder.
 */
function findAtRest(file: string): AtRest | undefined {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  const before = stateOf(file);
  return before === undefined
    ? undefined
    : {
        open: () => new DatabaseSync(url, { readOnly: true }),
        isStill: () => stateOf(file) === before,
      };
}

function stateOf(file: string): string | undefined {
  if (existsSync(`${file}-wal`) || existsSync(`${file}-journal`)) return undefined;
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}

/** Reads a database file. A file that no process has open stays without a trace of the read. */
export function readOnce<Value>(file: string, timeout: number, work: (db: DatabaseSync) => Value): Value {
  const use = (db: DatabaseSync): Value => {
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  const atRest = findAtRest(file);
  if (atRest)
    try {
      const value = use(atRest.open());
      if (atRest.isStill()) return value;
    } catch (error) {
      if (atRest.isStill()) throw error;
    }
  return use(new DatabaseSync(file, { readOnly: true, timeout }));
}

/** The same of work that takes a while: it is done again where somebody opened the file meanwhile. */
export async function readLong<Value>(
  file: string,
  timeout: number,
  work: (db: DatabaseSync) => Promise<Value>,
): Promise<Value> {
  const use = async (db: DatabaseSync): Promise<Value> => {
    try {
      return await work(db);
    } finally {
      db.close();
    }
  };
  const atRest = findAtRest(file);
  if (atRest)
    try {
      const value = await use(atRest.open());
      if (atRest.isStill()) return value;
    } catch (error) {
      if (atRest.isStill()) throw error;
    }
  return use(new DatabaseSync(file, { readOnly: true, timeout }));
}

/**
 * Reads a file statement by statement, and leaves no trace as long as nobody has it open. A statement during which a
 * process opened it is made again with `openUsual`, and so are all that follow.
 */
export function readAtRest(
  file: string,
  openUsual: () => Kysely<Tables>,
  openWith: (database: DatabaseSync) => Kysely<Tables>,
): Kysely<Tables> {
  const atRest = findAtRest(file);
  if (!atRest) return openUsual();
  let opened = openWith(atRest.open());
  let isResting = true;
  const run = async (query: CompiledQuery) => {
    if (!isResting) return opened.executeQuery(query);
    const outcome = await opened.executeQuery(query).catch((error: unknown) => ({ error }));
    if (!atRest.isStill()) {
      await opened.destroy();
      [opened, isResting] = [openUsual(), false];
      return opened.executeQuery(query);
    }
    if ('error' in outcome) throw outcome.error;
    return outcome;
  };
  const refuse = () => Promise.reject(new Error('a file at rest is read statement by statement'));
  const connection = {
    executeQuery: async <Row>(query: CompiledQuery) => (await run(query)) as QueryResult<Row>,
    streamQuery: () => {
      throw new Error('a file at rest is read statement by statement');
    },
  };
  const driver: Driver = {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: () => Promise.resolve(),
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: () => opened.destroy(),
  };
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}
