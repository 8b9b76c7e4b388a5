import type { Block } from '#gateway/text/document.ts';
import type { FoundHeading } from './headings.ts';
import { joinLines } from './join-lines.ts';
import type { LinePiece } from './page-lines.ts';
import { beginsItem, continuesParagraph, measureColumns, stripBullet } from './paragraphs.ts';
import { addToTable, beginTable, finishTable } from './tables.ts';
import type { TableDraft } from './tables.ts';

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
    return { kind: 'heading', level: draft.heading.level, text: clean(draft.heading.text), page: draft.page };
  }
  const text = clean(joinLines(draft.pieces.map((piece) => piece.text)));
  return { kind: draft.kind, text: draft.kind === 'list-item' ? stripBullet(text) : text, page: draft.page };
}

/** Letters that no font could name leave no trace; controls and private codes are no text. */
function clean(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Co}\ufffd\ufffe\uffff]+/gu, '')
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
