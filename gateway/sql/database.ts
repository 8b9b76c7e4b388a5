import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** What runs a query: the database itself or a transaction. */
export type Queries = Kysely<Tables>;

/**
 * An open and migrated database. Transactions of `write` exclude one another from their first statement on; inside one,
 * await nothing but its own queries. `read` never blocks and never writes; for one connection both may be the same.
 */
export interface SqlDatabase {
  read: Queries;
  write: Queries;
  /** Waits until what arrived at the same moment has been heard, so that it can share a commit. */
  collectPending?: () => Promise<void>;
  close(): Promise<void>;
}

/** What the dialects write differently. */
export interface ColumnTypes {
  bytes: 'blob' | 'bytea';
  /** Statements after which the database itself refuses to change, remove or replace rows of a table with this key. */
  appendOnly(table: string, key: readonly string[]): readonly string[];
  /** Statements that take this back, for a migration that renames what the rows hold. */
  dropAppendOnly(table: string): readonly string[];
}
