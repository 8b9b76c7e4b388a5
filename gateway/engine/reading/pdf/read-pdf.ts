import {
  type HealthItem,
  type HealthSample,
  type ReadDocument,
  ReadFailure,
  type ReadHint,
  type ReadWarning,
} from '#gateway/engine/document.ts';
import { makeItem } from '#gateway/engine/health/health-items.ts';
import type { ReadTools } from '#gateway/engine/reading/ocr/recogniser.ts';
import { detectAlignedTables } from './aligned-tables.ts';
import { assembleBlocks } from './assemble-blocks.ts';
import { isScrambledLine } from './assess-letters.ts';
import { readBookmarks } from './bookmarks.ts';
import { findHeadings } from './headings.ts';
import { isMadeByQt, openDocument, readTitle } from './open-document.ts';
import { dropFurniture } from './page-furniture.ts';
import type { LinePiece } from './page-lines.ts';
import { loadPdfium, type Pdfium } from './pdfium.ts';
import { type ReadPage, readPages } from './read-pages.ts';
import { readPictures } from './read-pictures.ts';
import {
  countHidden,
  dropScrambled,
  findMissingText,
  refuseWithoutText,
  warnOfMissing,
} from './text-layer.ts';

/** Percent below which a document that is all pictures counts as unreadable. */
const MIN_READABLE_CONFIDENCE = 55;

const SLASH = 0x2f;
const WHITE_SPACE_OR_DICTIONARY = new Set<number | undefined>([0x09, 0x0a, 0x0d, 0x20, 0x3c]);

/**
 * Reads a PDF into blocks with page numbers. Call `loadPdfium(wasm)` before, where the engine cannot find its own file.
 * Fails with `empty-file`, `password-protected`, `damaged`, `too-large-inside`, `no-text`, `pictures-of-text`,
 * `pictures-unreadable` or `letters-scrambled`; warns with `letters-damaged`, `letters-scrambled`,
 * `pages-without-text`, `read-by-ocr`, `hidden-text-dropped`, `attachments-skipped`. With a recogniser among the tools, pages without text
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
    const layer = readPages(pdfium, document.handle, document.pages, speaksOfLayers(bytes));
    const title = readTitle(pdfium, document.handle);
    const bookmarks = readBookmarks(pdfium, document.handle);
    const warnings: ReadWarning[] = [];
    const { pages, recognised, confidence } = await readMissing(
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
    const pieces = withoutFurniture.flatMap((page, index) =>
      detectAlignedTables(page, -1_000_000 - 1000 * index),
    );
    const headings = findHeadings(pieces, bookmarks);
    const readable = pieces.filter((piece) => headings.has(piece) || !isScrambledLine(piece));
    warnOfMissing(pages, warnings);
    const files = pdfium.api.FPDFDoc_GetAttachmentCount(document.handle);
    if (files > 0) warnings.push({ code: 'attachments-skipped', parameters: { files } });
    const rightToLeft = recognised.size > 0 ? isMostlyRightToLeft(readable) : layer.rightToLeft;
    const blocks = assembleBlocks(readable, headings, rightToLeft);
    if (blocks.length === 0) throw new ReadFailure('no-text');
    const reading = { layer: layer.pages, recognised, confidence, lines, withoutFurniture };
    return {
      ...(title === undefined ? {} : { title }),
      blocks,
      pages: document.pages,
      warnings,
      health: { items: reportHealth(reading) },
    };
  } finally {
    document.close();
  }
}

/** Whether a form or picture of the file names a layer; dictionaries of streams are never compressed. */
function speaksOfLayers(bytes: Uint8Array): boolean {
  for (let index = bytes.indexOf(SLASH); index >= 0; index = bytes.indexOf(SLASH, index + 1)) {
    const isKey = bytes[index + 1] === 0x4f && bytes[index + 2] === 0x43;
    if (isKey && WHITE_SPACE_OR_DICTIONARY.has(bytes[index + 3])) return true;
  }
  return false;
}

/** Pages as they are, or with what was read from pictures; the set names those. */
async function readMissing(
  pdfium: Pdfium,
  document: number,
  pages: ReadPage[],
  tools: ReadTools,
  warnings: ReadWarning[],
): Promise<{ pages: ReadPage[]; recognised: Set<number>; confidence: number }> {
  const { startRecogniser } = tools;
  const { pictures, scrambled } = findMissingText(pages);
  const numbers = [...new Set([...pictures, ...scrambled])].toSorted((a, b) => a - b);
  if (startRecogniser === undefined || numbers.length === 0)
    return { pages, recognised: new Set(), confidence: 0 };
  const wanted = { numbers, replaces: new Set(scrambled) };
  const pictureText = await readPictures(pdfium, document, pages, wanted, { ...tools, startRecogniser });
  const { confidence } = pictureText;
  const hasOwn = pictureText.pages.some(
    (page) => page.pieces.length > 0 && !pictureText.recognised.includes(page.page),
  );
  if (!hasOwn && confidence < MIN_READABLE_CONFIDENCE)
    throw new ReadFailure('pictures-unreadable', { pages: numbers.length, confidence });
  const [first] = pictureText.recognised;
  if (first !== undefined) {
    const parameters = { pages: pictureText.recognised.length, page: first, confidence };
    warnings.push({ code: 'read-by-ocr', parameters });
  }
  return { pages: pictureText.pages, recognised: new Set(pictureText.recognised), confidence };
}

function isMostlyRightToLeft(pieces: LinePiece[]): boolean {
  const letters = (some: LinePiece[]) => some.reduce((sum, piece) => sum + piece.text.length, 0);
  return letters(pieces.filter((piece) => piece.rightToLeft)) > 0.4 * letters(pieces);
}

/** The stages of one reading from which the health report is made. */
interface Reading {
  /** Pages by their text layer, before pictures were read. */
  layer: ReadPage[];
  /** 1-based numbers of the pages read from pictures, and the mean confidence of their words in percent. */
  recognised: Set<number>;
  confidence: number;
  /** Lines before and after running titles and page numbers were dropped. */
  lines: LinePiece[][];
  withoutFurniture: LinePiece[][];
}

/** What was seen and put right in a PDF. */
function reportHealth(reading: Reading): HealthItem[] {
  const { layer, recognised, confidence } = reading;
  const own = layer.filter((page) => !recognised.has(page.page));
  const reversed = sum(own, (page) => page.health.reversed);
  const turned = sum(own, (page) => page.health.turned);
  const recognisedPages = [...recognised];
  return [
    makeItem('reversed-lines', reversed, reversed, samples(own, 'reversedSamples')),
    makeItem('split-letters', turned, turned, samples(own, 'turnedSamples')),
    brokenLetters(reading),
    missingText(reading),
    hiddenText(own),
    repeatedLines(reading),
    makeItem('ocr-pages', recognisedPages.length, recognisedPages.length, [], {
      pages: recognisedPages,
      confidence,
    }),
  ].filter((item) => item !== undefined);
}

/** Text outside of its page or on a layer that is switched off. */
function hiddenText(pages: ReadPage[]): HealthItem | undefined {
  const layered = pages.filter((page) => countHidden(page) > 0);
  const shown = layered.map((page) => ({ before: page.hidden, after: '' }));
  const count = sum(pages, (page) => page.outside + countHidden(page));
  return makeItem('hidden-text', count, count, shown, { pages: layered.map(({ page }) => page) });
}

/** Glyphs whose letter the font does not tell: repaired where their page was read from its picture. */
function brokenLetters({ layer, recognised }: Reading): HealthItem | undefined {
  const broken = layer.flatMap((page) =>
    page.pieces.filter((piece) => piece.unmapped > 0).map((piece) => ({ page: page.page, piece })),
  );
  const count = (some: typeof broken) => some.reduce((total, { piece }) => total + piece.unmapped, 0);
  const repaired = count(broken.filter(({ page }) => recognised.has(page)));
  const shown = broken.map(({ piece }) => ({ before: piece.text, after: '' })).slice(0, 3);
  return makeItem('broken-letters', count(broken), repaired, shown, {
    pages: broken.map(({ page }) => page),
  });
}

function missingText({ layer, recognised }: Reading): HealthItem | undefined {
  const missing = findMissingText(layer).pictures;
  const repaired = missing.filter((page) => recognised.has(page)).length;
  return makeItem('missing-text', missing.length, repaired, [], { pages: missing });
}

function repeatedLines({ lines, withoutFurniture }: Reading): HealthItem | undefined {
  const remaining = new Set(withoutFurniture.flat());
  const dropped = lines.flat().filter((piece) => !remaining.has(piece));
  const shown = dropped.map((piece) => ({ before: piece.text, after: '' }));
  const pages = dropped.map((piece) => piece.page);
  return makeItem('repeated-lines', dropped.length, dropped.length, shown.slice(0, 3), { pages });
}

function samples(pages: ReadPage[], which: 'reversedSamples' | 'turnedSamples'): HealthSample[] {
  return pages.flatMap((page) => page.health[which]).slice(0, 3);
}

function sum(pages: ReadPage[], count: (page: ReadPage) => number): number {
  return pages.reduce((total, page) => total + count(page), 0);
}
