import { classify } from '#gateway/engine/bidi/letter-classes.ts';
import { collectCharacters } from './characters.ts';
import { noHealth, type PageHealth } from './page-health.ts';
import { type LinePiece, makePageLines } from './page-lines.ts';
import type { Pdfium } from './pdfium.ts';
import { readStructure } from './structure.ts';

/** Share of letters that are right-to-left from which the whole document is taken to be. */
const RIGHT_TO_LEFT = 0.3;
const SAMPLED_PAGES = 12;
const ENOUGH_LETTERS = 200;

/** Whether a document reads from right to left, by the letters of pages spread evenly over it. */
function readsRightToLeft(pdfium: Pdfium, document: number, pages: number): boolean {
  const step = Math.max(1, Math.floor(pages / SAMPLED_PAGES));
  const sampled = Array.from({ length: pages }, (_, index) => index).filter((index) => index % step === 0);
  const rest = Array.from({ length: pages }, (_, index) => index).filter((index) => index % step !== 0);
  let rtl = 0;
  let ltr = 0;
  for (const [place, index] of [...sampled, ...rest].entries()) {
    if (place >= sampled.length && rtl + ltr >= ENOUGH_LETTERS) break;
    const letters = countPage(pdfium, document, index);
    rtl += letters.rtl;
    ltr += letters.ltr;
  }
  return rtl > RIGHT_TO_LEFT * (rtl + ltr);
}

function countPage(pdfium: Pdfium, document: number, index: number): { rtl: number; ltr: number } {
  const { api } = pdfium;
  const letters = { rtl: 0, ltr: 0 };
  const page = api.FPDF_LoadPage(document, index);
  if (page === 0) return letters;
  const text = api.FPDFText_LoadPage(page);
  const count = text === 0 ? 0 : api.FPDFText_CountChars(text);
  for (let index = 0; index < count; index += 1) {
    const code = api.FPDFText_GetUnicode(text, index);
    if (code < 0x41 || code > 0x10ffff) continue;
    const letter = classify(String.fromCodePoint(code));
    if (letter === 'rtl') letters.rtl += 1;
    else if (letter === 'ltr') letters.ltr += 1;
  }
  if (text !== 0) api.FPDFText_ClosePage(text);
  api.FPDF_ClosePage(page);
  return letters;
}

/** What is kept of a page once its lines are made: glyphs of a thousand pages would fill the memory. */
export interface ReadPage {
  /** 1-based. */
  page: number;
  height: number;
  pieces: LinePiece[];
  glyphs: number;
  /** Share of the page covered by pictures, 0 to 1. */
  pictured: number;
  /** Objects of every kind; none on a blank page. */
  drawn: number;
  /** Glyphs left out because their whole line lies outside the page. */
  outside: number;
  health: PageHealth;
}

/** Reads all pages into lines. A page that does not load counts as one without text. */
export function readPages(pdfium: Pdfium, document: number, count: number) {
  const rightToLeft = readsRightToLeft(pdfium, document, count);
  const pages: ReadPage[] = [];
  let line = 0;
  for (let index = 0; index < count; index += 1) {
    const page = readPage(pdfium, document, index, rightToLeft, line);
    line += page.pieces.length;
    pages.push(page);
  }
  return { pages, rightToLeft };
}

function readPage(
  pdfium: Pdfium,
  document: number,
  index: number,
  rightToLeft: boolean,
  firstLine: number,
): ReadPage {
  const page = index + 1;
  const handle = pdfium.api.FPDF_LoadPage(document, index);
  if (handle === 0)
    return { page, height: 0, pieces: [], glyphs: 0, pictured: 0, drawn: 0, outside: 0, health: noHealth() };
  try {
    const text = collectCharacters(pdfium, handle, page);
    const lines = makePageLines(text, readStructure(pdfium, handle), rightToLeft, firstLine);
    return { page, height: text.height, pictured: text.pictured, drawn: text.drawn, ...lines };
  } finally {
    pdfium.api.FPDF_ClosePage(handle);
  }
}
