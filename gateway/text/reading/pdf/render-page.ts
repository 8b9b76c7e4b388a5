import type { GreyImage } from '#gateway/text/reading/ocr/recogniser.ts';
import type { Pdfium } from './pdfium.ts';

const GREY = 1;
const WITH_ANNOTATIONS = 0x01;
const IN_GREY = 0x08;
/** Letters of 10 to 14 points come out as high as the recogniser was trained on; finer is slower and no better. */
const DPI = 200;
/** A sheet of A2; anything larger is drawn coarser. */
const MOST_PIXELS = 16_000_000;
const POINTS_PER_INCH = 72;

/** Draws a page as a grey picture; undefined when it does not load or has no extent. */
export function renderPage(pdfium: Pdfium, document: number, index: number): GreyImage | undefined {
  const { api } = pdfium;
  const page = api.FPDF_LoadPage(document, index);
  if (page === 0) return undefined;
  try {
    const points = { width: api.FPDF_GetPageWidthF(page), height: api.FPDF_GetPageHeightF(page) };
    if (!(points.width > 1) || !(points.height > 1)) return undefined;
    const area = (points.width * points.height * DPI ** 2) / POINTS_PER_INCH ** 2;
    const dpi = area > MOST_PIXELS ? DPI * Math.sqrt(MOST_PIXELS / area) : DPI;
    const width = Math.max(1, Math.round((points.width * dpi) / POINTS_PER_INCH));
    const height = Math.max(1, Math.round((points.height * dpi) / POINTS_PER_INCH));
    return { width, height, pixels: draw(pdfium, page, width, height), dpi };
  } finally {
    api.FPDF_ClosePage(page);
  }
}

function draw(pdfium: Pdfium, page: number, width: number, height: number): Uint8Array {
  const { api } = pdfium;
  const buffer = pdfium.allocate(new Uint8Array(width * height).fill(0xff));
  const bitmap = api.FPDFBitmap_CreateEx(width, height, GREY, buffer, width);
  try {
    if (bitmap !== 0)
      api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS | IN_GREY);
    return pdfium.copy(buffer, width * height);
  } finally {
    if (bitmap !== 0) api.FPDFBitmap_Destroy(bitmap);
    pdfium.free(buffer);
  }
}
