import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import type { OnDamage } from '#gateway/core/data-damage.ts';
import { isDatabaseBusy, isDataDamaged } from '#gateway/core/errors.ts';

const MAX_CACHED_STATEMENTS = 256;
/** Milliseconds between two tries for a lock, at most; by chance, so that processes do not try in step. */
const MAX_RETRY_DELAY_MS = 10;

interface ConnectionOptions {
  readOnly: boolean;
  busyTimeoutMs: number;
  /** Told of each statement that met damaged data. */
  onDamage?: OnDamage | undefined;
}

/**
 * Kysely's SQLite dialect over Node's own SQLite, for one connection, which it also hands out. Write transactions take the
 * lock as they begin; for `busyTimeoutMs` milliseconds they wait for it, during which the process does other things.
 */
export function createSqliteDialect(
  database: DatabaseSync,
  options: ConnectionOptions,
): Dialect & { connection: DatabaseConnection } {
  const connection = connect(database, options);
  return {
    connection,
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => createDriver(database, connection, options),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

function createDriver(
  database: DatabaseSync,
  connection: DatabaseConnection,
  { readOnly }: ConnectionOptions,
): Driver {
  const run = async (sql: string) => void (await connection.executeQuery(CompiledQuery.raw(sql)));
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: () => Promise.resolve(),
    /** A plain `begin` that writes later fails at once when another process committed in between, whatever the timeout. */
    beginTransaction: () => run(readOnly ? 'begin' : 'begin immediate'),
    commitTransaction: () => run('commit'),
    /**
     * A full disk, a failed read or too little memory make SQLite roll back by itself. Another `rollback` would fail, and its
     * error would take the place of the one that says why.
     */
    rollbackTransaction: async () => {
      if (database.isTransaction) await run('rollback');
    },
    destroy: async () => database.close(),
  };
}

/** A statement that found the database locked has done nothing. SQLite's own waiting would stop the whole process. */
function connect(database: DatabaseSync, { busyTimeoutMs, onDamage }: ConnectionOptions): DatabaseConnection {
  const statements = new LRUCache<string, Run>({ max: MAX_CACHED_STATEMENTS });
  const run = ({ sql, parameters }: CompiledQuery): QueryResult<unknown> => {
    let statement = statements.get(sql);
    if (!statement) statements.set(sql, (statement = prepare(database, sql)));
    return statement(parameters as SQLInputValue[]);
  };
  return {
    async executeQuery<Row>(query: CompiledQuery) {
      for (let until: number | undefined; ; ) {
        try {
          return run(query) as QueryResult<Row>;
        } catch (error) {
          until ??= performance.now() + busyTimeoutMs;
          if (isDataDamaged(error)) onDamage?.(error);
          if (!isDatabaseBusy(error) || performance.now() >= until) throw error;
        }
        await setTimeout(Math.random() * MAX_RETRY_DELAY_MS);
      }
    },
    streamQuery: () => {
      throw new Error('rows are read at once');
    },
  };
}

type Run = (parameters: SQLInputValue[]) => QueryResult<unknown>;

function prepare(database: DatabaseSync, sql: string): Run {
  const statement: StatementSync = database.prepare(sql);
  const columns = statement.columns().map(({ name }) => name);
  if (columns.length === 0)
    return (parameters) => {
      const { changes, lastInsertRowid } = statement.run(...parameters);
      return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
    };
  // Rows as arrays: Node would set the name of each value separately, at a higher cost than the read itself.
  statement.setReturnArrays(true);
  const nameValues = (row: readonly unknown[]) => {
    const named: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index++) named[columns[index] as string] = row[index];
    return named;
  };
  return (parameters) => ({ rows: (statement.all(...parameters) as unknown as unknown[][]).map(nameValues) });
}
