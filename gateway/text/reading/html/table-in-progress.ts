import type { Block } from '#gateway/text/document.ts';
import { makeTable } from '../make-table.ts';
import type { Container } from './outline.ts';
import { walkLeaves } from './outline.ts';

/** A table whose end tag has not come yet: rows of containers, until it is known whether it holds data or layout. */
export interface TableInProgress {
  /** Set when it turns out to arrange the page: a nested table, `role=presentation`. */
  layout: boolean;
  startRow(): void;
  startCell(container: Container, isHeader: boolean, attributes: Record<string, string>): void;
  /** The table block, or undefined when it is layout and its content should stand on its own. */
  finish(): Block | undefined;
  /** Characters of it that lie in links. */
  linked(): number;
}

interface Cell {
  container: Container;
  isHeader: boolean;
  span: number;
}

const WIDEST = 500;

export function openTable(attributes: Record<string, string>): TableInProgress {
  const rows: Cell[][] = [];
  const leavesOf = (cell: Cell) => [...walkLeaves(cell.container)].map(({ leaf }) => leaf);
  const table: TableInProgress = {
    layout: attributes['role'] === 'presentation' || attributes['role'] === 'none',
    startRow: () => void rows.push([]),
    startCell(container, isHeader, { colspan }) {
      if (rows.length === 0) rows.push([]);
      const span = Math.min(Math.max(Number.parseInt(colspan ?? '1', 10) || 1, 1), 50);
      rows.at(-1)?.push({ container, isHeader, span });
    },
    finish() {
      const containers = new Set(rows.flat().map((cell) => cell.container));
      // Cells dissolved at the depth limit share a container: their text cannot be told apart any more.
      if (table.layout || containers.size < rows.flat().length) return undefined;
      if (Math.max(0, ...rows.map((row) => row.length)) < 2) return undefined;
      if (rows.flat().some((cell) => leavesOf(cell).some(({ block }) => block.kind === 'heading')))
        return undefined;
      const first = rows[0] ?? [];
      const marked = first.length > 0 && first.every((cell) => cell.isHeader);
      return makeTable(
        rows.map((row) => row.flatMap(spread).slice(0, WIDEST)),
        marked,
      );
    },
    linked: () =>
      rows.flat().reduce((sum, cell) => sum + leavesOf(cell).reduce((s, leaf) => s + leaf.linked, 0), 0),
  };
  const textOf = (cell: Cell): string =>
    leavesOf(cell)
      .map(({ block }) => ('text' in block ? block.text : ''))
      .join(' ');
  const spread = (cell: Cell): string[] => [textOf(cell), ...Array<string>(cell.span - 1).fill('')];
  return table;
}
