/** A database as it is seen by a version that does not know some of its columns and tables. */
import {
  ColumnNode,
  type InsertQueryNode,
  type Kysely,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type QueryId,
  ReferenceNode,
  type SelectQueryNode,
  ValuesNode,
} from 'kysely';
import type { Queries, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import type { Tables } from '#gateway/sql/tables.ts';

class Unknowing extends OperationNodeTransformer {
  readonly #columns: ReadonlySet<string>;
  constructor(columns: ReadonlySet<string>) {
    super();
    this.#columns = columns;
  }
  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const query = super.transformSelectQuery(node, queryId);
    const selections = query.selections?.filter(({ selection }) => {
      const column = ReferenceNode.is(selection) ? selection.column : selection;
      return !this.#isNew(column);
    });
    return selections ? { ...query, selections } : query;
  }
  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const query = super.transformInsertQuery(node, queryId);
    const { columns, values, onConflict } = query;
    if (!columns || !values || !ValuesNode.is(values)) return query;
    const isKnown = (_: unknown, index: number): boolean => !this.#isNew(columns[index]);
    const rows = values.values.map((row) =>
      row.kind === 'ValueListNode'
        ? { ...row, values: row.values.filter(isKnown) }
        : { ...row, values: row.values.filter(isKnown) },
    );
    const updates = onConflict?.updates?.filter(({ column }) => !this.#isNew(column));
    return {
      ...query,
      columns: columns.filter(isKnown),
      values: ValuesNode.create(rows),
      ...(onConflict && updates ? { onConflict: { ...onConflict, updates } } : {}),
    };
  }
  #isNew(column: OperationNode | undefined): boolean {
    return column !== undefined && ColumnNode.is(column) && this.#columns.has(column.column.name);
  }
}

/** A query without effect or result. */
const NOTHING: unknown = new Proxy(() => NOTHING, {
  get(_, name) {
    if (name === 'then') return undefined;
    if (name === 'executeTakeFirst') return async () => undefined;
    return name === 'execute' ? async () => [] : () => NOTHING;
  },
});
const QUERIES: ReadonlySet<PropertyKey> = new Set(['insertInto', 'selectFrom', 'updateTable', 'deleteFrom']);

/** A database whose queries leave the given columns out of every table; the given tables are not there for them. */
export function withoutColumns(
  { read, change, ...database }: SqlDatabase,
  columns: string[],
  tables: string[] = [],
): SqlDatabase {
  const transformer = new Unknowing(new Set(columns));
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const seen = <Db extends Reads | Queries>(db: Db) => {
    const queries = (db as unknown as Kysely<Tables>).withPlugin(plugin);
    return new Proxy(queries, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        const build = value.bind(target) as (table: string) => unknown;
        return QUERIES.has(name)
          ? (table: string) => (tables.includes(table) ? NOTHING : build(table))
          : build;
      },
    }) as unknown as Db;
  };
  return {
    ...database,
    read: seen(read),
    change: (scopes, work, maxWaitMs) => change(scopes, (trx) => work(seen(trx)), maxWaitMs),
  };
}
