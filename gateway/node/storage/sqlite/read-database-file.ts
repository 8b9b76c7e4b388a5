import type { DatabaseSync } from 'node:sqlite';
import { explainingDatabaseFile } from './database-file-error.ts';
import { readOnce } from './sqlite-at-rest.ts';

const BUSY_TIMEOUT_MS = 10_000;

/** Reads a database file without a change to the file. Throws `DatabaseFileError`. */
export function readDatabaseFile<Value>(file: string, work: (db: DatabaseSync) => Value): Value {
  return explainingDatabaseFile(file, () => readOnce(file, BUSY_TIMEOUT_MS, work));
}

/** Schema version of a database file; 0 without a schema. Throws `DatabaseFileError`. */
export function readSchema(file: string): number {
  return readDatabaseFile(file, (db) => {
    const isThere =
      db.prepare("select 1 from sqlite_schema where name = 'schema_version'").get() !== undefined;
    return isThere ? Number(db.prepare('select version from schema_version').get()?.['version'] ?? 0) : 0;
  });
}
