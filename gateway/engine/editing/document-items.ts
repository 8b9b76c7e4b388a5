import { foldText } from '#common/fold-text.ts';
import type { Block } from '#gateway/engine/document.ts';

/** The row of an item that is the header of a table. */
export const HEADER_ROW = -1;

/** What an edit can name: a block, a row of a table, or its header. `row` is 0 of blocks without rows. */
export interface ItemPlace {
  block: number;
  row: number;
}

/** A block or a row with its text as people see it: cells of a row are joined by ` | `. */
export interface DocumentItem extends ItemPlace {
  kind: Block['kind'];
  text: string;
  /** Of a row, or of a header. */
  cells?: string[];
  page?: number;
}

export const CELL_SEPARATOR = ' | ';

/** The items of a block, in order; empty ones keep their row numbers. */
export function itemsOf(block: Block, number: number): DocumentItem[] {
  const { kind, page } = block;
  const place = page === undefined ? {} : { page };
  if (kind !== 'table') return [{ kind, block: number, row: 0, text: block.text, ...place }];
  const { header = [], rows } = block;
  const hasHeader = header.some((cell) => cell.trim() !== '');
  const toItem = (cells: string[], row: number): DocumentItem => ({
    kind,
    block: number,
    row,
    text: cells.join(CELL_SEPARATOR),
    cells,
    ...place,
  });
  return [...(hasHeader ? [toItem(header, HEADER_ROW)] : []), ...rows.map(toItem)];
}

/** Letters and digits by word, folded: what punctuation, tashkeel and forms of digits do not change. */
export const foldedWords = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

export const comparePlaces = (a: ItemPlace, b: ItemPlace): number => a.block - b.block || a.row - b.row;

/** Whether two runs of items, ends included, have an item in common. */
export const overlap = (
  a: { first: ItemPlace; last: ItemPlace },
  b: { first: ItemPlace; last: ItemPlace },
): boolean => comparePlaces(a.first, b.last) <= 0 && comparePlaces(b.first, a.last) <= 0;

/** Follows the headings of a document: the folded words of those above the next block, outermost first. */
export function createHeadingPath() {
  let path: { level: number; words: string }[] = [];
  return {
    current: (): string[] => path.map(({ words }) => words),
    add(block: Block): void {
      if (block.kind !== 'heading') return;
      const words = foldedWords(block.text).join(' ');
      path = [...path.filter(({ level }) => level < block.level), { level: block.level, words }];
    },
  };
}
