export type Cell = string | number | null;

/**
 * What a spreadsheet would take for a formula becomes text: names of keys and units come from people. Leading white
 * space or an invisible character does not save a spreadsheet from it. As the gateway's own exports do.
 */
function defuse(text: string): string {
  return /^(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u.test(text) ? `'${text}` : text;
}

function print(cell: Cell): string {
  if (cell === null) return '';
  // Exact and plain: no grouping, no other digits, whatever the page shows.
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = defuse(cell);
  return /[",\r\n;]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180, with the mark at its beginning by which spreadsheets know UTF-8. */
export function writeCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(print).join(',')).join('\r\n')}\r\n`;
}
