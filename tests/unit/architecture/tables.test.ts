import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MODULES } from '#gateway/modules.ts';
import { TABLES } from '#gateway/tables.ts';

/** The folder whose sql may name a table: that of its module, or `gateway/sql` for the shared ones. */
const OWNERS = new Map<string, string>([
  ...Object.keys(TABLES).map((table) => [table, 'gateway/sql'] as const),
  ...MODULES.flatMap(({ name, tables }) =>
    Object.keys(tables).map((table) => [table, `gateway/modules/${name}/sql`] as const),
  ),
]);

const withoutComments = (source: string) => source.replace(/\/\*[^]*?\*\/|\/\/.*$/gmu, '');

/**
 * Tables that a source names: by a method of Kysely, before a column, as a type, or within SQL. A name with an underscore
 * is a table wherever it is quoted; others are words too, such as the name of a counter.
 */
function tablesIn(source: string): string[] {
  const code = withoutComments(source);
  const statements = Array.from(
    code.matchAll(/\bsql(?:\.raw\(|<[^`]*>)?`([^`]*)`/gu),
    ([, text = '']) => text,
  ).join('\n');
  return [...OWNERS.keys()].filter((table) => {
    const quoted = `['"\`]${table}(?: as \\w+)?['"\`]`;
    const inCode = [
      `(?:From|Into|Table|Join|from|using|table)\\(\\s*(?:\\[[^\\]]*)?${quoted}`,
      `Tables\\[\\s*${quoted}`,
      `['"\`]${table}\\.\\w`,
      ...(table.includes('_') ? [quoted] : []),
    ];
    const inSql = [
      `\\b(?:from|join|into|update|table)\\s+${table}\\b`,
      `\\bfrom\\s[^()]*,\\s*${table}\\b`,
      `\\b${table}\\.\\w`,
    ];
    const finds = (text: string) => (pattern: string) => new RegExp(pattern, 'u').test(text);
    return inCode.some(finds(code)) || inSql.some(finds(statements));
  });
}

function foreignTables(file: string, source: string): string[] {
  return tablesIn(source)
    .filter((table) => !file.startsWith(`${OWNERS.get(table)}/`))
    .map((table) => `${file}: ${table}`);
}

describe('sql names no table of another module', () => {
  const files = globSync('gateway/{sql,modules/*/sql}/*.ts').sort();

  test('in any file', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap((file) => foreignTables(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  test('and each table is named by its own', () => {
    const named = new Set(files.flatMap((file) => tablesIn(readFileSync(file, 'utf8'))));
    expect([...OWNERS.keys()].filter((table) => !named.has(table))).toEqual([]);
  });

  test.each([
    "trx.deleteFrom('stored_file').execute()",
    "read.selectFrom(['source', 'bot'])",
    "read.selectFrom('unit as u').select('u.id')",
    "query.innerJoin('unit', 'unit.id', 'alert.id')",
    "query.where('source.file_id', '=', id)",
    'sql`select 1 from unit where id = 1`',
    'sql`delete from\n source`',
    'sql`insert into unit values (1)`',
    'sql`select 1 from bot, unit where unit_id = 1`',
    "for (const table of ['vector_set', 'webhook'] as const) await trx.deleteFrom(table)",
    "type Row = Tables['unit']",
    "sql.table('segment_part')",
  ])('finds %s', (source) => {
    expect(foreignTables('gateway/modules/alerts/sql/planted.ts', source)).not.toEqual([]);
  });

  test('leaves words alone that are no tables', () => {
    const source =
      "nextId(trx, botId, 'unit'); audit({ kind: 'source' }); // from unit\nconst { unit } = read;";
    expect(foreignTables('gateway/modules/alerts/sql/planted.ts', source)).toEqual([]);
  });
});
