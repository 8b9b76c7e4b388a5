import { sql } from 'kysely';
import type { Reads } from './database.ts';
import { SCHEMA_VERSION } from './migrate.ts';

/** Whether the schema is one that this version can work on. Rejects where the database does not answer. */
export async function isSchemaReady(read: Reads): Promise<boolean> {
  const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(read);
  return (rows[0]?.version ?? 0) >= SCHEMA_VERSION;
}
