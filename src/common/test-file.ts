import { foldText } from './fold-text.ts';
import type { Expected } from './judge-run.ts';
import type { TestColumn } from './test-columns.ts';

/** A test as files hold it. `indexNames`: null searches every ready unit. `expectation`: see `expectationSchema`. */
export interface FileTest {
  question: string;
  indexNames: string[] | null;
  expectation: {
    quotes: string[];
    within: number;
    contains: string[];
    lacks: string[];
    band: Expected['band'];
    units: number[];
  };
  set: string | null;
  tags: string[];
}

/** Passages in which a quote is looked for, where a test states no other number. */
export const DEFAULT_WITHIN = 3;

/** Rows of a file; further rows are reported. */
export const MAX_FILE_TESTS = 10_000;

export type TestFileFormat = 'jsonl' | 'csv' | 'text' | 'xlsx';

/**
 * Why a row is left out. `missing`: no value. `too-long`, `too-many`: more characters or values than `limit`. `unknown`:
 * no such value. `invalid`: another type, a number out of range or misleading characters. `unsupported`: an assertion that
 * cannot be judged without a model. `unreadable`: no JSON, or a quotation mark that nothing closes; column is null.
 * `too-many-rows`: rows from this line on are left out; column is null.
 */
export interface TestFileProblem {
  line: number;
  column: TestColumn | null;
  code:
    | 'missing'
    | 'too-long'
    | 'too-many'
    | 'unknown'
    | 'invalid'
    | 'unsupported'
    | 'unreadable'
    | 'too-many-rows';
  limit: number | null;
  /** The beginning of the value. */
  value: string;
}

/** A row with its values by column, not checked yet. `problem`: why there are none. */
export interface TestFileRow {
  line: number;
  values: Partial<Record<TestColumn, string[]>>;
  problems: TestFileProblem[];
}

/** Rows of a file, and what became of its headers. */
export interface TestFileRows {
  rows: TestFileRow[];
  /** Headers that were read, by column; of several of one column the first. */
  columns: Partial<Record<TestColumn, string>>;
  ignored: string[];
  /** All headers of a table, in their order. */
  headers?: string[];
}

const MAX_SHOWN = 80;

export const problemAt = (
  line: number,
  column: TestColumn | null,
  code: TestFileProblem['code'],
  { value = '', limit = null }: { value?: string; limit?: number | null } = {},
): TestFileProblem => ({ line, column, code, limit, value: value.slice(0, MAX_SHOWN) });

/** Equal for tests that ask the same and expect the same. */
export const testKey = ({
  question,
  indexNames,
  expectation,
}: Pick<FileTest, 'question' | 'indexNames' | 'expectation'>): string => {
  const { quotes, within, contains, lacks, band, units } = expectation;
  const names = indexNames?.map(foldText).toSorted() ?? null;
  return JSON.stringify([foldText(question), names, quotes, within, contains, lacks, band, units]);
};
