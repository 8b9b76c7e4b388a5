import { columnOf, type TestColumn, type TestColumnMapping } from './test-columns.ts';
import { problemAt, type TestFileRow, type TestFileRows } from './test-file.ts';

/** Rows of a file with a test or question on each line; empty lines are skipped. */
export function readTestLines(
  text: string,
  { format, mapping }: { format: 'jsonl' | 'text'; mapping: TestColumnMapping | undefined },
): TestFileRows {
  const columns: TestFileRows['columns'] = {};
  const ignored = new Set<string>();
  const rows = text.split(/\r\n?|\n/).flatMap((content, index): TestFileRow[] => {
    const line = index + 1;
    if (content.trim() === '') return [];
    if (format === 'text') return [{ line, values: { question: [content] }, problems: [] }];
    const row: TestFileRow = { line, values: {}, problems: [] };
    const object = parseObject(content);
    if (!object) row.problems.push(problemAt(line, null, 'unreadable', { value: content }));
    for (const [key, value] of fieldsOf(object ?? {})) {
      const column = columnOf(key, mapping);
      if (column === undefined) ignored.add(key);
      else {
        columns[column] ??= key;
        addValue(row, column, value);
      }
    }
    return [row];
  });
  return { rows, columns, ignored: [...ignored] };
}

/** The fields of a test; those of a nested `expectation`, as the API has it, stand beside the question. */
const fieldsOf = (object: object): [string, unknown][] =>
  Object.entries(object).flatMap(([key, value]: [string, unknown]) =>
    key === 'expectation' && isObject(value) ? Object.entries(value) : [[key, value]],
  );

function addValue({ line, values, problems }: TestFileRow, column: TestColumn, value: unknown): void {
  const list = (Array.isArray(value) ? value : [value]).filter((item) => item !== null);
  const texts = list.filter((item) => typeof item === 'string' || typeof item === 'number');
  if (texts.length < list.length)
    problems.push(problemAt(line, column, 'invalid', { value: JSON.stringify(value) }));
  (values[column] ??= []).push(...texts.map(String));
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
