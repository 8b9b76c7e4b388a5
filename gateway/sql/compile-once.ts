import type { CompiledQuery, QueryResult } from 'kysely';
import type { Reads } from './database.ts';

type Run = (query: CompiledQuery) => Promise<QueryResult<unknown>>;

/** How connections of this process run compiled queries, without Kysely's way to a connection for each. */
const runners = new WeakMap<Reads, Run>();

/**
 * From now on compiled queries of `db` run by `run`, at the moment they are asked: nothing may hold the connection. Returns
 * what ends it.
 */
export function runDirectly(db: Reads, run: Run): () => void {
  runners.set(db, run);
  return () => void runners.delete(db);
}

/** The rows of a compiled query. */
export async function runCompiled<Row>(db: Reads, query: CompiledQuery<Row>): Promise<Row[]> {
  const run = runners.get(db);
  const { rows } = run ? await run(query) : await db.executeQuery(query);
  return rows as Row[];
}

/**
 * A query that is asked with every call: built and compiled once for each shape, then only run. `build` gets the values
 * of the first time; the later ones take their places, in the order in which they stand in the SQL.
 */
export function compileOnce<Values extends readonly unknown[], Row>(
  db: Reads,
  build: (...values: Values) => { compile(): CompiledQuery<Row> },
  shapeOf: (...values: Values) => number = () => 0,
): (...values: Values) => Promise<Row[]> {
  const compiled = new Map<number, CompiledQuery<Row>>();
  return (...values) => {
    const shape = shapeOf(...values);
    let query = compiled.get(shape);
    if (!query) compiled.set(shape, (query = build(...values).compile()));
    return runCompiled(db, { ...query, parameters: values.flat() });
  };
}

/** Lists of few lengths make few shapes: a key more often finds nothing more. */
export function padKeys<Key>(keys: readonly Key[]): Key[] {
  const last = keys.at(-1);
  if (last === undefined) return [];
  const padded = [...keys];
  while ((padded.length & (padded.length - 1)) !== 0) padded.push(last);
  return padded;
}
