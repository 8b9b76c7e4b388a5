import { foldText } from '#common/fold-text.ts';
import { largest } from '#common/long-lists.ts';
import type { Bookmark } from './bookmarks.ts';
import type { LinePiece } from './page-lines.ts';

type HeadingLevel = 1 | 2 | 3 | 4 | 5 | 6;

/** A heading found among the lines: the pieces it consists of and the words to show. */
export interface FoundHeading {
  level: HeadingLevel;
  text: string;
  pieces: LinePiece[];
}

const HEADING_SIZE_RATIO = 1.12;
const MAX_HEADING_LENGTH = 160;
const MAX_HEADING_LINES = 4;

/** Finds headings: by the outline, else by tags, else by size and boldness. Answers each under its first piece. */
export function findHeadings(pieces: LinePiece[], bookmarks: Bookmark[]): Map<LinePiece, FoundHeading> {
  const headings = new Map<LinePiece, FoundHeading>();
  const taken = new Set<LinePiece>();
  const take = (heading: FoundHeading) => {
    headings.set(heading.pieces[0]!, heading);
    for (const piece of heading.pieces) taken.add(piece);
  };
  for (const heading of matchBookmarks(pieces, bookmarks)) take(heading);
  for (const heading of readTags(pieces, taken)) take(heading);
  const tagged = pieces.some((piece) => piece.container?.kind === 'heading');
  if (!tagged) for (const heading of guessBySize(pieces, taken, [...headings.values()])) take(heading);
  return headings;
}

function clampLevel(level: number): HeadingLevel {
  return Math.min(6, Math.max(1, level)) as HeadingLevel;
}

function matchBookmarks(pieces: LinePiece[], bookmarks: Bookmark[]): FoundHeading[] {
  const byPage = new Map<number, LinePiece[]>();
  for (const piece of pieces) {
    if (!byPage.has(piece.page)) byPage.set(piece.page, []);
    byPage.get(piece.page)!.push(piece);
  }
  const headings: FoundHeading[] = [];
  const taken = new Set<LinePiece>();
  for (const bookmark of bookmarks) {
    const wanted = foldTitle(bookmark.title);
    if (wanted === '' || bookmark.title.length > MAX_HEADING_LENGTH) continue;
    const near = [bookmark.page, bookmark.page + 1].flatMap((page) => byPage.get(page) ?? []);
    const matched = matchTitle(near, wanted, bookmark, taken) ?? matchGarbled(near, bookmark, taken);
    if (matched === undefined) continue;
    for (const piece of matched) taken.add(piece);
    headings.push({
      level: clampLevel(bookmark.level),
      text: bookmark.title.normalize('NFC'),
      pieces: matched,
    });
  }
  return headings;
}

/** The line, or up to four lines after each other, whose letters are the title's; the nearest to where it points. */
function matchTitle(
  near: LinePiece[],
  wanted: string,
  bookmark: Bookmark,
  taken: Set<LinePiece>,
): LinePiece[] | undefined {
  let best: LinePiece[] | undefined;
  let bestDistance = Infinity;
  near.forEach((first, start) => {
    if (taken.has(first)) return;
    let joined = '';
    for (let count = 1; count <= MAX_HEADING_LINES; count += 1) {
      const piece = near[start + count - 1];
      if (piece === undefined || taken.has(piece) || piece.page !== first.page) return;
      joined += foldTitle(piece.text);
      if (joined.length > wanted.length) return;
      if (joined !== wanted) continue;
      const distance =
        Math.abs(first.page - bookmark.page) * 10_000 +
        (bookmark.y === undefined ? 0 : Math.abs(first.y - bookmark.y));
      if (distance >= bestDistance) return;
      best = near.slice(start, start + count);
      bestDistance = distance;
      return;
    }
  });
  return best;
}

/** A heading font that cannot be decoded: the line just under the place the outline points to. */
function matchGarbled(near: LinePiece[], bookmark: Bookmark, taken: Set<LinePiece>): LinePiece[] | undefined {
  const { y } = bookmark;
  if (y === undefined) return undefined;
  const line = near.find(
    (piece) =>
      piece.page === bookmark.page &&
      !taken.has(piece) &&
      piece.unmapped > 0.3 * piece.glyphs &&
      piece.y < y + 4 &&
      y - piece.y < 3 * piece.size,
  );
  return line === undefined ? undefined : [line];
}

function readTags(pieces: LinePiece[], taken: Set<LinePiece>): FoundHeading[] {
  const headings: FoundHeading[] = [];
  let open: FoundHeading | undefined;
  for (const piece of pieces) {
    const { container } = piece;
    if (container?.kind !== 'heading' || taken.has(piece)) {
      open = undefined;
    } else if (open !== undefined && open.pieces[0]!.container === container) {
      open.pieces.push(piece);
      open.text += ` ${piece.text}`;
    } else {
      open = { level: clampLevel(container.level), text: piece.text, pieces: [piece] };
      headings.push(open);
    }
  }
  return headings.filter((heading) => heading.text.length <= 2 * MAX_HEADING_LENGTH);
}

/** Lines set larger than the body, or short and bold by themselves; levels follow the sizes, largest first. */
function guessBySize(pieces: LinePiece[], taken: Set<LinePiece>, ranked: FoundHeading[]): FoundHeading[] {
  const body = bodySize(pieces);
  const lineMates = countBy(pieces, (piece) => piece.line);
  const headings: FoundHeading[] = [];
  let open: FoundHeading | undefined;
  pieces.forEach((piece, index) => {
    const previous = pieces[index - 1];
    const before = open;
    open = undefined;
    if (
      taken.has(piece) ||
      lineMates.get(piece.line)! > 1 ||
      !looksLikeHeading(piece, body, pieces[index + 1])
    )
      return;
    const first = before?.pieces[0];
    const wraps =
      first !== undefined &&
      previous !== undefined &&
      first.page === piece.page &&
      first.bold === piece.bold &&
      Math.abs(first.size - piece.size) < 0.5 &&
      previous.y - piece.y > 0 &&
      previous.y - piece.y < 1.9 * piece.size &&
      before!.pieces.length < MAX_HEADING_LINES;
    if (wraps) {
      before!.pieces.push(piece);
      before!.text += ` ${piece.text}`;
      open = before;
      return;
    }
    open = { level: 1, text: piece.text, pieces: [piece] };
    headings.push(open);
  });
  const fitting = headings.filter((heading) => heading.text.length <= MAX_HEADING_LENGTH);
  setLevels(fitting, ranked);
  return fitting;
}

function looksLikeHeading(piece: LinePiece, body: number, next: LinePiece | undefined): boolean {
  const { text } = piece;
  if (piece.bulleted || piece.container?.kind === 'cell' || piece.container?.kind === 'list-item')
    return false;
  if (text.length > MAX_HEADING_LENGTH || !/\p{L}{2}/u.test(text) || piece.unmapped > 0.3 * piece.glyphs)
    return false;
  if (/[,،;؛]$/u.test(text)) return false;
  if (piece.size >= HEADING_SIZE_RATIO * body) return true;
  const follows = next !== undefined && !next.bold;
  return piece.bold && piece.size >= 0.95 * body && text.length <= 90 && follows && !/[.…]$/u.test(text);
}

/** The size in which most of the text is set. */
export function bodySize(pieces: LinePiece[]): number {
  const weights = new Map<number, number>();
  for (const piece of pieces) {
    const size = Math.round(piece.size * 2) / 2;
    weights.set(size, (weights.get(size) ?? 0) + piece.text.length);
  }
  let best = 0;
  for (const [size, weight] of weights) if (weight > (weights.get(best) ?? 0)) best = size;
  return best;
}

function countBy(pieces: LinePiece[], key: (piece: LinePiece) => number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const piece of pieces) counts.set(key(piece), (counts.get(key(piece)) ?? 0) + 1);
  return counts;
}

function rankOf(heading: FoundHeading): string {
  const first = heading.pieces[0]!;
  return `${(Math.round(first.size * 2) / 2).toFixed(1).padStart(6, '0')} ${first.bold ? 1 : 0}`;
}

function setLevels(headings: FoundHeading[], ranked: FoundHeading[]): void {
  const levels = new Map<string, HeadingLevel>();
  for (const heading of ranked) if (!levels.has(rankOf(heading))) levels.set(rankOf(heading), heading.level);
  const fresh = [...new Set(headings.map(rankOf))]
    .filter((rank) => !levels.has(rank))
    .sort()
    .reverse();
  for (const rank of fresh) {
    const above = [...levels].filter(([other]) => other > rank).map(([, level]) => level);
    levels.set(rank, clampLevel(above.length === 0 ? 1 : largest(above) + 1));
  }
  for (const heading of headings) heading.level = levels.get(rankOf(heading))!;
}

/** A title for comparing: folded letters and digits only. */
function foldTitle(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
