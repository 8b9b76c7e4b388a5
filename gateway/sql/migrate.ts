import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './database.ts';
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
];

/** The schema that this version writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** The database was written by a newer Fihrist than this one. */
export class NewerSchemaError extends Error {
  constructor(found: number, known: number) {
    super(
      `The data folder was written by a newer version of Fihrist (its schema is ${found}, this version knows ${known}). ` +
        'Start that version, or restore a backup made by this one.',
    );
    this.name = 'NewerSchemaError';
  }
}

/** Brings the schema up to date in one transaction. Throws `NewerSchemaError`. Returns the version found and the one now. */
export async function migrate(
  db: Kysely<unknown>,
  types: ColumnTypes,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<{ from: number; to: number }> {
  return db.transaction().execute(async (trx) => {
    await sql`create table if not exists schema_version (version bigint not null)`.execute(trx);
    const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(trx);
    const from = rows[0]?.version ?? 0;
    if (from > migrations.length) throw new NewerSchemaError(from, migrations.length);
    for (const migration of migrations.slice(from)) await migration(trx, types);
    if (from < migrations.length) {
      await sql`delete from schema_version`.execute(trx);
      await sql`insert into schema_version (version) values (${migrations.length})`.execute(trx);
    }
    return { from, to: migrations.length };
  });
}
