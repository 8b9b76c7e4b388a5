/**
 * What a spreadsheet would run as a formula: a first character of these, also behind blanks and invisible ones and in
 * its full-width form, or a tab or line end that would begin another cell.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u;

/** By this mark spreadsheets know that a file is UTF-8, and so show Arabic as Arabic. */
export const BYTE_ORDER_MARK = '\ufeff';

/** A line of RFC 4180, every cell quoted; what could run as a formula begins with an apostrophe. */
export function printCsvRow(cells: readonly (string | number)[]): string {
  return `${cells.map(printCell).join(',')}\r\n`;
}

function printCell(cell: string | number): string {
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell);
  return `"${text.replaceAll('"', '""')}"`;
}
