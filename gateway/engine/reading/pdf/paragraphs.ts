import { largest, smallest } from '#common/long-lists.ts';
import type { LinePiece } from './page-lines.ts';

const BULLET = /^[•◦▪▫●○■□◆◇⁃‣➢➤✓✔–—*·-]\s*(?=[\p{L}\p{N}("«])/u;
const SURE_BULLET = /^[•◦▪▫●○■□◆◇⁃‣➢➤✓✔]\s*/u;
const NUMBERED = /^(?:\(?\p{Nd}{1,3}[.)\-–]|\(?[\p{Script=Arabic}a-z][.)])\s+\S/u;
const SENTENCE_END = /[.!?؟:؛…»"”)\]]$/u;

type Extent = Pick<LinePiece, 'left' | 'right'>;

/** Whether a line begins an item of a list. */
export function beginsItem(text: string): boolean {
  return BULLET.test(text) || SURE_BULLET.test(text) || NUMBERED.test(text);
}

/** The item without its bullet; a number stays, it is part of what the text says. */
export function stripBullet(text: string): string {
  return text.replace(SURE_BULLET, '').replace(BULLET, '').trim();
}

/** What paragraph joining has to know of the surroundings of a line. */
interface Column {
  left: number;
  right: number;
  /** Lines agree at their ends, not at their beginnings: Arabic set flush left, as a wrong paragraph direction does. */
  raggedStart: boolean;
  /** Usual distance of the baselines of one paragraph, in points. */
  leading: number;
}

/** Edges and leading of the text that stands above and below a piece on its page. */
export function measureColumns(pieces: LinePiece[]): Map<LinePiece, Column> {
  const columns = new Map<LinePiece, Column>();
  const pages = new Map<number, LinePiece[]>();
  for (const piece of pieces) {
    const page = pages.get(piece.page) ?? [];
    page.push(piece);
    pages.set(piece.page, page);
  }
  for (const page of pages.values()) {
    for (const piece of page) {
      const mates = page.filter(
        (other) => overlap(piece, other) > 0.5 * Math.min(width(piece), width(other)),
      );
      const left = smallest(mates.map((mate) => mate.left));
      const right = largest(mates.map((mate) => mate.right));
      const slack = 0.4 * piece.size;
      const atLeft = mates.filter((mate) => mate.left - left < slack).length;
      const atRight = mates.filter((mate) => right - mate.right < slack).length;
      const raggedStart = piece.rightToLeft ? atLeft > 1.5 * atRight : atRight > 1.5 * atLeft;
      columns.set(piece, { left, right, raggedStart, leading: 0 });
    }
  }
  const leading = usualLeading(pieces, columns);
  for (const [piece, column] of columns) column.leading = leading.get(sizeOf(piece)) ?? 1.5 * piece.size;
  return columns;
}

function sizeOf(piece: LinePiece): number {
  return Math.round(piece.size);
}

function width(piece: LinePiece): number {
  return piece.right - piece.left;
}

/** How much of the page's width two pieces share; negative where they lie apart. */
export function overlap(a: Extent, b: Extent): number {
  return Math.min(a.right, b.right) - Math.max(a.left, b.left);
}

/** The lower middle of the distances that follow a full line, by size of type. */
function usualLeading(pieces: LinePiece[], columns: Map<LinePiece, Column>): Map<number, number> {
  const steps = new Map<number, number[]>();
  pieces.forEach((piece, index) => {
    const above = pieces[index - 1];
    if (above === undefined || above.page !== piece.page || sizeOf(above) !== sizeOf(piece)) return;
    const step = above.y - piece.y;
    if (step <= 0 || step > 4 * piece.size || !isFull(above, piece, columns.get(above)!)) return;
    const all = steps.get(sizeOf(piece)) ?? [];
    all.push(step);
    steps.set(sizeOf(piece), all);
  });
  return new Map(
    [...steps].map(([size, all]) => [size, all.sort((a, b) => a - b)[Math.floor(all.length * 0.4)]!]),
  );
}

/** The first word of `next` would not have found room at the end of `piece`: the line was broken, not ended. */
function isFull(piece: LinePiece, next: LinePiece, column: Column): boolean {
  const needed = firstWordWidth(next) + 0.5 * next.size;
  const atLeft = piece.rightToLeft !== column.raggedStart;
  const available = atLeft ? piece.left - column.left : column.right - piece.right;
  return available < needed;
}

/** Estimated from the line's own average, but digits and capitals are wider than joined Arabic letters. */
function firstWordWidth(piece: LinePiece): number {
  const letters = countLetters(piece.text);
  const word = piece.text.split(' ')[0] ?? '';
  const average = width(piece) / Math.max(1, letters);
  const each = /[\p{Nd}\p{Lu}]/u.test(word) ? Math.max(average, 0.62 * piece.size) : average;
  return each * (countLetters(word) + 1);
}

function countLetters(text: string): number {
  return text.replaceAll(/\p{M}/gu, '').length;
}

/** Whether an untagged line goes on with the paragraph that `previous` ended so far. */
export function continuesParagraph(
  previous: LinePiece,
  piece: LinePiece,
  columns: Map<LinePiece, Column>,
): boolean {
  const column = columns.get(previous)!;
  if (piece.bulleted || beginsItem(piece.text) || !isFull(previous, piece, column)) return false;
  if (Math.abs(previous.size - piece.size) > 0.08 * piece.size) return false;
  if (isIndented(piece, columns.get(piece)!) && !isIndented(previous, column)) return false;
  const step = previous.y - piece.y;
  const jumped = previous.page !== piece.page || step <= 0;
  if (jumped) return !SENTENCE_END.test(previous.text);
  // A taller fallback font in a line pushes it down; an unfinished sentence then still goes on.
  return step <= (SENTENCE_END.test(previous.text) ? 1.2 : 1.45) * column.leading;
}

/** Set in by an em or more at its beginning, as first lines are. */
function isIndented(piece: LinePiece, column: Column): boolean {
  if (column.raggedStart) return false;
  const start = piece.rightToLeft ? column.right - piece.right : piece.left - column.left;
  return start > 0.9 * piece.size && start < 5 * piece.size;
}
