import type { Block } from '#gateway/engine/document.ts';
import { cleanLine } from './clean-text.ts';

type Table = Extract<Block, { kind: 'table' }>;

/**
 * A table block from rows of raw cell text: cells cleaned, empty rows and trailing empty columns off,
 * all rows of one length.
 * The first row is the header when `marked` says so, or when every cell of it is a short label and no number.
 * Undefined when no cell holds text.
 */
export function makeTable(
  raw: readonly (readonly string[])[],
  marked = false,
  page?: number,
): Table | undefined {
  const rows = cleanRows(raw);
  const width = rows.reduce(
    (widest, row) => Math.max(widest, row.findLastIndex((cell) => cell !== '') + 1),
    0,
  );
  if (width === 0) return undefined;
  const cut = rows.map((row) =>
    row.length === width ? row : Array.from({ length: width }, (_, column) => row[column] ?? ''),
  );
  const location = page === undefined ? {} : { page };
  const [first, ...rest] = cut;
  // A marked header without a word in it was put there because the format asks for one.
  if (marked && !raw[0]?.some((cell) => cleanLine(cell) !== ''))
    return { kind: 'table', rows: cut, ...location };
  if (first && rest.length > 0 && (marked || isLabels(first, width))) {
    return { kind: 'table', header: first, rows: rest, ...location };
  }
  return { kind: 'table', rows: cut, ...location };
}

/** A table that comes some rows at a time, as one block each, all with the header that the first rows gave. */
export function createLongTable(
  marked = false,
  page?: number,
): (raw: readonly (readonly string[])[]) => Table | undefined {
  let first: Table | undefined;
  return (raw) => {
    if (!first) return (first = makeTable(raw, marked, page));
    const rows = cleanRows(raw);
    return rows.length > 0 ? { ...first, rows, continues: true } : undefined;
  };
}

const cleanRows = (raw: readonly (readonly string[])[]): string[][] =>
  raw.map((row) => row.map(cleanLine)).filter((row) => row.some((cell) => cell !== ''));

function isLabels(row: readonly string[], width: number): boolean {
  return row.length === width && row.every((cell) => cell !== '' && cell.length <= 80 && /\p{L}/u.test(cell));
}
