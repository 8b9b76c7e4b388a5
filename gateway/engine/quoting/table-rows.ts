import type { TextSpan } from './truncate-statement.ts';

/** A cell of a row in a passage: "Fee: 50.75 SAR". Only columns with a short name count. */
const CELL = /^([^:|]{1,60}): (.*\S)$/u;
const CELL_SEPARATOR = ' | ';

/** The name of a column and a value, as UTF-16 offsets into the passage. */
export interface Cell {
  header: TextSpan;
  value: TextSpan;
}

/** A line of a table in a passage. */
export interface Row extends TextSpan {
  cells: readonly Cell[];
}

/** The rows of a passage whose cells all have a column's name. */
export function readRows(text: string): Row[] {
  let start = 0;
  return text.split('\n').flatMap((line) => {
    const row = { start, end: start + line.length, cells: readCells(line, start) };
    start = row.end + 1;
    return row.cells.length > 1 ? [row] : [];
  });
}

function readCells(line: string, lineStart: number): Cell[] {
  let start = lineStart;
  const cells = line.split(CELL_SEPARATOR).map((cell): Cell | undefined => {
    const end = start + cell.length;
    const header = CELL.exec(cell)?.[1];
    const headerEnd = start + (header?.length ?? 0);
    const parsed =
      header === undefined
        ? undefined
        : { header: { start, end: headerEnd }, value: { start: headerEnd + 2, end } };
    start = end + CELL_SEPARATOR.length;
    return parsed;
  });
  return cells.every((cell) => cell !== undefined) ? cells : [];
}
