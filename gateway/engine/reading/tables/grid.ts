import { cleanLine } from '#gateway/engine/reading/clean-text.ts';

/** A cell of a table as its format describes it. */
export interface GridCell {
  text: string;
  /** Column from 0; the next free column where the format does not say. */
  column?: number | undefined;
  /** Rows and columns that the cell covers; 1 unless given. */
  rowSpan?: number | undefined;
  columnSpan?: number | undefined;
  /** Whether the format marks the cell as a column's heading. */
  isHead?: boolean | undefined;
}

/** A row of a table with a text for every column up to its last cell. */
export interface GridRow {
  /** Cleaned texts; a cell over several rows is repeated in each, a cell over several columns stands in its first. */
  texts: string[];
  /** Cells by column, absent where no cell of the row spans or is marked. A cell stands in each column it covers. */
  cells?: (GridCell | undefined)[];
}

const MAX_SPAN = 1_000;
/** Longer texts are written once, whatever rows and columns their cells cover. */
export const MAX_REPEATED_CHARACTERS = 300;

/** A cell that covers rows below its own, and how many of them are to come. */
interface Held {
  cell: GridCell;
  rows: number;
}

/** Lays the rows of a table out, which may come some at a time: each cell in its column, spans filled. */
export function createLayout(): (rows: readonly (readonly (string | GridCell)[])[]) => GridRow[] {
  const held = new Map<number, Held>();
  return (rows) =>
    rows.map((row) =>
      held.size === 0 && row.every((cell) => typeof cell === 'string')
        ? { texts: row.map(cleanLine) }
        : layRow(row, held),
    );
}

function layRow(row: readonly (string | GridCell)[], held: Map<number, Held>): GridRow {
  const texts: string[] = [];
  const cells: (GridCell | undefined)[] = [];
  const put = (column: number, cell: GridCell | undefined, isFirst: boolean): void => {
    while (texts.length < column) {
      texts.push('');
      cells.push(undefined);
    }
    texts[column] = isFirst ? (cell?.text ?? '') : '';
    cells[column] = cell;
  };
  for (const [column, { cell }] of held)
    put(column, cell, cell.text.length <= MAX_REPEATED_CHARACTERS && held.get(column - 1)?.cell !== cell);
  for (const [column, holder] of held) {
    if (holder.rows > 1) holder.rows--;
    else held.delete(column);
  }
  let next = 0;
  for (const given of row) {
    const cell =
      typeof given === 'string' ? { text: cleanLine(given) } : { ...given, text: cleanLine(given.text) };
    next = Math.max(next, cell.column ?? 0);
    while (cell.column === undefined && cells[next] !== undefined) next++;
    const end = next + Math.min(Math.max(cell.columnSpan ?? 1, 1), MAX_SPAN);
    const rows = Math.min(Math.max(cell.rowSpan ?? 1, 1), MAX_SPAN) - 1;
    for (let column = next; column < Math.min(end, MAX_COLUMNS_OF_ROW); column++) {
      if (column > next && cells[column] !== undefined) break;
      put(column, cell, column === next);
      if (rows > 0) held.set(column, { cell, rows });
    }
    next = end;
  }
  return { texts, cells };
}

/** The widest row that a format may hand over. */
const MAX_COLUMNS_OF_ROW = 16_384;

/** The first of the columns that the cell of a column covers. */
export function startOfCell({ cells }: GridRow, column: number): number {
  const cell = cells?.[column];
  if (!cell) return column;
  let start = column;
  while (start > 0 && cells?.[start - 1] === cell) start--;
  return start;
}

/** The text of the cell that covers a column. */
export const textOver = (row: GridRow, column: number): string => row.texts[startOfCell(row, column)] ?? '';
/** Columns of a row that hold text, the first one of each cell. */
export const filledColumns = ({ texts }: GridRow): number[] =>
  texts.flatMap((text, column) => (text === '' ? [] : [column]));

/** Whether a cell of a row covers more than one column or row, or is marked as a heading. */
export const isDescribed = ({ cells = [] }: GridRow): boolean =>
  cells.some((cell) => cell && (cell.isHead || (cell.columnSpan ?? 1) > 1 || (cell.rowSpan ?? 1) > 1));
