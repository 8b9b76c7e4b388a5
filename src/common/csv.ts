export type CsvCell = string | number | null;

/** Tells spreadsheets that a file is UTF-8, so that Arabic reads as Arabic. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The beginning of a cell that a spreadsheet would run as a formula, also behind white space, invisible characters and
 * in full width. Names of keys and units come from people. Apostrophes before it are escaped too, so that `readCell`
 * knows its own.
 */
const FORMULA = /^'*(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;

/** Text of a cell without the apostrophe that keeps a spreadsheet from running a formula. */
export const readCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;

/** A cell without quotes where it needs none. Numbers are exact: no grouping, Western digits whatever the page shows. */
function printCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n;]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of RFC 4180, line end included. */
export const csvRow = (cells: readonly CsvCell[]): string => `${cells.map(printCell).join(',')}\r\n`;

/** A whole file of RFC 4180 with its byte order mark. */
export const toCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  `${BYTE_ORDER_MARK}${rows.map(csvRow).join('')}`;
