import { meanConfidence } from '#gateway/text/reading/ocr/confidence.ts';
import { MOST_PICTURES } from '#gateway/text/reading/ocr/most-pictures.ts';
import type { ReadTools } from '#gateway/text/reading/ocr/recogniser.ts';
import type { LinePiece } from './page-lines.ts';
import type { Pdfium } from './pdfium.ts';
import { certaintyOf, makePicturePieces } from './picture-pieces.ts';
import type { PicturePage } from './picture-pieces.ts';
import type { ReadPage } from './read-pages.ts';
import { renderPage } from './render-page.ts';

/** Percent below which what was made out of a page is taken for noise: photographs, ornaments, handwriting. */
const NOISE = 50;

export interface ReadPictures {
  /** The document's pages, those read from pictures with new lines. */
  pages: ReadPage[];
  /** 1-based numbers of the pages whose lines came from pictures. */
  recognised: number[];
  /** Percent: mean certainty of their words, 0 without any. */
  certainty: number;
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
  const chosen = wanted.numbers.slice(0, MOST_PICTURES);
  const recogniser = await tools.startRecogniser();
  const found: PicturePage[] = [];
  for (const [index, page] of chosen.entries()) {
    tools.onPicture?.(index + 1, chosen.length);
    const image = renderPage(pdfium, document, page - 1);
    if (image === undefined) continue;
    const lines = recogniser.recognise(image);
    const height = pages[page - 1]?.height ?? 0;
    if (meanConfidence(lines) >= NOISE) found.push({ page, height, dpi: image.dpi, lines });
  }
  const layer = pages.filter((page) => !wanted.replaces.has(page.page)).flatMap((page) => page.pieces);
  const pieces = makePicturePieces(found, layer);
  return {
    pages: pages.map((page) => merge(page, pieces.get(page.page), wanted.replaces.has(page.page))),
    recognised: found.map(({ page }) => page),
    certainty: certaintyOf(found),
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
