import { foldText } from './fold-text.ts';

/** Usual names of each column, in both languages; compared folded. */
const NAMES = {
  question: 'question|query|prompt|input|السؤال|سؤال',
  answer:
    'answer|expected|expected answer|expected output|reference|ground truth|الإجابة|إجابة|الجواب|جواب|المتوقع|الإجابة المتوقعة|الجواب المتوقع',
  quotes: 'quotes|quote|passage|اقتباس|الاقتباس|مقطع|المقطع',
  within: 'within|ضمن أول',
  contains: 'contains|must contain|يحتوي|تحتوي|يحتوي على|تحتوي على',
  lacks: 'lacks|not contains|must not contain|لا يحتوي|لا تحتوي|لا يحتوي على|لا تحتوي على',
  band: 'band|status|الحالة|حالة',
  units: 'units|unit ids|أرقام الوحدات|معرفات الوحدات',
  indexNames: 'index names|indexnames|index name|unit titles|الوحدات|وحدات|الوحدة',
  set: 'set|test set|المجموعة|مجموعة|مجموعة الاختبارات',
  tags: 'tags|tag|labels|وسوم|الوسوم|وسم',
} as const;

/** What a column of a test file holds. `answer`: an expected answer in the words of a person. */
export type TestColumn = keyof typeof NAMES;

/** Columns of a file by their headers. */
export type TestColumnMapping = Readonly<Record<string, TestColumn>>;

/** `Index_Names`, `indexNames` and `index names` are one name, and so are `quote` and `quote 2`. */
const nameKey = (header: string): string =>
  foldText(header.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').replace(/[_\-:*]+|\d+\s*$/g, ' '));

export const TEST_COLUMNS = Object.keys(NAMES) as TestColumn[];
const COLUMN_BY_NAME: ReadonlyMap<string, TestColumn> = new Map(
  (Object.entries(NAMES) as [TestColumn, string][]).flatMap(([column, names]) =>
    names.split('|').map((name) => [nameKey(name), column] as const),
  ),
);

/** The column that a header names: by `mapping` alone where there is one. Undefined: it is ignored. */
export function columnOf(header: string, mapping?: TestColumnMapping): TestColumn | undefined {
  return mapping ? mapping[header] : COLUMN_BY_NAME.get(nameKey(header));
}

/** What parts the values of one cell. Rows of tables have bars and quotes have semicolons, so lines alone part quotes. */
const SEPARATORS: Partial<Record<TestColumn, RegExp>> = {
  quotes: /\r\n?|\n/,
  contains: /\r\n?|[\n|;؛]/,
  lacks: /\r\n?|[\n|;؛]/,
  indexNames: /\r\n?|[\n|;؛]/,
  units: /\r\n?|[\n|;؛,،]/,
  tags: /\r\n?|[\n|;؛,،]/,
};

/** The values of a cell: a JSON list of texts, else its parts. */
export function splitCell(cell: string, column: TestColumn): string[] {
  const separator = SEPARATORS[column];
  if (!separator) return [cell];
  const list = /^\s*\[/.test(cell) ? parseList(cell) : undefined;
  return list ?? cell.split(separator);
}

/** One cell of several values that `splitCell` takes apart again. */
export function joinCell(values: readonly string[], column: TestColumn): string {
  const joined = values.join('\n');
  const parts = splitCell(joined, column);
  const isPlain = values.length === 0 || JSON.stringify(parts) === JSON.stringify(values);
  return isPlain ? joined : JSON.stringify(values);
}

function parseList(cell: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(cell);
    return Array.isArray(list) && list.every((value) => typeof value === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}
