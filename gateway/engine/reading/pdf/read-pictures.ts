import {
  type GreyImage,
  MAX_OCR_PAGES,
  meanConfidence,
  type ReadTools,
} from '#gateway/engine/reading/ocr/recogniser.ts';
import type { LinePiece } from './page-lines.ts';
import type { Pdfium } from './pdfium.ts';
import { confidenceOf, makePicturePieces, type PicturePage } from './picture-pieces.ts';
import type { ReadPage } from './read-pages.ts';

const GREY = 1;
const WITH_ANNOTATIONS = 0x01;
const IN_GREY = 0x08;
/** Letters of 10 to 14 points come out as high as the recogniser was trained on; finer is slower and no better. */
const DPI = 200;
/** A sheet of A2; anything larger is drawn coarser. */
const MAX_PIXELS = 16_000_000;
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
    const dpi = area > MAX_PIXELS ? DPI * Math.sqrt(MAX_PIXELS / area) : DPI;
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

/** Percent below which what was made out of a page is taken for noise: photographs, ornaments, handwriting. */
const NOISE_CONFIDENCE = 50;

interface ReadPictures {
  /** The document's pages, those read from pictures with new lines. */
  pages: ReadPage[];
  /** 1-based numbers of the pages whose lines came from pictures. */
  recognised: number[];
  /** Percent: mean confidence of their words, 0 without any. */
  confidence: number;
}

/**
 * Reads the given pages (1-based) from pictures of them. Lines of the text layer stay where `replaces` does not name
 * their page; what was made out in the same place is then dropped.
 */
export async function readPictures(
  pdfium: Pdfium,
  document: number,
  pages: ReadPage[],
  wanted: { numbers: number[]; replaces: Set<number> },
  tools: Required<Pick<ReadTools, 'startRecogniser'>> & ReadTools,
): Promise<ReadPictures> {
  const chosen = wanted.numbers.slice(0, MAX_OCR_PAGES);
  const recogniser = await tools.startRecogniser();
  const picturePages: PicturePage[] = [];
  for (const [index, page] of chosen.entries()) {
    tools.onPicture?.(index + 1, chosen.length);
    const image = renderPage(pdfium, document, page - 1);
    if (image === undefined) continue;
    const lines = recogniser.recognise(image);
    const height = pages[page - 1]?.height ?? 0;
    if (meanConfidence(lines) >= NOISE_CONFIDENCE) picturePages.push({ page, height, dpi: image.dpi, lines });
  }
  const layer = pages.filter((page) => !wanted.replaces.has(page.page)).flatMap((page) => page.pieces);
  const pieces = makePicturePieces(picturePages, layer);
  return {
    pages: pages.map((page) => merge(page, pieces.get(page.page), wanted.replaces.has(page.page))),
    recognised: picturePages.map(({ page }) => page),
    confidence: confidenceOf(picturePages),
  };
}

function merge(page: ReadPage, pictured: LinePiece[] | undefined, replaces: boolean): ReadPage {
  if (pictured === undefined) return page;
  const layer = replaces ? [] : page.pieces;
  const fresh = pictured.filter((piece) => !layer.some((other) => liesOver(piece, other)));
  const pieces = [...layer, ...fresh];
  return { ...page, pieces, glyphs: pieces.reduce((sum, piece) => sum + piece.glyphs, 0) };
}

function liesOver(a: LinePiece, b: LinePiece): boolean {
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return shared > 0 && Math.abs(a.y - b.y) < 0.7 * Math.max(a.size, b.size);
}
