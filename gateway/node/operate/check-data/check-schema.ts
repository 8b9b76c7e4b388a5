import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { columnTypesOf } from '#gateway/node/storage/data/open-database.ts';
import { SQLITE_TYPES } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createSqliteDialect } from '#gateway/node/storage/sqlite/sqlite-dialect.ts';
import type { ColumnTypes } from '#gateway/sql/database.ts';
import { migrate, SCHEMA_VERSION } from '#gateway/sql/migrate.ts';
import type { Tables } from '#gateway/sql/tables.ts';
import { type Finding, note, problem, type Stage } from './finding.ts';
import type { ReadOnlyData } from './open-readonly.ts';
import { readPostgresSchema, readSqliteSchema, type Schema, wordsOf } from './read-schema.ts';

const RESTORE = 'Restore the last backup in which the schema is whole. Keep a copy first.';
const FOREIGN_WHAT = 'no version of Fihrist makes it';

/**
 * Compares tables, columns, keys, indexes and triggers with those that the migrations of this version make in an empty
 * database.
 */
export async function checkSchema({ database, db, schema }: ReadOnlyData, { report }: Stage): Promise<void> {
  if (schema > SCHEMA_VERSION) {
    const what = `a newer version made it (${schema}, this version makes ${SCHEMA_VERSION}), whose own command compares it.`;
    return report(note('schema-unchecked', 'schema', what));
  }
  const expected = await makeExpected(database.kind);
  const actual = await (database.kind === 'sqlite' ? readSqliteSchema(db) : readPostgresSchema(db));
  for (const [part, definition] of expected) {
    if (isOfOther(part, actual)) continue;
    const stored = actual.get(part);
    if (stored === undefined) report(problem('schema-missing', part, 'is missing', RESTORE));
    else if (stored !== definition)
      report(problem('schema-changed', part, 'is not as this version makes it', RESTORE));
  }
  for (const part of actual.keys())
    if (!expected.has(part) && !isOfOther(part, expected)) report(foreign(part));
}

/** Columns, keys, indexes and triggers of a table that is not there: the table itself is named alone. */
function isOfOther(part: string, schema: Schema): boolean {
  const table = /^(?:column|key) ([^ .]+)/u.exec(part)?.[1];
  return table !== undefined && !schema.has(`table ${table}`);
}

/** Tables and indexes beside ours change nothing that is stored; triggers and columns may. */
function foreign(part: string): Finding {
  if (!/^(?:trigger|column|key) /u.test(part)) return note('schema-foreign', part, `${FOREIGN_WHAT}.`);
  const remedy = part.startsWith('trigger ')
    ? 'It may change or refuse what is written. Find out who made it, then drop it.'
    : RESTORE;
  return problem('schema-foreign', part, FOREIGN_WHAT, remedy);
}

/** The schema of this version. That of PostgreSQL is made in SQLite too, but for its triggers, whose statements are kept. */
async function makeExpected(kind: ReadOnlyData['database']['kind']): Promise<Schema> {
  const dialect = createSqliteDialect(new DatabaseSync(':memory:'), { readOnly: false, busyTimeoutMs: 0 });
  const db = new Kysely<Tables>({ dialect });
  try {
    if (kind === 'sqlite') return await migrateAndRead(db, SQLITE_TYPES);
    const statements: string[] = [];
    const schema = await migrateAndRead(db, recording(await columnTypesOf(kind), statements));
    for (const part of schema.keys()) if (part.startsWith('trigger ')) schema.delete(part);
    for (const [name, definition] of triggersOf(statements)) schema.set(`trigger ${name}`, definition);
    return schema;
  } finally {
    await db.destroy();
  }
}

async function migrateAndRead(db: Kysely<Tables>, types: ColumnTypes): Promise<Schema> {
  await migrate(db as Kysely<unknown>, types);
  return readSqliteSchema(db);
}

/** The types of SQLite, which keep the statements that the other database would run. */
function recording(other: ColumnTypes, statements: string[]): ColumnTypes {
  const keep =
    <Args extends unknown[]>(
      own: (...args: Args) => readonly string[],
      foreign: (...args: Args) => readonly string[],
    ) =>
    (...args: Args): readonly string[] => {
      statements.push(...foreign(...args));
      return own(...args);
    };
  return {
    ...SQLITE_TYPES,
    appendOnly: keep(SQLITE_TYPES.appendOnly, other.appendOnly),
    afterEach: keep(SQLITE_TYPES.afterEach, other.afterEach),
    dropAppendOnly: keep(SQLITE_TYPES.dropAppendOnly, other.dropAppendOnly),
  };
}

/** Triggers of PostgreSQL by name, each with the body of its function. */
function triggersOf(statements: readonly string[]): Map<string, string> {
  const bodies = new Map<string, string>();
  const triggers = new Map<string, string>();
  for (const statement of statements) {
    const [, action = '', kind = '', name = ''] =
      /^(create|drop) (function|trigger) (?:if exists )?(\w+)/u.exec(statement) ?? [];
    const body = /\$\$(.*)\$\$/su.exec(statement)?.[1] ?? '';
    if (kind === 'function') bodies.set(name, body);
    else if (action === 'drop') triggers.delete(name);
    else triggers.set(name, statement);
  }
  for (const [name, statement] of triggers) {
    const body = bodies.get(/execute function (\w+)/u.exec(statement)?.[1] ?? '') ?? '';
    triggers.set(name, `${wordsOf(statement)}; ${wordsOf(body)}`);
  }
  return triggers;
}
