import { collectLeaves, drawActive } from './hidden-layers.ts';
import type { Pdfium } from './pdfium.ts';

const TEXT = 1;
const PICTURE_PIXELS = 600;
const WHITE = 0xff;
const BLOCK_PIXELS = 10;
/** Grey levels between ink and paper within one block. */
const MIN_CONTRAST = 80;
/** Share of blocks with contrast: a letterhead or frame has less, a page of text more. */
const MIN_BUSY_SHARE = 0.06;

/** Whether what a loaded page shows beside its text is as busy as a page of text: a scan, and not a background. */
export function picturesHoldText(pdfium: Pdfium, page: number): boolean {
  const { api } = pdfium;
  const texts = collectLeaves(pdfium, page).filter((object) => api.FPDFPageObj_GetType(object) === TEXT);
  for (const object of texts) api.FPDFPageObj_SetIsActive(object, false);
  const { pixels, width, height } = drawActive(pdfium, page, PICTURE_PIXELS, WHITE);
  for (const object of texts) api.FPDFPageObj_SetIsActive(object, true);
  let busy = 0;
  let blocks = 0;
  for (let top = 0; top + BLOCK_PIXELS <= height; top += BLOCK_PIXELS) {
    for (let start = 0; start + BLOCK_PIXELS <= width; start += BLOCK_PIXELS) {
      blocks += 1;
      if (contrastOf(pixels, width, start, top) >= MIN_CONTRAST) busy += 1;
    }
  }
  return busy > MIN_BUSY_SHARE * blocks;
}

function contrastOf(pixels: Uint8Array, width: number, start: number, top: number): number {
  let darkest = 255;
  let lightest = 0;
  for (let y = top; y < top + BLOCK_PIXELS; y += 1) {
    for (let x = start; x < start + BLOCK_PIXELS; x += 1) {
      const pixel = pixels[y * width + x]!;
      darkest = Math.min(darkest, pixel);
      lightest = Math.max(lightest, pixel);
    }
  }
  return lightest - darkest;
}
