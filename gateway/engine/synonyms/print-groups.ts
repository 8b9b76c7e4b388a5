interface Group {
  expressions: readonly string[];
  note: string;
}

/**
 * Groups as `parseGroups` reads them. Rows for spreadsheets: a byte order mark, by which they know Arabic, and a head.
 * In lines an equals sign, a lone # and one at the beginning become spaces, which search sees no difference in.
 */
export function printGroups(groups: readonly Group[], format: 'csv' | 'lines'): string {
  return format === 'csv' ? printRows(groups) : printLines(groups);
}

function printLines(groups: readonly Group[]): string {
  const plain = (expression: string) =>
    expression
      .replaceAll('=', ' ')
      .replace(/^[\s#]+|(?<=\s)#(?=\s|$)/g, ' ')
      .trim();
  return groups
    .map(({ expressions, note }) => expressions.map(plain).join(' = ') + (note === '' ? '' : ` # ${note}`))
    .map((line) => `${line}\n`)
    .join('');
}

function printRows(groups: readonly Group[]): string {
  const widest = Math.max(2, ...groups.map(({ expressions }) => expressions.length));
  const head = ['note', ...Array.from({ length: widest }, (_, index) => `expression ${index + 1}`)];
  const rows = groups.map(({ expressions, note }) => [note, ...expressions]);
  return `\ufeff${[head, ...rows].map((cells) => `${cells.map(printCell).join(',')}\r\n`).join('')}`;
}

/** What a spreadsheet would take for a formula is kept from being one by a space, which reading takes off again. */
function printCell(cell: string): string {
  const harmless = /^[=+\-@\t]/.test(cell) ? ` ${cell}` : cell;
  return /[",;\n\r]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
