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
import { isBusy } from '#gateway/errors.ts';

const STATEMENTS_KEPT = 256;
/** Milliseconds between two tries for a lock, at most; by chance, so that processes do not try in step. */
const LONGEST_PAUSE = 10;

/**
 * Kysely's SQLite dialect over Node's own SQLite, for one connection. Write transactions take the lock as they begin; for
 * `patience` milliseconds they wait for it, during which the process does other things.
 */
export function createSqliteDialect(
  database: DatabaseSync,
  options: { readOnly: boolean; patience: number },
): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new Driver({ database: wrapDatabase(database) }, options),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class Driver extends SqliteDriver {
  readonly #options: { readOnly: boolean; patience: number };
  #waiting: DatabaseConnection | undefined;
  constructor(config: SqliteDialectConfig, options: { readOnly: boolean; patience: number }) {
    super(config);
    this.#options = options;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#waiting ??= waitForLocks(await super.acquireConnection(), this.#options.patience);
    return this.#waiting;
  }

  /** A plain `begin` that writes later fails at once when another process committed in between, whatever the timeout. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const begin = this.#options.readOnly ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }
}

/** A statement that found the database locked has done nothing. SQLite's own waiting would stop the whole process. */
function waitForLocks(connection: DatabaseConnection, patience: number): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const until = performance.now() + patience;
      for (;;) {
        try {
          return await connection.executeQuery<Row>(query);
        } catch (error) {
          if (!isBusy(error) || performance.now() >= until) throw error;
          await setTimeout(Math.random() * LONGEST_PAUSE);
        }
      }
    },
    streamQuery: (query, size) => connection.streamQuery(query, size),
  };
}

/** Kysely expects the interface of another driver: parameters in a list, `reader` on a statement. */
function wrapDatabase(database: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => {
      kept.clear();
      database.close();
    },
    prepare(sql) {
      let statement = kept.get(sql);
      if (statement) kept.delete(sql);
      else statement = wrapStatement(database.prepare(sql));
      kept.set(sql, statement);
      if (kept.size > STATEMENTS_KEPT) kept.delete(kept.keys().next().value ?? '');
      return statement;
    },
  };
}

function wrapStatement(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  const columns = statement.columns().map(({ name }) => name);
  // Node names the values of a row one by one, which costs more than reading it.
  statement.setReturnArrays(true);
  const nameValues = (row: unknown) => {
    const named: Record<string, unknown> = {};
    for (const [at, name] of columns.entries()) named[name] = (row as unknown[])[at];
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
