import type { Kysely } from 'kysely';
import type { LedgerGroups } from '#gateway/modules/usage/ports/ledger-groups.ts';
import type { Tables } from './tables.ts';

type Db = Kysely<Tables>;

/** Queries that read: this part of the interface can neither write nor begin a transaction. */
export type Reads = Pick<
  Db,
  'selectFrom' | 'selectNoFrom' | 'with' | 'fn' | 'dynamic' | 'executeQuery' | 'getExecutor'
>;

/** What a write runs its statements on, inside the transaction of `SqlDatabase.change`. */
export type Queries = Reads & Pick<Db, 'insertInto' | 'updateTable' | 'deleteFrom'>;

/**
 * What a write excludes: every other write of one bot, or every other write of what spans bots (keys, sign-in codes, the
 * list of bots). The two do not exclude each other: a write that decides by both or changes both names both.
 */
export type Scope = { readonly bot: number } | 'global';

/** No scope: for a single statement that is correct beside any concurrent write. */
export const NO_LOCK: readonly Scope[] = [];

/** The scopes of rows of several bots. */
export const botScopes = (rows: readonly { botId: number }[]): Scope[] =>
  [...new Set(rows.map(({ botId }) => botId))].map((bot) => ({ bot }));

/** An open and migrated database. */
export interface SqlDatabase {
  /** Never blocks and never writes; not inside a transaction. */
  read: Reads;
  /**
   * The result of `work`, once it is committed and on the disk; nothing of it is kept when it rejects. Until then no other
   * `change` of these scopes runs, in any process: what `work` reads stays as it is. Inside it, await nothing but queries
   * of `trx`, one after the other. Scopes are taken all at once and in one order, so writes cannot block each other for
   * ever. SQLite excludes all other writes, whatever the scope. `maxWaitMs` shortens the wait for each lock where there are
   * several.
   */
  change: <Value>(
    scopes: Scope | readonly Scope[],
    work: (trx: Queries) => Promise<Value>,
    maxWaitMs?: number,
  ) => Promise<Value>;
  /**
   * The same without a scope, on a connection of its own that gives up soon: for heartbeats, which no number of calls and no
   * connection that hangs may hold up. Absent where nothing waits for a connection.
   */
  changeApart?: <Value>(work: (trx: Queries) => Promise<Value>) => Promise<Value>;
  /** The time of the database's server; absent where that is this machine's. */
  now?: (queries: Reads) => Promise<number>;
  /** Locks that a task is held by; absent where the rows of `task_owner` decide. */
  taskLocks?: TaskLocks;
  /** Whether `for update skip locked` takes a row that nobody else is taking; absent where one write runs at a time. */
  canSkipLocked?: boolean;
  /** Tells the processes of this database at once that there is work; absent where they only poll. */
  signals?: StoreSignals;
  /** Makes plans fit many rows that were just written; absent where plans do not depend on statistics. */
  analyze?: () => Promise<void>;
  /** Names this database among all that a machine may be pointed at; absent where it is a file of the data folder. */
  identity?: () => Promise<string>;
  /** Waits until what arrived at the same moment has been heard, so that it can share a commit. */
  collectPending?: () => Promise<void>;
  /** Absent where a statement costs no way to a server. */
  ledgerGroups?: LedgerGroups;
  close(): Promise<void>;
}

/**
 * Locks of the database's server, held by one connection of this process: free the moment that it is lost, so that
 * another process takes over within seconds of a crash.
 */
export interface TaskLocks {
  /** Whether this process holds the lock now: it did, or it was free. Never waits. False once the connection was lost. */
  tryHold(task: string): Promise<boolean>;
  releaseAll(): Promise<void>;
}

/**
 * A hint to other processes, never more: it may be lost, come late or twice, so whoever listens polls as well.
 * PostgreSQL: NOTIFY in a statement of its own, after the commit of what it is about, and LISTEN on a connection of its own.
 */
export interface StoreSignals {
  /** Never rejects. */
  notify(topic: SignalTopic): Promise<void>;
  /** Calls `onSignal` for each signal, of this process too; returns a function that stops listening. */
  listen(topic: SignalTopic, onSignal: () => void): () => void;
}

/** `index-job`: a job was queued. */
export type SignalTopic = 'index-job';

/** What the dialects write differently. */
export interface ColumnTypes {
  bytes: 'blob' | 'bytea';
  /** Statements that a migration begins with, so that no two run at once. */
  beforeMigration: readonly string[];
  /** Statements after which the database itself refuses to change, remove or replace rows of a table with this key. */
  appendOnly: (table: string, key: readonly string[]) => readonly string[];
  /**
   * Statements after which the database itself runs another one for each row of a table that is changed so. `name`: of what
   * they make, where a table has several for one kind of change.
   */
  afterEach: (table: string, change: string, statement: string, name?: string) => readonly string[];
  /** Statements that undo `appendOnly`, for a migration that rewrites rows. */
  dropAppendOnly: (table: string) => readonly string[];
}
