import { chmod, rm } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { isDataDamaged } from '#gateway/core/errors.ts';
import { explainDatabaseFile } from '#gateway/node/storage/sqlite/database-file-error.ts';
import { readDatabaseFile } from '#gateway/node/storage/sqlite/read-database-file.ts';
import { readLong } from '#gateway/node/storage/sqlite/sqlite-at-rest.ts';
import { BackupError, type Manifest } from './manifest.ts';

/** A blob of the database; `sha256` is null where no hash is stored. */
export interface NamedBlob {
  key: string;
  size: number;
  sha256: string | null;
}

/** Schema, counts and blobs of a database at one moment. */
interface SnapshotFacts {
  schema: number;
  counts: Manifest['counts'];
  blobs: NamedBlob[];
}

const BUSY_TIMEOUT_MS = 10_000;
const PAGES_PER_STEP = 2_000;

/** First schema in which the hash of a fetched page certainly belongs to its blob. */
const HAS_PAGE_HASHES = 18;
/** First schema in which readings keep the copies of pages that they were made of. */
const HAS_READINGS = 33;

/** Query of all blobs that a backup needs. Orphaned blobs are left out: they only wait to be deleted. */
const blobsOf = (schema: number): string => `
  select blob as key, size, sha256 from stored_file
  union all
  select fetched_blob, coalesce(fetched_size, 0), ${schema < HAS_PAGE_HASHES ? 'null' : 'case when fetched_sha256_of = fetched_blob then fetched_sha256 end'}
  from source where fetched_blob is not null
  ${schema < HAS_READINGS ? '' : PAGES_OF_READINGS}`;

const PAGES_OF_READINGS = `
  union all
  select distinct blob, size, sha256 from reading
  where url is not null and blob not in (select fetched_blob from source where fetched_blob is not null)`;

/**
 * Copies a database to one file without a log, also while other processes write, and checks the copy. Returns the facts
 * of the copy. The data folder of a stopped server stays unchanged.
 */
export async function takeSnapshot(
  database: string,
  to: string,
  onPages: (share: number) => void = () => {},
): Promise<SnapshotFacts> {
  const copy = async (source: DatabaseSync) => {
    await rm(to, { force: true });
    // Without a transaction the copy would start over with each write of another process.
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

/** Estimated bytes of a backup: those of the database and those of its blobs. */
export function estimateBytes(database: string): { database: number; blobs: number } {
  return readDatabaseFile(database, (db) => {
    const number = (query: string) => Number(Object.values(db.prepare(query).get() ?? {})[0] ?? 0);
    return {
      database: number('pragma page_count') * number('pragma page_size'),
      blobs: number(`select sum(size) from (${blobsOf(number('select version from schema_version'))})`),
    };
  });
}

/**
 * Checks a database that no process has open, folds its log into the file, and returns its facts. Errors call the
 * database `name`.
 */
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
