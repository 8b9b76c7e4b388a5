import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
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
 * Kysely's SQLite dialect over Node's own SQLite, for one connection. Write transactions take the lock as they begin; for
 * `busyTimeoutMs` milliseconds they wait for it, during which the process does other things.
 */
export function createSqliteDialect(database: DatabaseSync, options: ConnectionOptions): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new Driver({ database: wrapDatabase(database) }, database, options),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class Driver extends SqliteDriver {
  readonly #database: DatabaseSync;
  readonly #options: ConnectionOptions;
  #waiting: DatabaseConnection | undefined;
  constructor(config: SqliteDialectConfig, database: DatabaseSync, options: ConnectionOptions) {
    super(config);
    this.#database = database;
    this.#options = options;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#waiting ??= retryWhenLocked(await super.acquireConnection(), this.#options);
    return this.#waiting;
  }

  /**
   * A plain `begin` that writes later fails at once when another process committed in between, whatever the timeout.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const begin = this.#options.readOnly ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  /**
   * A full disk, a failed read or too little memory make SQLite roll back by itself. Another `rollback` would fail, and its
   * error would take the place of the one that says why.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** A statement that found the database locked has done nothing. SQLite's own waiting would stop the whole process. */
function retryWhenLocked(
  connection: DatabaseConnection,
  { busyTimeoutMs, onDamage }: ConnectionOptions,
): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const until = performance.now() + busyTimeoutMs;
      for (;;) {
        try {
          return await connection.executeQuery<Row>(query);
        } catch (error) {
          if (isDataDamaged(error)) onDamage?.(error);
          if (!isDatabaseBusy(error) || performance.now() >= until) throw error;
          await setTimeout(Math.random() * MAX_RETRY_DELAY_MS);
        }
      }
    },
    streamQuery: (query, size) => connection.streamQuery(query, size),
  };
}

/** Kysely expects the interface of another driver: parameters in a list, `reader` on a statement. */
function wrapDatabase(database: DatabaseSync): SqliteDatabase {
  const statements = new LRUCache<string, SqliteStatement>({ max: MAX_CACHED_STATEMENTS });
  return {
    close: () => {
      statements.clear();
      database.close();
    },
    prepare(sql) {
      let statement = statements.get(sql);
      if (!statement) statements.set(sql, (statement = wrapStatement(database.prepare(sql))));
      return statement;
    },
  };
}

function wrapStatement(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  const columns = statement.columns().map(({ name }) => name);
  // Rows as arrays: Node would set the name of each value separately, at a higher cost than the read itself.
  statement.setReturnArrays(true);
  const nameValues = (row: unknown) => {
    const named: Record<string, unknown> = {};
    for (const [index, name] of columns.entries()) named[name] = (row as unknown[])[index];
    return named;
  };
  return {
    reader: columns.length > 0,
    all: (parameters) => (statement.all(...values(parameters)) as unknown[]).map(nameValues),
    run: (parameters) => statement.run(...values(parameters)),
    *iterate(parameters) {
      for (const row of statement.iterate(...values(parameters))) yield nameValues(row);
    },
  };
}
