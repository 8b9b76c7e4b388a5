import { ReadFailure } from '#gateway/text/document.ts';
import type { ReadDocument, ReadWarning } from '#gateway/text/document.ts';
import { assembleBlocks } from './assemble-blocks.ts';
import { readBookmarks } from './bookmarks.ts';
import { collectCharacters } from './characters.ts';
import { isScrambledLine, judgeLetters } from './garbled.ts';
import { findHeadings } from './headings.ts';
import { openDocument, readTitle } from './open-document.ts';
import { dropFurniture } from './page-furniture.ts';
import { makePageLines, preparePage } from './page-lines.ts';
import type { LinePiece, PageUnits } from './page-lines.ts';
import { loadPdfium } from './pdfium.ts';
import type { Pdfium } from './pdfium.ts';
import { readStructure } from './structure.ts';

/** Share of letters that are right-to-left from which the whole document is taken to be. */
const RIGHT_TO_LEFT = 0.3;
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
    const pages = readPages(pdfium, document.handle, document.pages);
    const title = readTitle(pdfium, document.handle);
    const bookmarks = readBookmarks(pdfium, document.handle);
    refuseWithoutText(pages);
    const rtl = sum(pages, (page) => page.rtl);
    const ltr = sum(pages, (page) => page.ltr);
    const rightToLeft = rtl > RIGHT_TO_LEFT * (rtl + ltr);
    let line = 0;
    const lines = pages.map((page) => {
      const made = makePageLines(page, rightToLeft, line);
      line += made.length;
      return made;
    });
    const warnings: ReadWarning[] = [];
    const usable = dropScrambled(lines, warnings);
    const heights = pages.map((page) => page.text.height);
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

function readPages(pdfium: Pdfium, document: number, count: number): PageUnits[] {
  const pages: PageUnits[] = [];
  for (let index = 0; index < count; index += 1) {
    const handle = pdfium.api.FPDF_LoadPage(document, index);
    if (handle === 0) {
      // A page that does not load is told of with those that have no text.
      const nothing = {
        page: index + 1,
        width: 0,
        height: 0,
        characters: [],
        spaces: [],
        rules: [],
        spans: new Map(),
        pictured: 0,
        bounds: { left: 0, right: 0, bottom: 0, top: 0 },
      };
      pages.push(preparePage(nothing, new Map()));
      continue;
    }
    try {
      pages.push(preparePage(collectCharacters(pdfium, handle, index + 1), readStructure(pdfium, handle)));
    } finally {
      pdfium.api.FPDF_ClosePage(handle);
    }
  }
  return pages;
}

function refuseWithoutText(pages: PageUnits[]): void {
  const glyphs = sum(pages, (page) => page.units.length);
  const scans = pages.filter(isScan).length;
  if (glyphs >= FEW_GLYPHS && scans < 0.9 * pages.length) return;
  if (scans > 0 || (glyphs === 0 && pages.some((page) => page.text.pictured > 0))) {
    throw new ReadFailure('pictures-of-text', { pages: pages.length });
  }
  if (glyphs === 0) throw new ReadFailure('no-text', { pages: pages.length });
}

function isScan(page: PageUnits): boolean {
  return page.text.pictured > SCANNED && page.units.length < FEW_GLYPHS;
}

/** Leaves out pages whose letters cannot be trusted; fails when that is most of the document. */
function dropScrambled(pages: LinePiece[][], warnings: ReadWarning[]): LinePiece[][] {
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
  if (whole === 'damaged') warnings.push({ code: 'letters-damaged' });
  return kept;
}

function warnOfMissing(pages: PageUnits[], warnings: ReadWarning[]): void {
  const empty = pages.filter((page) => page.units.length === 0);
  const first = empty[0];
  if (first !== undefined) {
    warnings.push({ code: 'pages-without-text', parameters: { pages: empty.length, page: first.text.page } });
  }
  const outside = sum(pages, (page) => page.outside);
  if (outside > 20) warnings.push({ code: 'hidden-text-dropped', parameters: { characters: outside } });
}

function sum(pages: PageUnits[], count: (page: PageUnits) => number): number {
  return pages.reduce((total, page) => total + count(page), 0);
}
