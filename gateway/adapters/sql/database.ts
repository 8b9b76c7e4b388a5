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
  close(): Promise<void>;
}

/** What the dialects write differently. */
export interface ColumnTypes {
  bytes: 'blob' | 'bytea';
  /** Statements after which the database itself refuses to change or remove rows of a table. */
  appendOnly(table: string): readonly string[];
}
