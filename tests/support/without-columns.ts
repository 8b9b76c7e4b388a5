/** A database as it is seen by a version that does not know some of its columns. */
import {
  ColumnNode,
  type Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  type QueryId,
  ReferenceNode,
  type SelectQueryNode,
} from 'kysely';
import type { Queries, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import type { Tables } from '#gateway/sql/tables.ts';

class Unselecting extends OperationNodeTransformer {
  readonly #columns: ReadonlySet<string>;
  constructor(columns: ReadonlySet<string>) {
    super();
    this.#columns = columns;
  }
  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const query = super.transformSelectQuery(node, queryId);
    const selections = query.selections?.filter(({ selection }) => {
      const column = ReferenceNode.is(selection) ? selection.column : selection;
      return !(ColumnNode.is(column) && this.#columns.has(column.column.name));
    });
    return selections ? { ...query, selections } : query;
  }
}

/** Selects none of these columns, in whatever table. */
export function withoutColumns({ read, change, ...database }: SqlDatabase, columns: string[]): SqlDatabase {
  const transformer = new Unselecting(new Set(columns));
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const seen = <Db extends Reads | Queries>(db: Db) =>
    (db as unknown as Kysely<Tables>).withPlugin(plugin) as unknown as Db;
  return {
    ...database,
    read: seen(read),
    change: (scopes, work, maxWaitMs) => change(scopes, (trx) => work(seen(trx)), maxWaitMs),
  };
}
