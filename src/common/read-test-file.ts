import { checkTestRow } from './check-test-row.ts';
import { decodeTextFile } from './decode-text-file.ts';
import { readTestLines } from './read-test-lines.ts';
import { readTestTable } from './read-test-table.ts';
import type { TestColumnMapping } from './test-columns.ts';
import {
  type FileTest,
  MAX_FILE_TESTS,
  problemAt,
  type TestFileFormat,
  type TestFileProblem,
  type TestFileRows,
  testKey,
} from './test-file.ts';

interface ReadOptions {
  /** Name of the file, by whose end the format is chosen; else by its beginning. */
  name?: string;
  /** Columns by header, in place of the usual names of columns; other headers are ignored. */
  columns?: TestColumnMapping;
  /** Tests that exist: the same in the file counts as repeated. */
  existing?: Iterable<Pick<FileTest, 'question' | 'indexNames' | 'expectation'>>;
}

/** `tests` with the line that each begins in. `repeated`: rows left out since the same test came before. */
export interface TestFile extends Pick<TestFileRows, 'columns' | 'ignored' | 'headers'> {
  format: TestFileFormat;
  encoding: 'utf-8' | 'utf-16le' | 'windows-1256';
  tests: (FileTest & { line: number })[];
  problems: TestFileProblem[];
  repeated: number;
}

/**
 * Reads a file of tests, pasted text or the rows of a sheet. Undefined for a binary file. Rows with problems are left out
 * and reported.
 */
export async function readTestFile(
  file: Uint8Array | string | readonly (readonly string[])[],
  { name = '', columns: mapping, existing = [] }: ReadOptions = {},
): Promise<TestFile | undefined> {
  const isText = file instanceof Uint8Array;
  const decoded = isText ? decodeTextFile(file) : ({ text: file, encoding: 'utf-8' } as const);
  if (!decoded) return undefined;
  const { rows, ...found } = await readRows(name, decoded.text, mapping);

  const keys = new Set(Array.from(existing, testKey));
  const tests: TestFile['tests'] = [];
  const problems: TestFileProblem[] = [];
  let repeated = 0;
  for (const row of rows.slice(0, MAX_FILE_TESTS)) {
    const { test, problems: reasons } = checkTestRow(row);
    problems.push(...reasons);
    if (!test) continue;
    const key = testKey(test);
    if (keys.has(key)) repeated++;
    else tests.push({ ...test, line: row.line });
    keys.add(key);
  }
  const next = rows[MAX_FILE_TESTS];
  if (next) problems.push(problemAt(next.line, null, 'too-many-rows', { limit: MAX_FILE_TESTS }));
  return { ...found, encoding: decoded.encoding, tests, problems, repeated };
}

async function readRows(
  name: string,
  content: string | readonly (readonly string[])[],
  mapping: TestColumnMapping | undefined,
): Promise<TestFileRows & { format: TestFileFormat }> {
  const limits = { mapping, maxRows: MAX_FILE_TESTS };
  if (typeof content !== 'string') return { format: 'xlsx', ...(await readTestTable(content, limits)) };
  const text = content.replace(/^\ufeff/, '');
  const format = formatOf(name, text);
  if (format !== undefined && format !== 'csv')
    return { format, ...readTestLines(text, { format, mapping }) };
  const table = await readTestTable(text, limits);
  if (format === 'csv' || table.columns.question !== undefined) return { format: 'csv', ...table };
  return { format: 'text', ...readTestLines(text, { format: 'text', mapping }) };
}

/** Undefined: a table where its first line names a column of questions, else lines of text. */
function formatOf(name: string, text: string): Exclude<TestFileFormat, 'xlsx'> | undefined {
  if (/\.(?:jsonl|ndjson|json)$/i.test(name)) return 'jsonl';
  if (/\.(?:csv|tsv)$/i.test(name)) return 'csv';
  if (/\.txt$/i.test(name)) return 'text';
  return /^\s*\{/.test(text) ? 'jsonl' : undefined;
}
