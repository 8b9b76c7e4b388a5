import { collectCharacters } from './characters.ts';
import { readsRightToLeft } from './direction.ts';
import { noHealth } from './page-health.ts';
import type { PageHealth } from './page-health.ts';
import { makePageLines } from './page-lines.ts';
import type { LinePiece } from './page-lines.ts';
import type { Pdfium } from './pdfium.ts';
import { readStructure } from './structure.ts';

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
