/**
 * Rows under their headings, as wide as needed. What people named comes last: words that run the other way or join their
 * letters would shift the columns behind them. Control characters, which a terminal might obey, become `?`.
 */
export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((row) => row.map((cell) => cell.replace(/\p{Cc}/gu, '?')));
  const widths = headings.map((_, column) => Math.max(...lines.map((row) => row[column]?.length ?? 0)));
  return lines
    .map((row) =>
      row
        .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A day and time, to the minute; `-` for none. */
export function printMoment(moment: Date | null): string {
  return moment ? `${moment.toISOString().slice(0, 16).replace('T', ' ')}Z` : '-';
}
