import { sql } from 'kysely';
import type { Reads } from '#gateway/sql/database.ts';

/** Parts of a schema (`table unit`, `column unit.id`, `key unit (bot_id, id)`), each with its definition, in a form that both databases have. */
export type Schema = Map<string, string>;

interface ColumnRow {
  table: string;
  name: string;
  type: string;
  /** 1: never null. */
  required: number;
}

interface IndexRow {
  table: string;
  name: string;
  columns: string;
  unique: number;
  /** 1: of a constraint, whose name SQLite does not tell. */
  is_key: number;
  partial: number;
}

/** The words of a definition in a fixed order: databases name the events of a trigger in an order of their own. */
export const wordsOf = (definition: string): string =>
  (definition.toLowerCase().match(/[\w.']+|[^\s\w]/gu) ?? []).toSorted().join(' ');

export async function readSqliteSchema(db: Reads): Promise<Schema> {
  const columns = sql<ColumnRow>`
    select t.name as "table", c.name, c.type, (c."notnull" = 1 or c.pk > 0) as required
    from sqlite_schema as t join pragma_table_info(t.name) as c where t.type = 'table'`;
  const indexes = sql<IndexRow>`
    select t.name as "table", i.name, i."unique" as "unique", i.origin <> 'c' as is_key, i.partial,
      (select group_concat(coalesce(name, 'expression'), ', ')
        from (select name from pragma_index_info(i.name) order by seqno)) as columns
    from sqlite_schema as t join pragma_index_list(t.name) as i where t.type = 'table'`;
  const triggers = sql<{ name: string; definition: string }>`
    select name, sql as definition from sqlite_schema where type = 'trigger'`;
  const own = <Row extends { table: string }>(rows: readonly Row[]) =>
    rows.filter(({ table }) => !table.startsWith('sqlite_'));
  return toSchema(
    own((await columns.execute(db)).rows),
    own((await indexes.execute(db)).rows),
    (await triggers.execute(db)).rows.map(({ name, definition }) => ({
      name,
      definition: wordsOf(definition),
    })),
  );
}

export async function readPostgresSchema(db: Reads): Promise<Schema> {
  const columns = sql<ColumnRow>`
    select c.table_name as "table", c.column_name as name, c.data_type as type,
      case c.is_nullable when 'NO' then 1 else 0 end as required
    from information_schema.columns as c join information_schema.tables as t
      on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = current_schema()`;
  const indexes = sql<IndexRow>`
    select t.relname as "table", c.relname as name, i.indisunique::int as "unique",
      (exists (select 1 from pg_constraint as k where k.conindid = c.oid))::int as is_key,
      (i.indpred is not null)::int as partial,
      (select string_agg(coalesce(a.attname, 'expression'), ', ' order by n.place)
        from unnest(i.indkey::int2[]) with ordinality as n(number, place)
        left join pg_attribute as a on a.attrelid = t.oid and a.attnum = n.number and n.number <> 0) as columns
    from pg_index as i join pg_class as c on c.oid = i.indexrelid join pg_class as t on t.oid = i.indrelid
    where c.relnamespace = current_schema()::regnamespace`;
  const triggers = sql<{ name: string; definition: string; body: string; enabled: string }>`
    select g.tgname as name, replace(pg_get_triggerdef(g.oid), quote_ident(current_schema()) || '.', '') as definition,
      f.prosrc as body, g.tgenabled::text as enabled
    from pg_trigger as g join pg_class as t on t.oid = g.tgrelid join pg_proc as f on f.oid = g.tgfoid
    where not g.tgisinternal and t.relnamespace = current_schema()::regnamespace`;
  return toSchema(
    (await columns.execute(db)).rows,
    (await indexes.execute(db)).rows,
    (await triggers.execute(db)).rows.map(({ name, definition, body, enabled }) => ({
      name,
      definition: `${wordsOf(definition)}; ${wordsOf(body)}${enabled === 'O' ? '' : ' disabled'}`,
    })),
  );
}

function toSchema(
  columns: readonly ColumnRow[],
  indexes: readonly IndexRow[],
  triggers: readonly { name: string; definition: string }[],
): Schema {
  const schema: Schema = new Map();
  for (const { table, name, type, required } of columns) {
    schema.set(`table ${table}`, '');
    const plain = type.toLowerCase() === 'blob' ? 'bytea' : type.toLowerCase();
    schema.set(`column ${table}.${name}`, `${plain}${required === 1 ? ' required' : ''}`);
  }
  for (const { table, name, columns: names, unique, is_key: isKey, partial } of indexes)
    if (isKey === 1) schema.set(`key ${table} (${names})`, '');
    else schema.set(`index ${name}`, `${table} (${names}) ${unique} ${partial}`);
  for (const { name, definition } of triggers) schema.set(`trigger ${name}`, definition);
  return schema;
}
