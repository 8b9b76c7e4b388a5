import type { Block } from '#gateway/engine/document.ts';
import type { DocumentEdit, EditLocation } from './document-edit.ts';
import { comparePlaces, HEADER_ROW, type ItemPlace } from './document-items.ts';

/** A block of an edited document with the number that it, or what it was added after, has in the reading. */
export interface EditedBlock {
  block: Block;
  number: number;
}

interface PlacedEdit extends Pick<DocumentEdit, 'kind' | 'after'> {
  first: ItemPlace;
  last: ItemPlace;
}

/** The edits of `locations` that are applied, with their places. */
export const placedEdits = (
  edits: readonly DocumentEdit[],
  locations: ReadonlyMap<number, EditLocation>,
): (DocumentEdit & PlacedEdit)[] =>
  edits.flatMap((edit) => {
    const location = locations.get(edit.id);
    return location?.state === 'applied' ? [{ ...edit, ...location }] : [];
  });

/** A block as located edits leave it: none, itself, or a table in parts with paragraphs between. A header goes with its rows. */
export function applyEdits(block: Block, number: number, edits: readonly PlacedEdit[]): EditedBlock[] {
  const own = edits.filter(({ first, last }) => first.block <= number && number <= last.block);
  if (own.length === 0) return [{ block, number }];
  const blocks = block.kind === 'table' ? editTable(block, number, own) : editText(block, number, own);
  return blocks.map((edited) => ({ block: edited, number }));
}

type Table = Extract<Block, { kind: 'table' }>;

function editText(block: Exclude<Block, Table>, number: number, edits: readonly PlacedEdit[]): Block[] {
  const isHidden = edits.some(({ kind }) => kind === 'hide');
  const replacement = edits.find(({ kind }) => kind === 'replace');
  const text = replacement?.after[0];
  return [
    ...(isHidden ? [] : [text === undefined ? block : retold(block, text)]),
    ...added(edits, block, { block: number, row: 0 }),
  ];
}

/** The words have other places on the page, and other pages. */
function retold(block: Exclude<Block, Table>, text: string): Block {
  const { lines: _lines, ...rest } = block;
  if (rest.kind === 'heading') return { ...rest, text };
  const { pageBreaks: _breaks, ...plain } = rest;
  return { ...plain, text };
}

function editTable(table: Table, number: number, edits: readonly PlacedEdit[]): Block[] {
  const { lines: _lines, pageBreaks = [], rows, page, ...rest } = table;
  const header = edits.find(({ kind, first }) => kind === 'replace' && first.row === HEADER_ROW)?.after;
  const parts: Block[] = [];
  let start = 0;
  let shown: { cells: string[]; row: number }[] = [];
  const pageAt = (row: number) => pageBreaks.findLast(({ offset }) => offset <= row)?.page ?? page;
  const close = (): void => {
    const breaks = pageBreaks.flatMap((pageBreak) => {
      const offset = shown.filter(({ row }) => row < pageBreak.offset).length;
      return pageBreak.offset > start && offset > 0 && offset < shown.length
        ? [{ ...pageBreak, offset }]
        : [];
    });
    const [first] = shown;
    if (!first) return;
    const startPage = pageAt(first.row);
    parts.push({
      ...rest,
      ...(header ? { header } : {}),
      rows: shown.map(({ cells }) => cells),
      ...(startPage === undefined ? {} : { page: startPage }),
      ...(breaks.length > 0 ? { pageBreaks: breaks } : {}),
    });
    start = first.row;
    shown = [];
  };
  for (const [row, cells] of rows.entries()) {
    const place = { block: number, row };
    const own = edits.filter(
      ({ first, last }) => comparePlaces(first, place) <= 0 && comparePlaces(place, last) <= 0,
    );
    const replacement = own.find(({ kind }) => kind === 'replace');
    if (!own.some(({ kind }) => kind === 'hide')) shown.push({ cells: replacement?.after ?? cells, row });
    const paragraphs = added(edits, { page: pageAt(row) }, place);
    if (paragraphs.length === 0) continue;
    close();
    parts.push(...paragraphs);
  }
  close();
  return parts;
}

/** Paragraphs that are added after an item. */
function added(
  edits: readonly PlacedEdit[],
  { page }: { page?: number | undefined },
  place: ItemPlace,
): Block[] {
  return edits
    .filter(({ kind, last }) => kind === 'insert' && comparePlaces(last, place) === 0)
    .flatMap(({ after }) =>
      after.map((text): Block => ({ kind: 'paragraph', text, ...(page === undefined ? {} : { page }) })),
    );
}
