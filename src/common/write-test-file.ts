import { type CsvCell, toCsv } from './csv.ts';
import { joinCell, type TestColumn } from './test-columns.ts';
import { DEFAULT_WITHIN, type FileTest } from './test-file.ts';

/** A file that `readTestFile` reads back as equal tests. Fields that state nothing are left out. */
export function writeTestFile(tests: readonly FileTest[], format: 'jsonl' | 'csv'): string {
  if (format === 'csv') return toCsv(testRows(tests));
  return tests.map((test) => `${JSON.stringify(statedOf(test))}\n`).join('');
}

/** The rows of a table of tests, headers first. */
export function testRows(tests: readonly FileTest[]): CsvCell[][] {
  const rows = tests.map((test) => {
    const stated = statedOf(test);
    return COLUMNS.map((column) => printCell(stated[column], column));
  });
  return [[...COLUMNS], ...rows];
}

const COLUMNS = [
  'question',
  'quotes',
  'within',
  'contains',
  'lacks',
  'band',
  'units',
  'indexNames',
  'set',
  'tags',
] as const satisfies readonly TestColumn[];

type Stated = Partial<Record<TestColumn, string | number | readonly (string | number)[]>>;

function statedOf({ question, indexNames, expectation, set, tags }: FileTest): Stated {
  const { quotes, within, contains, lacks, band, units } = expectation;
  const fields = { question, indexNames, quotes, within, contains, lacks, band, units, set, tags };
  const isStated = (value: unknown, name: string) =>
    value !== null &&
    !(Array.isArray(value) && value.length === 0) &&
    !(name === 'within' && value === DEFAULT_WITHIN);
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => isStated(value, name)));
}

function printCell(value: Stated[TestColumn], column: TestColumn): CsvCell {
  if (value === undefined) return null;
  if (typeof value !== 'object') return value;
  return joinCell(value.map(String), column);
}
