import { ReadFailure } from '#gateway/text/document.ts';
import type { ReadDocument, ReadWarning } from '#gateway/text/document.ts';
import { assembleBlocks } from './assemble-blocks.ts';
import { readBookmarks } from './bookmarks.ts';
import { isScrambledLine, judgeLetters } from './garbled.ts';
import { findHeadings } from './headings.ts';
import { isMadeByQt, openDocument, readTitle } from './open-document.ts';
import { dropFurniture } from './page-furniture.ts';
import type { LinePiece } from './page-lines.ts';
import { loadPdfium } from './pdfium.ts';
import { readPages } from './read-pages.ts';
import type { ReadPage } from './read-pages.ts';

/** A page of which pictures cover this much, with next to no text, is a scan. */
const SCANNED = 0.3;
const FEW_GLYPHS = 8;

/**
 * Reads a PDF into blocks with page numbers. Call `loadPdfium(wasm)` before, where the engine cannot find its own file.
 * Fails with `empty-file`, `password-protected`, `damaged`, `too-large-inside`, `no-text`, `pictures-of-text`
 * or `letters-scrambled`; warns with `letters-damaged`, `letters-scrambled`, `pages-without-text`, `hidden-text-dropped`.
 */
export async function readPdf(bytes: Uint8Array): Promise<ReadDocument> {
  const pdfium = await loadPdfium();
  const document = openDocument(pdfium, bytes);
  try {
    const { pages, rightToLeft } = readPages(pdfium, document.handle, document.pages);
    const title = readTitle(pdfium, document.handle);
    const bookmarks = readBookmarks(pdfium, document.handle);
    refuseWithoutText(pages);
    const warnings: ReadWarning[] = [];
    const usable = dropScrambled(
      pages.map((page) => page.pieces),
      warnings,
      isMadeByQt(pdfium, document.handle),
    );
    const heights = pages.map((page) => page.height);
    const pieces = dropFurniture(usable, heights).flat();
    const headings = findHeadings(pieces, bookmarks);
    const kept = pieces.filter((piece) => headings.has(piece) || !isScrambledLine(piece));
    warnOfMissing(pages, warnings);
    const blocks = assembleBlocks(kept, headings, rightToLeft);
    if (blocks.length === 0) throw new ReadFailure('no-text');
    return { ...(title === undefined ? {} : { title }), blocks, pages: document.pages, warnings };
  } finally {
    document.close();
  }
}

function refuseWithoutText(pages: ReadPage[]): void {
  const glyphs = sum(pages, (page) => page.glyphs);
  const scans = pages.filter(isScan).length;
  if (glyphs >= FEW_GLYPHS && scans < 0.9 * pages.length) return;
  if (scans > 0 || (glyphs === 0 && pages.some((page) => page.pictured > 0))) {
    throw new ReadFailure('pictures-of-text', { pages: pages.length });
  }
  if (glyphs === 0) throw new ReadFailure('no-text', { pages: pages.length });
}

function isScan(page: ReadPage): boolean {
  return page.pictured > SCANNED && page.glyphs < FEW_GLYPHS;
}

/** Leaves out pages whose letters cannot be trusted; fails when that is most of the document. */
function dropScrambled(pages: LinePiece[][], warnings: ReadWarning[], suspectsAll: boolean): LinePiece[][] {
  const states = pages.map(judgeLetters);
  const whole = judgeLetters(pages.flat());
  const scrambled = states.filter((state) => state === 'scrambled').length;
  const withText = pages.filter((page) => page.length > 0).length;
  if (whole === 'scrambled' || scrambled > 0.5 * withText) throw new ReadFailure('letters-scrambled');
  const firstPage = states.indexOf('scrambled') + 1;
  const kept = pages.map((page, index) => (states[index] === 'scrambled' ? [] : page));
  const lines = kept.flat().filter(isScrambledLine).length;
  if (scrambled > 0 || lines > 0) {
    const parameters = { pages: scrambled, lines, ...(firstPage > 0 ? { page: firstPage } : {}) };
    warnings.push({ code: 'letters-scrambled', parameters });
  }
  // Where one such glyph is known to be missing, others went unnoticed.
  const isSuspect = suspectsAll && pages.flat().some((piece) => piece.unmapped > 0);
  if (whole === 'damaged' || isSuspect) warnings.push({ code: 'letters-damaged' });
  return kept;
}

function warnOfMissing(pages: ReadPage[], warnings: ReadWarning[]): void {
  const empty = pages.filter((page) => page.glyphs === 0);
  const first = empty[0];
  if (first !== undefined) {
    warnings.push({ code: 'pages-without-text', parameters: { pages: empty.length, page: first.page } });
  }
  const outside = sum(pages, (page) => page.outside);
  if (outside > 20) warnings.push({ code: 'hidden-text-dropped', parameters: { characters: outside } });
}

function sum(pages: ReadPage[], count: (page: ReadPage) => number): number {
  return pages.reduce((total, page) => total + count(page), 0);
}
