import type { Block } from '#gateway/engine/document.ts';
import { createLongTable } from '#gateway/engine/reading/make-table.ts';
import { type Container, walkLeaves } from './outline.ts';

/** A table whose end tag has not come yet: rows of containers, until it is known whether it holds data or layout. */
export interface TableInProgress {
  /** Set when it turns out to arrange the page: a nested table, `role=presentation`. */
  layout: boolean;
  startRow(): void;
  startCell(container: Container, isHeader: boolean, attributes: Record<string, string>): void;
  /** The table block, or undefined when it is layout and its content should stand on its own. */
  finish(): Block | undefined;
  /** Characters of the table inside links. */
  linked(): number;
  /**
   * The rows that are complete, as a block of a table that goes on; from the first call on it holds data for certain.
   * Undefined when it turns out to be layout, or has too few rows yet.
   */
  takeRows(): Block | undefined;
  /** Whether rows were taken. */
  isTaken(): boolean;
}

interface Cell {
  container: Container;
  isHeader: boolean;
  span: number;
}

const MAX_COLUMNS = 500;

/** Rows that a table is judged by before any are taken. */
const MIN_TAKEN_ROWS = 200;

/** A new table, from the attributes of its start tag. */
export function openTable(attributes: Record<string, string>): TableInProgress {
  let rows: Cell[][] = [];
  let goOn: ReturnType<typeof createLongTable> | undefined;
  let isTaken = false;
  const leavesOf = (cell: Cell) => [...walkLeaves(cell.container)].map(({ leaf }) => leaf);
  const table: TableInProgress = {
    layout: attributes['role'] === 'presentation' || attributes['role'] === 'none',
    startRow: () => void rows.push([]),
    startCell(container, isHeader, { colspan }) {
      if (rows.length === 0) rows.push([]);
      const span = Math.min(Math.max(Number.parseInt(colspan ?? '1', 10) || 1, 1), 50);
      rows.at(-1)?.push({ container, isHeader, span });
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
  const makeRows = (): Block | undefined => {
    const first = rows[0] ?? [];
    goOn ??= createLongTable(first.length > 0 && first.every((cell) => cell.isHeader));
    return goOn(rows.map((row) => row.flatMap(spread).slice(0, MAX_COLUMNS)));
  };
  const textOf = (cell: Cell): string =>
    leavesOf(cell)
      .map(({ block }) => {
        // Only where rows were taken before: a table inside of another one makes that layout.
        if (block.kind === 'table') return [...(block.header ?? []), ...block.rows.flat()].join(' ');
        return 'ordinal' in block ? `${block.ordinal} ${block.text}` : block.text;
      })
      .join(' ');
  const spread = (cell: Cell): string[] => [textOf(cell), ...Array<string>(cell.span - 1).fill('')];
  return table;
}
