import { classify } from './letters.ts';
import type { Pdfium } from './pdfium.ts';

/** Share of letters that are right-to-left from which the whole document is taken to be. */
const RIGHT_TO_LEFT = 0.3;
const SAMPLED_PAGES = 12;
const ENOUGH_LETTERS = 200;

/** Whether a document reads from right to left, by the letters of pages spread evenly over it. */
export function readsRightToLeft(pdfium: Pdfium, document: number, pages: number): boolean {
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
  for (let at = 0; at < count; at += 1) {
    const code = api.FPDFText_GetUnicode(text, at);
    if (code < 0x41 || code > 0x10ffff) continue;
    const letter = classify(String.fromCodePoint(code));
    if (letter === 'rtl') letters.rtl += 1;
    else if (letter === 'ltr') letters.ltr += 1;
  }
  if (text !== 0) api.FPDFText_ClosePage(text);
  api.FPDF_ClosePage(page);
  return letters;
}
