import { type Kysely, sql } from 'kysely';
import type { ColumnTypes, SqlDatabase } from './database.ts';
import { createFirstSchema } from './migrations/001-first.ts';
import { addSynonyms } from './migrations/002-synonyms.ts';
import { splitSegments } from './migrations/003-segment-parts.ts';
import { addSourceHealth } from './migrations/004-source-health.ts';
import { addPictures } from './migrations/005-pictures.ts';
import { addQuotaAndKeys } from './migrations/006-quota-and-keys.ts';
import { rollUpUse } from './migrations/007-use-by-day.ts';
import { addModelServers } from './migrations/008-model-servers.ts';
import { addVectors } from './migrations/009-vectors.ts';
import { addSpokenAudio } from './migrations/010-spoken-audio.ts';
import { renameToFieldTerms } from './migrations/011-field-terms.ts';
import { addIndexRuns } from './migrations/012-index-runs.ts';
import { addProcesses } from './migrations/013-processes.ts';
import { addFleet } from './migrations/014-fleet.ts';
import { addBlobStore } from './migrations/015-blob-store.ts';
import { renewTitleKeys } from './migrations/016-title-keys.ts';
import { addFileHashes } from './migrations/017-file-hashes.ts';
import { nameHashedBlob } from './migrations/018-hashed-blob.ts';
import { addFetching } from './migrations/019-fetching.ts';
import { addHeldUpdates } from './migrations/020-held-updates.ts';
import { dateTexts } from './migrations/021-text-dates.ts';
import { addQuotaHistory } from './migrations/022-quota-history.ts';
import { addFailedCalls } from './migrations/023-failed-calls.ts';
import { addRunOutcomes } from './migrations/024-run-outcomes.ts';
import { addJobs } from './migrations/025-jobs.ts';
import { countUnitChanges } from './migrations/026-unit-changes.ts';
import { addRuns } from './migrations/027-runs.ts';
import { indexRunBands } from './migrations/028-run-bands.ts';
import { addEvaluation } from './migrations/030-evaluation.ts';
import { addPersons } from './migrations/031-persons.ts';
import { addReports } from './migrations/032-reports.ts';
import { addRunOrigin } from './migrations/033-run-origin.ts';
import { addVersions } from './migrations/034-versions.ts';
import { addValidity } from './migrations/035-validity.ts';
import { addContradictions } from './migrations/036-contradictions.ts';
import { addAcceptedAlways } from './migrations/037-accepted-always.ts';
import { addEdits } from './migrations/038-edits.ts';
import { addFileOrigin } from './migrations/039-file-origin.ts';
import { addKeptQuestions } from './migrations/040-kept-questions.ts';
import { addHeldDrafts } from './migrations/041-held-drafts.ts';

interface VersionRow {
  version: number;
  compatible_from?: number | null;
}

type Migration = (db: Kysely<unknown>, types: ColumnTypes) => Promise<void>;

/** In order; a migration's number is its place, counted from 1. Never change one that was released: add another. */
export const MIGRATIONS: readonly Migration[] = [
  createFirstSchema,
  addSynonyms,
  splitSegments,
  addSourceHealth,
  addPictures,
  addQuotaAndKeys,
  rollUpUse,
  addModelServers,
  addVectors,
  addSpokenAudio,
  renameToFieldTerms,
  addIndexRuns,
  addProcesses,
  addFleet,
  addBlobStore,
  renewTitleKeys,
  addFileHashes,
  nameHashedBlob,
  addFetching,
  addHeldUpdates,
  dateTexts,
  addQuotaHistory,
  addFailedCalls,
  addRunOutcomes,
  addJobs,
  countUnitChanges,
  addRuns,
  indexRunBands,
  addEvaluation,
  addPersons,
  addReports,
  addRunOrigin,
  addVersions,
  addValidity,
  addContradictions,
  addAcceptedAlways,
  addEdits,
  addFileOrigin,
  addKeptQuestions,
  addHeldDrafts,
];

/** The schema version of this code. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/**
 * The oldest schema version whose code still works on this schema. Migrations expand: they add tables and nullable
 * columns. A migration that removes or renames columns in use raises this constant to its own number.
 */
const COMPATIBLE_FROM = 33;
/** The migration that makes the column. */
const HAS_COMPATIBLE_FROM = 13;

/** Added to the version while a copy into this database is unfinished. No version of the product opens it. */
const UNFINISHED_COPY = 1_000_000_000;

/** Not all of what was being copied into this database has arrived. */
export class UnfinishedCopyError extends Error {
  constructor() {
    super(
      'Data was being carried over into this database and that was cut off. Run the same "npm run fihrist -- migrate" again, ' +
        'of the same version, to finish it; or drop the database and create it again.',
    );
    this.name = 'UnfinishedCopyError';
  }
}

/** From now on only `migrate` with `acceptsUnfinishedCopy` takes this database. */
export async function markCopyUnfinished({ change }: Pick<SqlDatabase, 'change'>): Promise<void> {
  const mark = UNFINISHED_COPY + SCHEMA_VERSION;
  await change('global', (trx) =>
    sql`update schema_version set version = ${mark}, compatible_from = ${mark}`.execute(trx),
  );
}

/** The database is whole, and of this version's schema. */
export async function markCopyFinished({ change }: Pick<SqlDatabase, 'change'>): Promise<void> {
  await change('global', (trx) =>
    sql`update schema_version set version = ${SCHEMA_VERSION}, compatible_from = ${COMPATIBLE_FROM}`.execute(
      trx,
    ),
  );
}

/** The schema belongs to a newer version of Fihrist and is not usable by this version. */
export class NewerSchemaError extends Error {
  constructor(version: number, supported: number) {
    super(
      `The database was written by a newer version of Fihrist (its schema is ${version}, this version knows ${supported}). ` +
        'Start that version, or restore a backup made by this one.',
    );
    this.name = 'NewerSchemaError';
  }
}

export interface MigrateOptions {
  /** For whoever finishes the copy. */
  acceptsUnfinishedCopy?: boolean;
  /** For work that reads whole tables: no statement is ended for its length. */
  hasNoTimeLimits?: boolean;
}

/**
 * Brings the schema up to date in one transaction, which excludes other migrations from its start. A newer schema that only
 * added to this one stays as it is, so that old and new processes can run side by side. Throws `NewerSchemaError`,
 * `UnfinishedCopyError`. Returns the version found and the one now.
 */
export async function migrate(
  db: Kysely<unknown>,
  types: ColumnTypes,
  migrations: readonly Migration[] = MIGRATIONS,
  { acceptsUnfinishedCopy = false }: MigrateOptions = {},
): Promise<{ from: number; to: number }> {
  return db.transaction().execute(async (trx) => {
    for (const statement of types.beforeMigration) await sql.raw(statement).execute(trx);
    await sql`create table if not exists schema_version (version bigint not null)`.execute(trx);
    const { rows } = await sql<VersionRow>`select * from schema_version`.execute(trx);
    const { version: from = 0, compatible_from: compatibleFrom } = rows[0] ?? {};
    if (isUnfinishedCopy(from)) {
      if (!acceptsUnfinishedCopy || from !== UNFINISHED_COPY + migrations.length)
        throw new UnfinishedCopyError();
      return { from, to: from };
    }
    if (from > migrations.length) {
      if ((compatibleFrom ?? from) > migrations.length) throw new NewerSchemaError(from, migrations.length);
      return { from, to: from };
    }
    for (const migration of migrations.slice(from)) await migration(trx, types);
    if (from < migrations.length) {
      await sql`delete from schema_version`.execute(trx);
      await sql`insert into schema_version (version) values (${migrations.length})`.execute(trx);
      if (migrations.length >= HAS_COMPATIBLE_FROM)
        await sql`update schema_version set compatible_from = ${COMPATIBLE_FROM}`.execute(trx);
    }
    return { from, to: migrations.length };
  });
}

/** Whether a version is that of a database whose copy is unfinished. */
export const isUnfinishedCopy = (version: number): boolean => version >= UNFINISHED_COPY;

/** The version of a schema, read without a migration; 0 for an empty database. */
export async function readSchemaVersion(db: Kysely<unknown>): Promise<number> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'schema_version')) return 0;
  const { rows } = await sql<VersionRow>`select * from schema_version`.execute(db);
  return rows[0]?.version ?? 0;
}
