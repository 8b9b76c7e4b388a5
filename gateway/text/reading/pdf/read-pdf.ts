import { ReadFailure } from '#gateway/text/document.ts';
import type { ReadDocument, ReadWarning } from '#gateway/text/document.ts';
import type { ReadHint } from '#gateway/text/reading/hint.ts';
import type { ReadTools } from '#gateway/text/reading/ocr/recogniser.ts';
import { alignTables } from './aligned-tables.ts';
import { assembleBlocks } from './assemble-blocks.ts';
import { readBookmarks } from './bookmarks.ts';
import { isScrambledLine } from './garbled.ts';
import { tellHealth } from './document-health.ts';
import { findHeadings } from './headings.ts';
import { isMadeByQt, openDocument, readTitle } from './open-document.ts';
import { dropFurniture } from './page-furniture.ts';
import type { LinePiece } from './page-lines.ts';
import { loadPdfium } from './pdfium.ts';
import type { Pdfium } from './pdfium.ts';
import { readPages } from './read-pages.ts';
import type { ReadPage } from './read-pages.ts';
import { readPictures } from './read-pictures.ts';
import { dropScrambled, findMissingText, refuseWithoutText, warnOfMissing } from './text-layer.ts';

/** Percent below which a document that is all pictures counts as unreadable. */
const READABLE = 55;

/**
 * Reads a PDF into blocks with page numbers. Call `loadPdfium(wasm)` before, where the engine cannot find its own file.
 * Fails with `empty-file`, `password-protected`, `damaged`, `too-large-inside`, `no-text`, `pictures-of-text`,
 * `pictures-unreadable` or `letters-scrambled`; warns with `letters-damaged`, `letters-scrambled`,
 * `pages-without-text`, `read-by-ocr`, `hidden-text-dropped`. With a recogniser among the tools, pages without text
 * or with scrambled letters are read from pictures of them.
 */
export async function readPdf(
  bytes: Uint8Array,
  _hint: ReadHint = {},
  tools: ReadTools = {},
): Promise<ReadDocument> {
  const pdfium = await loadPdfium();
  const document = openDocument(pdfium, bytes);
  try {
    const layer = readPages(pdfium, document.handle, document.pages);
    const title = readTitle(pdfium, document.handle);
    const bookmarks = readBookmarks(pdfium, document.handle);
    const warnings: ReadWarning[] = [];
    const { pages, recognised, certainty } = await readMissing(
      pdfium,
      document.handle,
      layer.pages,
      tools,
      warnings,
    );
    if (recognised.size === 0) refuseWithoutText(pages);
    const isOwn = (page: ReadPage) => !recognised.has(page.page);
    const usable = dropScrambled(
      pages.map((page) => (isOwn(page) ? page.pieces : [])),
      warnings,
      isMadeByQt(pdfium, document.handle),
    );
    const heights = pages.map((page) => page.height);
    const lines = pages.map((page, index) => (isOwn(page) ? usable[index]! : page.pieces));
    const withoutFurniture = dropFurniture(lines, heights);
    const pieces = withoutFurniture.flatMap((page, index) => alignTables(page, -1_000_000 - 1000 * index));
    const headings = findHeadings(pieces, bookmarks);
    const kept = pieces.filter((piece) => headings.has(piece) || !isScrambledLine(piece));
    warnOfMissing(pages, warnings);
    const rightToLeft = recognised.size > 0 ? isMostlyRightToLeft(kept) : layer.rightToLeft;
    const blocks = assembleBlocks(kept, headings, rightToLeft);
    if (blocks.length === 0) throw new ReadFailure('no-text');
    const reading = { layer: layer.pages, recognised, certainty, lines, withoutFurniture };
    return {
      ...(title === undefined ? {} : { title }),
      blocks,
      pages: document.pages,
      warnings,
      health: { items: tellHealth(reading) },
    };
  } finally {
    document.close();
  }
}

/** Pages as they are, or with what was read from pictures; the set names those. */
async function readMissing(
  pdfium: Pdfium,
  document: number,
  pages: ReadPage[],
  tools: ReadTools,
  warnings: ReadWarning[],
): Promise<{ pages: ReadPage[]; recognised: Set<number>; certainty: number }> {
  const { startRecogniser } = tools;
  const { pictures, scrambled } = findMissingText(pages);
  const numbers = [...new Set([...pictures, ...scrambled])].toSorted((a, b) => a - b);
  if (startRecogniser === undefined || numbers.length === 0)
    return { pages, recognised: new Set(), certainty: 0 };
  const wanted = { numbers, replaces: new Set(scrambled) };
  const read = await readPictures(pdfium, document, pages, wanted, { ...tools, startRecogniser });
  const { certainty } = read;
  const hasOwn = read.pages.some((page) => page.pieces.length > 0 && !read.recognised.includes(page.page));
  if (!hasOwn && certainty < READABLE)
    throw new ReadFailure('pictures-unreadable', { pages: numbers.length, confidence: certainty });
  const [first] = read.recognised;
  if (first !== undefined) {
    const parameters = { pages: read.recognised.length, page: first, confidence: certainty };
    warnings.push({ code: 'read-by-ocr', parameters });
  }
  return { pages: read.pages, recognised: new Set(read.recognised), certainty };
}

function isMostlyRightToLeft(pieces: LinePiece[]): boolean {
  const letters = (some: LinePiece[]) => some.reduce((sum, piece) => sum + piece.text.length, 0);
  return letters(pieces.filter((piece) => piece.rightToLeft)) > 0.4 * letters(pieces);
}
