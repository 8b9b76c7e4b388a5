import {
  type ColumnDefinitionNode,
  DataTypeNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  RawNode,
} from 'kysely';
import { type CustomTypesConfig, types } from 'pg';
import type { ColumnTypes } from '#gateway/sql/database.ts';

/** Class of the advisory lock that migrations take; see `scope-locks.ts` and `session.ts` for the others. */
const MIGRATION_LOCK_CLASS = 3;

export const POSTGRES_TYPES: ColumnTypes = {
  bytes: 'bytea',
  beforeMigration: [
    'set local lock_timeout = 0',
    'set local statement_timeout = 0',
    `select pg_advisory_xact_lock(${MIGRATION_LOCK_CLASS}, 0)`,
  ],
  // A row is never replaced without the trigger of `update`.
  appendOnly: (table) => [
    `create function ${table}_refuse_change() returns trigger language plpgsql as ` +
      `$$ begin raise exception '${table} is append only'; end $$`,
    `create trigger ${table}_refuses_change before update or delete or truncate on ${table} ` +
      `for each statement execute function ${table}_refuse_change()`,
  ],
  afterEach(table, change, statement, name = `${table}_after_${change.split(' ')[0]}`) {
    return [
      `create function ${name}() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`,
      `create trigger ${name} after ${change} on ${table} for each row execute function ${name}()`,
    ];
  },
  dropAppendOnly: (table) => [
    `drop trigger if exists ${table}_refuses_change on ${table}`,
    `drop function if exists ${table}_refuse_change()`,
  ],
};

const PARSERS = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, Number],
  [types.builtins.NUMERIC, Number],
  [types.builtins.BYTEA, parseBytes],
]);

/** Of one pool: numbers as numbers (the stores' are safe integers, also when summed up), bytes as plain bytes. */
export const POSTGRES_PARSERS: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS.get(oid)) || types.getTypeParser(oid, format),
};

/** `\x` and two hexadecimal digits a byte. */
function parseBytes(text: string): Uint8Array {
  const bytes = new Uint8Array((text.length - 2) / 2);
  Buffer.from(bytes.buffer).write(text.slice(2), 'hex');
  return bytes;
}

class ByteOrder extends OperationNodeTransformer {
  protected override transformColumnDefinition(node: ColumnDefinitionNode): ColumnDefinitionNode {
    const { dataType } = node;
    const isText = DataTypeNode.is(dataType) && dataType.dataType === 'text';
    return super.transformColumnDefinition(
      isText ? { ...node, dataType: RawNode.createWithSql('text collate "C"') } : node,
    );
  }
}

/** Texts compare by their bytes, as in SQLite, whatever the collation of the database: ranges of keys rely on it. */
export const byteOrderPlugin: KyselyPlugin = {
  transformQuery: ({ node }) => new ByteOrder().transformNode(node),
  transformResult: ({ result }) => Promise.resolve(result),
};
