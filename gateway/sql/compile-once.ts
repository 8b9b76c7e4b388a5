import type { CompiledQuery } from 'kysely';
import type { Reads } from './database.ts';

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
  return async (...values) => {
    const shape = shapeOf(...values);
    let query = compiled.get(shape);
    if (!query) compiled.set(shape, (query = build(...values).compile()));
    const { rows } = await db.executeQuery<Row>({ ...query, parameters: values.flat() });
    return rows;
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
