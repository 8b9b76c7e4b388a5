import { sql } from 'kysely';
import type { Reads } from './database.ts';
import { isUnfinishedCopy, SCHEMA_VERSION } from './migrate.ts';

/**
 * Whether the schema is one that this version can work on: no part of a copy, and not one that a newer version made
 * without regard to this one. Rejects where the database does not answer.
 */
export async function isSchemaReady(database: Reads): Promise<boolean> {
  const { rows } = await sql<{ version: number; compatible_from: number | null }>`
    select version, compatible_from from schema_version`.execute(database);
  const { version = 0, compatible_from: compatibleFrom = null } = rows[0] ?? {};
  if (version < SCHEMA_VERSION || isUnfinishedCopy(version)) return false;
  return version === SCHEMA_VERSION || (compatibleFrom ?? version) <= SCHEMA_VERSION;
}
