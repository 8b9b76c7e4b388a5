import { readCell } from './csv.ts';
import { columnOf, splitCell, type TestColumn, type TestColumnMapping } from './test-columns.ts';
import { problemAt, type TestFileRow, type TestFileRows } from './test-file.ts';

const DELIMITERS = [',', ';', '\t', '|', '،', '؛'];
const STATED_DELIMITER = /^sep=(.)\r?\n/i;

interface CsvRecord {
  cells: string[];
  /** Line in which it begins. */
  line: number;
}

async function readRecords(text: string, mapping: TestColumnMapping | undefined, to: number) {
  const { parse } = await import('csv-parse/browser/esm/sync');
  const stated = STATED_DELIMITER.exec(text);
  const body = stated ? text.slice(stated[0].length) : text;
  const lineOffset = stated ? 1 : 0;
  const records: CsvRecord[] = [];
  const unreadable: TestFileRow[] = [];
  /** End of the record before. */
  let lastLine = lineOffset;
  parse(body, {
    delimiter: stated?.[1] ?? chooseDelimiter(body, mapping),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    to,
    on_record: (cells: string[], { lines }) => {
      lastLine = lines + lineOffset;
      // The parser counts to the end of the record.
      records.push({ cells, line: lastLine - countBreaks(cells) });
      return null;
    },
    on_skip: (error, raw = '') => {
      const problem = problemAt(lastLine + 1, null, 'unreadable', { value: raw });
      unreadable.push({ line: lastLine + 1, values: {}, problems: [problem] });
      lastLine = Number(error?.['lines'] ?? lastLine) + lineOffset;
      return undefined;
    },
  });
  return { records, unreadable };
}

function sheetRecords(sheet: readonly (readonly string[])[], max: number) {
  const records = sheet.map((cells, index): CsvRecord => ({ cells: [...cells], line: index + 1 }));
  const isFilled = ({ cells }: CsvRecord) => cells.some((cell) => cell.trim() !== '');
  return { records: records.filter(isFilled).slice(0, max), unreadable: [] };
}

/**
 * Rows of delimited text, or of a sheet, whose first row names the columns. At most `maxRows` rows and the next are read.
 */
export async function readTestTable(
  table: string | readonly (readonly string[])[],
  { mapping, maxRows }: { mapping: TestColumnMapping | undefined; maxRows: number },
): Promise<TestFileRows> {
  const { records, unreadable } =
    typeof table === 'string'
      ? await readRecords(table, mapping, maxRows + 2)
      : sheetRecords(table, maxRows + 2);
  const [head, ...rows] = records;
  const headers = head?.cells.map((cell) => readCell(cell).trim()) ?? [];
  const columnsByIndex = headers.map((header) => columnOf(header, mapping));
  const columns: TestFileRows['columns'] = {};
  for (const [index, column] of columnsByIndex.entries())
    if (column !== undefined) columns[column] ??= headers[index] ?? '';
  const ignored = headers.filter((header, index) => header !== '' && columnsByIndex[index] === undefined);
  // Without questions every row would be reported; the header alone is at fault.
  if (columns.question === undefined) {
    const line = head?.line ?? 1;
    const problems = [problemAt(line, 'question', 'missing', { value: headers.join(', ') })];
    return { rows: [{ line, values: {}, problems }], columns, ignored, headers };
  }
  const isAssertion = headers.map((header) => header.startsWith('__expected'));
  const toRow = ({ cells, line }: CsvRecord): TestFileRow[] => {
    const row: TestFileRow = { line, values: {}, problems: [] };
    for (const [index, cell] of cells.entries()) {
      const column = columnsByIndex[index];
      if (column === undefined || cell.trim() === '') continue;
      if (isAssertion[index]) addAssertion(row, column, readCell(cell));
      else (row.values[column] ??= []).push(...splitCell(readCell(cell), column));
    }
    return cells.every((cell) => cell.trim() === '') ? [] : [row];
  };
  const all = [...rows.flatMap(toRow), ...unreadable];
  return { rows: all.toSorted((a, b) => a.line - b.line), columns, ignored, headers };
}

const countBreaks = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n?|\n/g)?.length ?? 0), 0);

/** The delimiter that makes most columns of the first line recognisable, then the one that makes most columns. */
function chooseDelimiter(text: string, mapping: TestColumnMapping | undefined): string {
  const [line = ''] = text.trimStart().split(/[\r\n]/, 1);
  const scores = DELIMITERS.map((delimiter) => {
    const headers = line.split(delimiter).map((cell) => cell.trim().replace(/^"|"$/g, ''));
    return headers.filter((header) => columnOf(header, mapping)).length * 1000 + headers.length;
  });
  return DELIMITERS[scores.indexOf(Math.max(...scores))] ?? ',';
}

/** Assertions of promptfoo's `__expected`: those about words, and those that need a model or a program. */
const WORD_ASSERTION = /^(?:(equals)|i?(contains)(-all)?|not-i?(contains)):\s*/i;
const OTHER_ASSERTION =
  /^(?:not-)?(?:equals|grade|fn|eval|file|llm-rubric|javascript|python|similar|regex|starts-with|i?contains-any|(?:is|contains)-\w+|model-graded-\w+|levenshtein|rouge-n|webhook|latency|cost)(?:\([^)]*\))?(?::|$)/i;

/** Adds what an `__expected` cell states; text without an assertion is an expected answer. */
function addAssertion(row: TestFileRow, column: TestColumn, text: string): void {
  const add = (to: TestColumn, ...values: string[]) => void (row.values[to] ??= []).push(...values);
  const assertion = text.trim();
  const [prefix = '', , contains, all, lacks] = WORD_ASSERTION.exec(assertion) ?? [];
  const value = assertion.slice(prefix.length);
  if (contains !== undefined) add('contains', ...(all === undefined ? [value] : value.split(',')));
  else if (lacks !== undefined) add('lacks', value);
  else if (prefix === '' && OTHER_ASSERTION.test(assertion))
    row.problems.push(problemAt(row.line, column, 'unsupported', { value: assertion }));
  else add(column, value);
}
