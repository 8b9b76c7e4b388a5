import { chmod, rm } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { isDataDamaged } from '#gateway/core/errors.ts';
import { explainDatabaseFile, explainingDatabaseFile } from '#gateway/node/data/database-file-error.ts';
import { readLong, readOnce } from '#gateway/node/data/sqlite-at-rest.ts';
import { BackupError, type Manifest } from './manifest.ts';

/** A blob that the database names; `sha256` where it remembers one. */
export interface NamedBlob {
  key: string;
  size: number;
  sha256: string | null;
}

/** What a database holds at one moment. */
interface SnapshotFacts {
  schema: number;
  counts: Manifest['counts'];
  blobs: NamedBlob[];
}

const BUSY_TIMEOUT_MS = 10_000;
const PAGES_PER_STEP = 2_000;

/** The schema from which on copies of pages have a hash that is surely theirs. */
const HAS_PAGE_HASHES = 18;

/** Every column that names a blob whose bytes are wanted again. Orphans wait to be removed. */
const blobsOf = (schema: number): string => `
  select blob as key, size, sha256 from stored_file
  union all
  select fetched_blob, coalesce(fetched_size, 0), ${schema < HAS_PAGE_HASHES ? 'null' : 'case when fetched_sha256_of = fetched_blob then fetched_sha256 end'}
  from source where fetched_blob is not null
`;

/**
 * Copies a database, also while others write to it, to one file that stands alone; what it holds, once it was checked. A
 * folder in which nothing runs is left as it was.
 */
export async function takeSnapshot(
  database: string,
  to: string,
  onPages: (share: number) => void = () => {},
): Promise<SnapshotFacts> {
  const copy = async (source: DatabaseSync) => {
    await rm(to, { force: true });
    // The copy would begin again with each write of another process, were its moment not held by a transaction.
    source.exec('begin');
    source.prepare('select version from schema_version').get();
    await backup(source, to, {
      rate: PAGES_PER_STEP,
      progress: ({ totalPages, remainingPages }) => onPages(1 - remainingPages / Math.max(1, totalPages)),
    });
    source.exec('commit');
  };
  try {
    await readLong(database, BUSY_TIMEOUT_MS, copy);
  } catch (error) {
    throw explainDatabaseFile(error, database);
  }
  await chmod(to, 0o600);
  return inspectDatabase(to, database);
}

/** About how many bytes a backup will have: the database's own, and those of the blobs that it names. */
export function estimateBytes(database: string): { database: number; blobs: number } {
  return readDatabase(database, (db) => {
    const number = (query: string) => Number(Object.values(db.prepare(query).get() ?? {})[0] ?? 0);
    return {
      database: number('pragma page_count') * number('pragma page_size'),
      blobs: number(`select sum(size) from (${blobsOf(0)})`),
    };
  });
}

/** The version of a database's schema, without changing anything; 0 where it has none. Throws `DatabaseFileError`. */
export function readSchema(database: string): number {
  return readDatabase(database, (db) => {
    const isThere =
      db.prepare("select 1 from sqlite_schema where name = 'schema_version'").get() !== undefined;
    return isThere ? Number(db.prepare('select version from schema_version').get()?.['version'] ?? 0) : 0;
  });
}

function readDatabase<Value>(file: string, work: (db: DatabaseSync) => Value): Value {
  return explainingDatabaseFile(file, () => readOnce(file, BUSY_TIMEOUT_MS, work));
}

/** Checks a database that nobody uses, makes it one file, and tells what it holds. `name` is what a refusal calls it. */
export function inspectDatabase(file: string, name: string): SnapshotFacts {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    db.exec('pragma journal_mode = delete');
    const [verdict] = db.prepare('pragma quick_check(1)').all();
    if (verdict?.['quick_check'] !== 'ok') throw new BackupError(damaged(name));
    const count = (query: string) => Number(db.prepare(query).get()?.['n'] ?? 0);
    const schema = count('select version as n from schema_version');
    return {
      schema,
      counts: {
        bots: count('select count(*) as n from bot'),
        units: count('select count(*) as n from unit where deleted_on is null'),
        passages: count('select sum(passages) as n from unit where deleted_on is null'),
        files: count('select count(*) as n from stored_file'),
        keys: count('select count(*) as n from api_key where revoked_on is null'),
      },
      blobs: db.prepare(blobsOf(schema)).all() as unknown as NamedBlob[],
    };
  } catch (error) {
    if (error instanceof BackupError) throw error;
    if (isDataDamaged(error)) throw new BackupError(damaged(name));
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`The database ${name} cannot be read: ${reason}.`);
  } finally {
    db.close();
  }
}

const damaged = (name: string): string =>
  `The database ${name} is damaged, so nothing was copied. Restore the last backup that is whole: npm run fihrist -- restore <backup>`;
