import type { Block } from '#gateway/engine/document.ts';
import type { GridCell } from '#gateway/engine/reading/tables/grid.ts';
import { createTables } from '#gateway/engine/reading/tables/make-tables.ts';
import { type Container, walkLeaves } from './outline.ts';

/** A table whose end tag has not come yet: rows of containers, until it is known whether it holds data or layout. */
export interface TableInProgress {
  /** Set when it turns out to arrange the page: a nested table, `role=presentation`. */
  layout: boolean;
  startRow(): void;
  startCell(container: Container, isHeader: boolean, attributes: Record<string, string>): void;
  /** The blocks of the table, or undefined when it is layout and its content should stand on its own. */
  finish(): Block[] | undefined;
  /** Characters of the table inside links. */
  linked(): number;
  /**
   * The rows that are complete, as blocks of a table that goes on; from the first call on it holds data for certain.
   * Undefined when it turns out to be layout, or has too few rows yet.
   */
  takeRows(): Block[] | undefined;
  /** Whether rows were taken. */
  isTaken(): boolean;
}

interface Cell {
  container: Container;
  isHead: boolean;
  columnSpan: number;
  rowSpan: number;
}

/** Columns further to the right are stray mark-up, not data. */
const MAX_COLUMNS = 500;

/** Rows that a table is judged by before any are taken. */
const MIN_TAKEN_ROWS = 200;

/** A new table, from the attributes of its start tag. */
export function openTable(attributes: Record<string, string>): TableInProgress {
  let rows: Cell[][] = [];
  const addRows = createTables();
  let isTaken = false;
  const leavesOf = (cell: Cell) => [...walkLeaves(cell.container)].map(({ leaf }) => leaf);
  const table: TableInProgress = {
    layout: attributes['role'] === 'presentation' || attributes['role'] === 'none',
    startRow: () => void rows.push([]),
    startCell(container, isHeader, { colspan, rowspan, scope = '' }) {
      if (rows.length === 0) rows.push([]);
      const isHead = isHeader && !/^row/i.test(scope);
      const columnSpan = spanOf(colspan, MAX_COLUMN_SPAN);
      rows.at(-1)?.push({ container, isHead, columnSpan, rowSpan: spanOf(rowspan, MAX_ROW_SPAN) });
    },
    takeRows() {
      if (rows.length <= MIN_TAKEN_ROWS || table.layout) return undefined;
      const coming = rows.slice(-1);
      rows = rows.slice(0, -1);
      if (!isTaken && !holdsData()) {
        rows = [...rows, ...coming];
        table.layout = true;
        return undefined;
      }
      const block = makeRows();
      isTaken = true;
      rows = coming;
      return block;
    },
    isTaken: () => isTaken,
    finish() {
      return isTaken || (!table.layout && holdsData()) ? makeRows() : undefined;
    },
    linked: () =>
      rows.flat().reduce((sum, cell) => sum + leavesOf(cell).reduce((s, leaf) => s + leaf.linked, 0), 0),
  };
  const holdsData = (): boolean => {
    const containers = new Set(rows.flat().map((cell) => cell.container));
    // Cells dissolved at the depth limit share a container: their text cannot be told apart any more.
    if (containers.size < rows.flat().length) return false;
    if (rows.every((row) => row.length < 2)) return false;
    return !rows.flat().some((cell) => leavesOf(cell).some(({ block }) => block.kind === 'heading'));
  };
  const makeRows = (): Block[] => addRows(rows.map((row) => row.slice(0, MAX_COLUMNS).map(gridCell)));
  const textOf = (cell: Cell): string =>
    leavesOf(cell)
      .map(({ block }) => {
        // Only where rows were taken before: a table inside of another one makes that layout.
        if (block.kind === 'table') return [...(block.header ?? []), ...block.rows.flat()].join(' ');
        return 'ordinal' in block ? `${block.ordinal} ${block.text}` : block.text;
      })
      .join(' ');
  const gridCell = (cell: Cell): GridCell => ({ ...cell, text: textOf(cell) });
  return table;
}

const MAX_COLUMN_SPAN = 50;
const MAX_ROW_SPAN = 1_000;

const spanOf = (attribute: string | undefined, limit: number): number =>
  Math.min(Math.max(Number.parseInt(attribute ?? '1', 10) || 1, 1), limit);
