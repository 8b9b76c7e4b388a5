import { type RawBuilder, sql } from 'kysely';
import { NO_LOCK, type Reads, type SqlDatabase } from '#gateway/sql/database.ts';
import { COPIED_TABLES, TABLES, type Table } from '#gateway/tables.ts';
import { START_OVER, TransferError } from './transfer-error.ts';

type Row = Readonly<Record<string, unknown>>;

const ROWS_PER_BATCH = 500;
const LARGE_ROWS_PER_BATCH = 16;

/** Rows of a table behind a key, in the order of keys: the same in every database, since text compares by its bytes. */
async function readPage(db: Reads, table: Table, after: Row | undefined): Promise<readonly Row[]> {
  const names: readonly string[] = TABLES[table].key;
  const keys = sql.join(names.map((name) => sql.ref(name)));
  const limit = TABLES[table].hasLargeRows ? LARGE_ROWS_PER_BATCH : ROWS_PER_BATCH;
  const behind = after ? sql`where (${keys}) > (${sql.join(names.map((name) => after[name]))})` : sql``;
  const page = sql<Row>`select * from ${sql.table(table)} ${behind} order by ${keys} limit ${limit}`;
  return (await page.execute(db)).rows;
}

async function* readRows(db: Reads, table: Table, after?: Row): AsyncGenerator<readonly Row[]> {
  for (let last = after; ; ) {
    const rows = await readPage(db, table, last);
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1);
  }
}

async function readLast(db: Reads, table: Table): Promise<Row | undefined> {
  const names: readonly string[] = TABLES[table].key;
  const order = sql.join(names.map((name) => sql`${sql.ref(name)} desc`));
  const last = sql<Row>`select * from ${sql.table(table)} order by ${order} limit 1`;
  return (await last.execute(db)).rows[0];
}

async function count(db: Reads, table: Table): Promise<number> {
  const counted = sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`;
  return (await counted.execute(db)).rows[0]?.rows ?? 0;
}

/** How many rows each table has. */
export async function countRows(db: Reads): Promise<Record<Table, number>> {
  const counts = {} as Record<Table, number>;
  for (const table of COPIED_TABLES) counts[table] = await count(db, table);
  return counts;
}

/** Inserts what the target does not have yet: copying is in the order of keys, so that is what lies behind its last row. */
export async function copyRows(
  { from, to, signal }: { from: Reads; to: SqlDatabase; signal: AbortSignal | undefined },
  onRows: (table: Table, rows: number) => void,
): Promise<void> {
  for (const table of COPIED_TABLES) {
    const copied = await count(to.read, table);
    if (copied > 0) onRows(table, copied);
    for await (const rows of readRows(from, table, await readLast(to.read, table))) {
      signal?.throwIfAborted();
      // Nobody else works on the target.
      const cleaned = rows.map((row) => replaceNul(table, row));
      await to.change(NO_LOCK, (trx) => insertRows(table, cleaned).execute(trx));
      onRows(table, rows.length);
    }
  }
}

/**
 * PostgreSQL stores no U+0000, which versions before took in most texts: U+FFFD stands in for it there and here. Throws
 * `TransferError` where a key has one.
 */
function replaceNul(table: Table, row: Row): Row {
  const columns = Object.entries(row).filter(
    ([, value]) => typeof value === 'string' && value.includes('\0'),
  );
  if (columns.length === 0) return row;
  const keys: readonly string[] = TABLES[table].key;
  if (columns.some(([name]) => keys.includes(name)))
    throw new TransferError(
      `The key of a row of ${table} has the character U+0000 and cannot be carried over.`,
    );
  return {
    ...row,
    ...Object.fromEntries(columns.map(([name, text]) => [name, String(text).replaceAll('\0', '\ufffd')])),
  };
}

function insertRows(table: Table, rows: readonly Row[]): RawBuilder<unknown> {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  return sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}`;
}

/** Throws `TransferError` at the first row that is not the same on both sides. */
export async function compareRows(
  { from, to, signal }: { from: Reads; to: Reads; signal: AbortSignal | undefined },
  onRows: (rows: number) => void,
): Promise<void> {
  for (const table of COPIED_TABLES) {
    const arrived = readRows(to, table);
    for await (const rows of readRows(from, table)) {
      signal?.throwIfAborted();
      const { value = [] } = await arrived.next();
      for (const [index, row] of rows.entries())
        if (printRow(replaceNul(table, row)) !== printRow(value[index])) throw differs(table, row);
      const more = value[rows.length];
      if (more) throw differs(table, more);
      onRows(rows.length);
    }
    const { value: more } = await arrived.next();
    if (more?.[0]) throw differs(table, more[0]);
  }
}

/** A row as text that is the same wherever it is read: columns by name, bytes in base64. */
function printRow(row: Row | undefined): string {
  return JSON.stringify(
    Object.entries(row ?? {})
      .map(
        ([name, value]) =>
          [name, value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function differs(table: Table, row: Row): TransferError {
  const key = TABLES[table].key.map((name) => `${name} ${String(row[name])}`).join(', ');
  return new TransferError(`A row of ${table} (${key}) did not arrive as it was. ${START_OVER}`);
}
