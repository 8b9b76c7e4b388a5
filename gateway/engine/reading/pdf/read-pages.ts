import { classify } from '#gateway/engine/bidi/letter-classes.ts';
import { collectCharacters } from './characters.ts';
import { addFormValues, openForm, readFormFields } from './form-fields.ts';
import { noHealth, type PageHealth } from './page-health.ts';
import { type LinePiece, makePageLines } from './page-lines.ts';
import type { Pdfium } from './pdfium.ts';
import { picturesHoldText } from './picture-detail.ts';
import { readStructure } from './structure.ts';

/** Share of letters that are right-to-left from which the whole document is taken to be. */
const RIGHT_TO_LEFT = 0.3;
const SAMPLED_PAGES = 12;
const ENOUGH_LETTERS = 200;
/** A page with no more glyphs over a picture may be a scan with a stamp. */
const MAX_STAMP_GLYPHS = 60;
/** Share of a page's height, at top and bottom, where page numbers stand. */
const EDGE_SHARE = 0.08;

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
  /** Text of layers that are switched off. */
  hidden: string;
  /** Glyphs drawn without ink, as the text layer of a scan is. */
  invisible: number;
  /** Whether a picture behind little text is busy enough to hold text itself; true where that was not looked at. */
  pictureHoldsText: boolean;
  health: PageHealth;
}

/** Reads all pages into lines. A page that does not load counts as one without text. */
export function readPages(pdfium: Pdfium, document: number, count: number, hasLayers = false) {
  const form = openForm(pdfium, document);
  try {
    return readAllPages(pdfium, document, count, { hasLayers, form: form?.handle ?? 0 });
  } finally {
    form?.close();
  }
}

function readAllPages(
  pdfium: Pdfium,
  document: number,
  count: number,
  about: { hasLayers: boolean; form: number },
) {
  const rightToLeft = readsRightToLeft(pdfium, document, count);
  const pages: ReadPage[] = [];
  let line = 0;
  for (let index = 0; index < count; index += 1) {
    const page = readPage(pdfium, document, index, { ...about, rightToLeft, line });
    line += page.pieces.length;
    pages.push(page);
  }
  return { pages, rightToLeft };
}

/** Whether text stands in the body of a page, where stamps and page numbers seldom do. */
function hasBodyText(pieces: LinePiece[], height: number): boolean {
  return pieces.some(({ y }) => y > EDGE_SHARE * height && y < (1 - EDGE_SHARE) * height);
}

function readPage(
  pdfium: Pdfium,
  document: number,
  index: number,
  about: { rightToLeft: boolean; hasLayers: boolean; form: number; line: number },
): ReadPage {
  const page = index + 1;
  const handle = pdfium.api.FPDF_LoadPage(document, index);
  if (handle === 0)
    return {
      page,
      height: 0,
      pieces: [],
      glyphs: 0,
      pictured: 0,
      drawn: 0,
      outside: 0,
      hidden: '',
      invisible: 0,
      pictureHoldsText: true,
      health: noHealth(),
    };
  try {
    const text = collectCharacters(pdfium, handle, page, about.hasLayers);
    const lines = makePageLines(text, readStructure(pdfium, handle), about.rightToLeft, about.line);
    const { height, pictured, drawn, hidden } = text;
    const invisible = text.characters.filter((character) => character.run.invisible).length;
    const fields = about.form === 0 ? [] : readFormFields(pdfium, about.form, handle);
    const pieces = addFormValues(lines.pieces, fields, {
      page,
      rightToLeft: about.rightToLeft,
      firstLine: about.line + lines.pieces.length,
    });
    const glyphs = lines.glyphs + fields.reduce((sum, { value }) => sum + value.length, 0);
    const mayBeBackground =
      pictured > 0.5 && glyphs > 0 && glyphs < MAX_STAMP_GLYPHS && hasBodyText(pieces, height);
    const pictureHoldsText = !mayBeBackground || picturesHoldText(pdfium, handle);
    return { page, height, pictured, drawn, hidden, invisible, pictureHoldsText, ...lines, pieces, glyphs };
  } finally {
    pdfium.api.FPDF_ClosePage(handle);
  }
}
