import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';

const STATEMENTS_KEPT = 256;

/** Kysely's SQLite dialect over Node's own SQLite, for one connection. Write transactions take the lock as they begin. */
export function createSqliteDialect(database: DatabaseSync, options: { readOnly: boolean }): Dialect {
  const driver = options.readOnly ? SqliteDriver : ImmediateDriver;
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new driver({ database: wrapDatabase(database) }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** A plain `begin` that writes later fails at once when another process committed in between, whatever the timeout. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
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
