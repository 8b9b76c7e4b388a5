import { largest, smallest } from '#common/long-lists.ts';
import type { Block, LineBox, PageBreak } from '#gateway/engine/document.ts';
import type { FoundHeading } from './headings.ts';
import { joinLines } from './lines.ts';
import type { LinePiece } from './page-lines.ts';
import { beginsItem, continuesParagraph, measureColumns, stripBullet } from './paragraphs.ts';
import type { Container } from './structure.ts';

interface TextDraft {
  kind: 'paragraph' | 'list-item';
  page: number;
  pieces: LinePiece[];
}

interface HeadingDraft {
  kind: 'heading';
  heading: FoundHeading;
  page: number;
}

type Draft = TextDraft | HeadingDraft | TableDraft;

/** Makes blocks of the lines of a whole document, in their order. */
export function assembleBlocks(
  pieces: LinePiece[],
  headings: Map<LinePiece, FoundHeading>,
  rightToLeft: boolean,
): Block[] {
  const inHeading = new Set([...headings.values()].flatMap((heading) => heading.pieces));
  const columns = measureColumns(pieces.filter((piece) => !inHeading.has(piece)));
  const drafts: Draft[] = [];
  for (const piece of pieces) {
    const heading = headings.get(piece);
    if (heading !== undefined) drafts.push({ kind: 'heading', heading, page: piece.page });
    else if (!inHeading.has(piece)) place(drafts, piece, columns);
  }
  return drafts
    .map((draft) => finish(draft, rightToLeft))
    .filter((block) => block.kind === 'table' || block.text !== '');
}

function place(drafts: Draft[], piece: LinePiece, columns: ReturnType<typeof measureColumns>): void {
  const last = drafts.at(-1);
  const { container } = piece;
  if (container?.kind === 'cell') {
    const open = last?.kind === 'table' && last.id === container.table ? last : beginTable(piece, container);
    if (open !== last) drafts.push(open);
    addToTable(open, piece, container);
    return;
  }
  const open = last?.kind === 'paragraph' || last?.kind === 'list-item' ? last : undefined;
  const previous = open?.pieces.at(-1);
  const goesOn =
    previous !== undefined &&
    (container === undefined && previous.container === undefined
      ? sharesLine(previous, piece) || continuesParagraph(previous, piece, columns)
      : sharesContainer(previous, piece));
  if (goesOn) {
    open!.pieces.push(piece);
    return;
  }
  const item =
    container === undefined ? piece.bulleted || beginsItem(piece.text) : container.kind === 'list-item';
  drafts.push({ kind: item ? 'list-item' : 'paragraph', page: piece.page, pieces: [piece] });
}

function sharesLine(previous: LinePiece, piece: LinePiece): boolean {
  return previous.page === piece.page && previous.line === piece.line;
}

/** The same element, or its other half on the next page. */
function sharesContainer(previous: LinePiece, piece: LinePiece): boolean {
  const from = previous.container;
  const to = piece.container;
  if (from === undefined || to === undefined) return false;
  return (
    from === to ||
    (from.continues && to.continued && from.kind === to.kind && previous.page + 1 === piece.page)
  );
}

function finish(draft: Draft, rightToLeft: boolean): Block {
  if (draft.kind === 'table') return finishTable(draft, rightToLeft);
  if (draft.kind === 'heading') {
    const { level, text, pieces } = draft.heading;
    return { kind: 'heading', level, text: clean(text), page: draft.page, ...boxesOf(pieces) };
  }
  const joined = joinText(draft.pieces);
  const text = draft.kind === 'list-item' ? stripBullet(joined) : joined;
  const pageBreaks = findPageBreaks(draft.pieces, joined.length - text.length);
  return {
    kind: draft.kind,
    text,
    page: draft.page,
    ...(pageBreaks.length > 0 && { pageBreaks }),
    ...boxesOf(draft.pieces),
  };
}

/** Reach of letters below and above their baseline, in ems. */
const DESCENT_EMS = 0.3;
const ASCENT_EMS = 0.9;

/** Boxes of the lines of a block, a cell of a table each by itself; none where the place of a line is not known. */
function boxesOf(pieces: readonly LinePiece[]): Pick<Block, 'lines'> {
  const lines = pieces
    .filter(({ isUpright }) => isUpright)
    .map(({ page, left, right, y, size }): LineBox => {
      const [bottom, top] = [y - DESCENT_EMS * size, y + ASCENT_EMS * size];
      return [page, Math.floor(left), Math.floor(bottom), Math.ceil(right), Math.ceil(top)];
    });
  return lines.length > 0 ? { lines } : {};
}

function joinText(pieces: LinePiece[]): string {
  return clean(joinLines(pieces.map((piece) => piece.text)));
}

/** Offsets at which a text goes on on another page; `stripped` characters were taken from its beginning. */
function findPageBreaks(pieces: LinePiece[], stripped: number): PageBreak[] {
  return pieces.flatMap(({ page }, index) => {
    if (index === 0 || page === pieces[index - 1]!.page) return [];
    return [{ offset: Math.max(0, joinText(pieces.slice(0, index)).length - stripped), page }];
  });
}

/** Letters that no font could name leave no trace; controls and private codes are no text. */
function clean(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Co}\ufffd\ufffe\uffff]+/gu, '')
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** A table while its pieces come in: cells by container, in rows, each in the order of first sight. */
interface TableDraft {
  kind: 'table';
  page: number;
  id: number;
  rows: Map<number, Map<Container, LinePiece[]>>;
}

/** The table of a piece that lies in a table cell of the document's structure. */
export function beginTable(piece: LinePiece, container: Container): TableDraft {
  return { kind: 'table', page: piece.page, id: container.table, rows: new Map() };
}

/** Puts a piece into its cell. */
export function addToTable(table: TableDraft, piece: LinePiece, container: Container): void {
  const row = table.rows.get(container.row) ?? new Map<Container, LinePiece[]>();
  table.rows.set(container.row, row);
  const cell = row.get(container) ?? [];
  row.set(container, cell);
  cell.push(piece);
}

/** The finished table; its first row is a header when it is tagged so or set in bold above rows that are not. */
export function finishTable(draft: TableDraft, rightToLeft: boolean): Block {
  const drawn = [...draft.rows.values()].map((cells) => orderCells(cells, rightToLeft));
  const rows = fillGaps(drawn, rightToLeft).map((row) =>
    row.map((cell) => joinLines((cell ?? []).map((piece) => piece.text))),
  );
  const first = [...(draft.rows.values().next().value ?? [])];
  const rest = [...draft.rows.values()].slice(1).flatMap((row) => [...row.values()].flat());
  const tagged = first.length > 0 && first.every(([container]) => container.header);
  const bold =
    first.flatMap(([, pieces]) => pieces).every((piece) => piece.bold) && !rest.every((piece) => piece.bold);
  const header = rows.length > 1 && (tagged || bold) ? rows[0] : undefined;
  const body = header === undefined ? 0 : 1;
  const pages = [...draft.rows.values()].slice(body).map(pageOfRow);
  const pageBreaks = pages.flatMap((page, offset) =>
    page === (pages[offset - 1] ?? draft.page) ? [] : [{ offset, page }],
  );
  return {
    kind: 'table',
    ...(header === undefined ? {} : { header }),
    rows: rows.slice(body),
    page: draft.page,
    ...(pageBreaks.length > 0 && { pageBreaks }),
    ...boxesOf(drawn.flat(2)),
  };
}

function pageOfRow(cells: Map<Container, LinePiece[]>): number {
  return smallest([...cells.values()].flat().map((piece) => piece.page));
}

function orderCells(cells: Map<Container, LinePiece[]>, rightToLeft: boolean): LinePiece[][] {
  return [...cells.values()].toSorted((a, b) =>
    rightToLeft ? rightOf(b) - rightOf(a) : leftOf(a) - leftOf(b),
  );
}

function leftOf(pieces: LinePiece[]): number {
  return smallest(pieces.map((piece) => piece.left));
}

function rightOf(pieces: LinePiece[]): number {
  return largest(pieces.map((piece) => piece.right));
}

/** An empty cell draws nothing: rows that are too short are laid under the columns of the fullest row. */
function fillGaps(rows: LinePiece[][][], rightToLeft: boolean): (LinePiece[] | undefined)[][] {
  const fullest = rows.reduce((best, row) => (row.length > best.length ? row : best), rows[0] ?? []);
  const columns = fullest.map((cell) => ({ left: leftOf(cell), right: rightOf(cell) }));
  return rows.map((row) => {
    if (row.length === columns.length) return row;
    const laid: (LinePiece[] | undefined)[] = columns.map(() => undefined);
    let from = 0;
    row.forEach((cell, index) => {
      const last = columns.length - (row.length - index);
      let best = from;
      for (let column = from; column <= last; column += 1) {
        if (distance(cell, columns[column]!, rightToLeft) < distance(cell, columns[best]!, rightToLeft))
          best = column;
      }
      laid[best] = cell;
      from = best + 1;
    });
    return laid;
  });
}

function distance(cell: LinePiece[], column: { left: number; right: number }, rightToLeft: boolean): number {
  const start = rightToLeft ? Math.abs(rightOf(cell) - column.right) : Math.abs(leftOf(cell) - column.left);
  return Math.min(start, Math.abs((leftOf(cell) + rightOf(cell) - column.left - column.right) / 2));
}
