import { ReadFailure, type ReadWarning } from '#gateway/engine/document.ts';
import { assessLetters, isScrambledLine } from './assess-letters.ts';
import type { LinePiece } from './page-lines.ts';
import type { ReadPage } from './read-pages.ts';

/** A page of which pictures cover this much, with next to no text, is a scan. */
const MIN_PICTURE_SHARE = 0.3;
const MAX_SCAN_GLYPHS = 8;
/** A scan may carry a stamp or a page number as text. */
const MIN_STAMPED_PICTURE_SHARE = 0.6;
const MAX_STAMP_GLYPHS = 60;

/** What of a document cannot be taken from its text layer: 1-based numbers of pages. */
interface MissingText {
  /** Their text is in pictures or outlines only. */
  pictures: number[];
  /** Their letters cannot be trusted. */
  scrambled: number[];
}

/** Pages whose text has to be recognised: pictures of text, and text in scrambled letters. */
export function findMissingText(pages: ReadPage[]): MissingText {
  const pictures = pages.filter((page) => isPicture(page) || isStamped(page)).map(({ page }) => page);
  const whole = assessLetters(pages.flatMap((page) => page.pieces)) === 'scrambled';
  const scrambled = pages
    .filter(({ pieces }) => pieces.length > 0 && (whole || assessLetters(pieces) === 'scrambled'))
    .map(({ page }) => page);
  return { pictures, scrambled };
}

function isPicture(page: ReadPage): boolean {
  if (page.invisible >= MAX_SCAN_GLYPHS) return false;
  return (page.glyphs === 0 && page.drawn > 0) || isScan(page);
}

function isScan(page: ReadPage): boolean {
  return page.pictured > MIN_PICTURE_SHARE && page.glyphs < MAX_SCAN_GLYPHS;
}

function isStamped(page: ReadPage): boolean {
  const isShort = page.pictured > MIN_STAMPED_PICTURE_SHARE && page.glyphs < MAX_STAMP_GLYPHS;
  return isShort && page.invisible < MAX_SCAN_GLYPHS && page.pictureHoldsText;
}

/** Fails with `pictures-of-text` or `no-text` when next to nothing is text. */
export function refuseWithoutText(pages: ReadPage[]): void {
  const glyphs = pages.reduce((sum, page) => sum + page.glyphs, 0);
  const scans = pages.filter(isScan).length;
  if (glyphs >= MAX_SCAN_GLYPHS && scans < 0.9 * pages.length) return;
  if (scans > 0 || (glyphs === 0 && pages.some((page) => page.pictured > 0))) {
    throw new ReadFailure('pictures-of-text', { pages: pages.length });
  }
  if (glyphs === 0) throw new ReadFailure('no-text', { pages: pages.length });
}

/** Leaves out pages whose letters cannot be trusted; fails when that is most of the document. */
export function dropScrambled(
  pages: LinePiece[][],
  warnings: ReadWarning[],
  suspectsAll: boolean,
): LinePiece[][] {
  const states = pages.map(assessLetters);
  const whole = assessLetters(pages.flat());
  const scrambled = states.filter((state) => state === 'scrambled').length;
  const withText = pages.filter((page) => page.length > 0).length;
  if (whole === 'scrambled' || scrambled > 0.5 * withText) throw new ReadFailure('letters-scrambled');
  const firstPage = states.indexOf('scrambled') + 1;
  const readable = pages.map((page, index) => (states[index] === 'scrambled' ? [] : page));
  const lines = readable.flat().filter(isScrambledLine).length;
  if (scrambled > 0 || lines > 0) {
    const parameters = { pages: scrambled, lines, ...(firstPage > 0 ? { page: firstPage } : {}) };
    warnings.push({ code: 'letters-scrambled', parameters });
  }
  // Beside one glyph without a known letter, further errors went unnoticed.
  const isSuspect = suspectsAll && pages.flat().some((piece) => piece.unmapped > 0);
  if (whole === 'damaged' || isSuspect) warnings.push({ code: 'letters-damaged' });
  return readable;
}

/** Tells of pages that hold something but no text, and of text that lies outside of its page. */
export function warnOfMissing(pages: ReadPage[], warnings: ReadWarning[]): void {
  const empty = pages.filter((page) => page.glyphs === 0 && page.drawn > 0);
  const first = empty[0];
  if (first !== undefined) {
    warnings.push({ code: 'pages-without-text', parameters: { pages: empty.length, page: first.page } });
  }
  const outside = pages.reduce((sum, page) => sum + page.outside, 0);
  const layered = pages.reduce((sum, page) => sum + countHidden(page), 0);
  const characters = layered + (outside > 20 ? outside : 0);
  if (characters > 0) warnings.push({ code: 'hidden-text-dropped', parameters: { characters } });
}

/** Characters of layers that are switched off, white space aside. */
export function countHidden(page: ReadPage): number {
  return page.hidden.replaceAll(/\s+/gu, '').length;
}
