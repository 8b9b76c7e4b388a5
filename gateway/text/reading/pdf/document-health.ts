import type { HealthItem, HealthSample } from '#gateway/text/document.ts';
import { makeItem } from '#gateway/text/health/health-items.ts';
import type { LinePiece } from './page-lines.ts';
import type { ReadPage } from './read-pages.ts';
import { findMissingText } from './text-layer.ts';

/** The stages of one reading that its health is told from. */
export interface Reading {
  /** Pages by their text layer, before pictures were read. */
  layer: ReadPage[];
  /** 1-based numbers of the pages read from pictures, and the mean certainty of their words in percent. */
  recognised: Set<number>;
  certainty: number;
  /** Lines before and after running titles and page numbers were dropped. */
  lines: LinePiece[][];
  withoutFurniture: LinePiece[][];
}

/** What was seen and put right in a PDF. */
export function tellHealth(reading: Reading): HealthItem[] {
  const { layer, recognised, certainty } = reading;
  const own = layer.filter((page) => !recognised.has(page.page));
  const reversed = sum(own, (page) => page.health.reversed);
  const turned = sum(own, (page) => page.health.turned);
  const read = [...recognised];
  return [
    makeItem('reversed-lines', reversed, reversed, samples(own, 'reversedSamples')),
    makeItem('split-letters', turned, turned, samples(own, 'turnedSamples')),
    brokenLetters(reading),
    missingText(reading),
    makeItem(
      'hidden-text',
      sum(own, (page) => page.outside),
      Infinity,
    ),
    repeatedLines(reading),
    makeItem('ocr-pages', read.length, read.length, [], { pages: read, certainty }),
  ].filter((item) => item !== undefined);
}

/** Glyphs whose letter the font does not tell: settled where their page was read from its picture. */
function brokenLetters({ layer, recognised }: Reading): HealthItem | undefined {
  const broken = layer.flatMap((page) =>
    page.pieces.filter((piece) => piece.unmapped > 0).map((piece) => ({ page: page.page, piece })),
  );
  const count = (some: typeof broken) => some.reduce((total, { piece }) => total + piece.unmapped, 0);
  const settled = count(broken.filter(({ page }) => recognised.has(page)));
  const shown = broken.map(({ piece }) => ({ before: piece.text, after: '' })).slice(0, 3);
  return makeItem('broken-letters', count(broken), settled, shown, { pages: broken.map(({ page }) => page) });
}

function missingText({ layer, recognised }: Reading): HealthItem | undefined {
  const missing = findMissingText(layer).pictures;
  const settled = missing.filter((page) => recognised.has(page)).length;
  return makeItem('missing-text', missing.length, settled, [], { pages: missing });
}

function repeatedLines({ lines, withoutFurniture }: Reading): HealthItem | undefined {
  const kept = new Set(withoutFurniture.flat());
  const dropped = lines.flat().filter((piece) => !kept.has(piece));
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
