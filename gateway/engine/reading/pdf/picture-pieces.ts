import { append, largest, smallest } from '#common/long-lists.ts';
import { readVisualLine, type VisualItem } from '#gateway/engine/bidi/inverse-bidi.ts';
import { classify, mirror } from '#gateway/engine/bidi/letter-classes.ts';
import {
  meanConfidence,
  type RecognisedLine,
  type RecognisedWord,
} from '#gateway/engine/reading/ocr/recogniser.ts';
import { bodySize } from './headings.ts';
import type { LinePiece } from './page-lines.ts';

interface Measured {
  /** Of the letters, inches. */
  height: number;
  /** Mean width of a letter, inches. */
  advance: number;
  letters: number;
}

/** Share of a line's drawn height that its type size has, nearly. */
const SIZE_OF_HEIGHT = 0.85;
/** Both measures must exceed the body's by this: a line with a tall letter or a wide word is no heading. */
const HEADING_SIZE_RATIO = 1.2;
/** Sizes to which larger lines are rounded, as shares of the body's, so that headings of one level agree. */
const STEPS = [1.3, 1.6, 2, 2.6];
const MAX_HEADING_LENGTH = 90;

/**
 * Answers the type size of each line in points: the body's, unless a short line is surely set larger. `known` is the
 * size of the document's body where a text layer tells it.
 */
function measureTypes(
  pages: { dpi: number; lines: RecognisedLine[] }[],
  bodyPoints: number | undefined,
): (line: RecognisedLine, dpi: number) => number {
  const all = pages.flatMap((page) => page.lines.map((line) => measure(line, page.dpi)));
  const height = weightedMedian(all, (line) => line.height);
  const advance = weightedMedian(all, (line) => line.advance);
  const body = bodyPoints ?? Math.max(1, Math.round(2 * POINTS_PER_INCH * SIZE_OF_HEIGHT * height) / 2);
  return (line, dpi) => {
    const own = measure(line, dpi);
    const ratio = Math.min(own.height / height, own.advance / advance);
    if (!(ratio >= HEADING_SIZE_RATIO) || own.letters > MAX_HEADING_LENGTH) return body;
    const step = STEPS.findLast((candidate) => ratio >= 0.92 * candidate) ?? STEPS[0]!;
    return body * step;
  };
}

function measure({ words }: RecognisedLine, dpi: number): Measured {
  const letters = words.reduce((sum, { text }) => sum + text.replaceAll(/\p{M}/gu, '').length, 0);
  const width = words.reduce((sum, { box }) => sum + box.right - box.left, 0);
  const tall = words.map(({ box }) => box.bottom - box.top).toSorted((a, b) => a - b);
  return {
    height: (tall[Math.floor(tall.length * 0.7)] ?? 0) / dpi,
    advance: width / Math.max(1, letters) / dpi,
    letters,
  };
}

/** The median by letters: most of a document is its body. */
function weightedMedian(all: Measured[], value: (line: Measured) => number): number {
  const sorted = all.toSorted((a, b) => value(a) - value(b));
  const half = sorted.reduce((sum, line) => sum + line.letters, 0) / 2;
  let passed = 0;
  for (const line of sorted) {
    passed += line.letters;
    if (passed >= half) return value(line);
  }
  return 1;
}

const POINTS_PER_INCH = 72;

/** A number with its separators, a Latin word, or one letter with its marks. */
const PARTS = /\p{Nd}(?:[\p{Nd}.,:/٫٬-]*\p{Nd})?|\p{Script=Latin}+|.\p{M}*/gsu;
/** A drawn bullet is taken for one of these, and is lower than letters are. */
const LIKE_BULLET = /^[^\p{L}\p{N}]$|^[٠0oOeهe©®]$/u;
const LOW = 0.5;

/**
 * Reads the words of one line, from left to right, into logical text. The recogniser gives each word in logical order
 * but the words of a right-to-left line in an order that suffers from every word it took for the other language's.
 */
function readPictureLine(
  words: RecognisedWord[],
  height: number,
): { text: string; rightToLeft: boolean; bulleted: boolean } {
  const letters = words.map(({ text }) => text).join('');
  const rtl = letters.match(/\p{Script=Arabic}/gu)?.length ?? 0;
  const ltr = letters.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const rightToLeft = rtl > 0 && rtl >= 0.5 * ltr;
  const first = rightToLeft ? words.at(-1) : words[0];
  const bulleted = words.length > 1 && first !== undefined && isBullet(first, height);
  const textWords = bulleted ? words.filter((word) => word !== first) : words;
  const text = rtl === 0 ? textWords.map((word) => word.text).join(' ') : readMixed(textWords, rightToLeft);
  return { text: text.replaceAll(/\s+/gu, ' ').trim().normalize('NFC'), rightToLeft, bulleted };
}

function isBullet({ text, box }: RecognisedWord, height: number): boolean {
  const width = box.right - box.left;
  return LIKE_BULLET.test(text) && box.bottom - box.top < LOW * height && width < LOW * height;
}

function readMixed(words: RecognisedWord[], rightToLeft: boolean): string {
  const items: VisualItem[] = [];
  words.forEach((word, rank) => {
    if (rank > 0) items.push({ text: ' ', letter: 'space', rank, font: '' });
    for (const text of partsFromLeft(word.text, rightToLeft))
      items.push({ text, letter: classify(text), rank, font: '' });
  });
  return readVisualLine(items, { rightToLeft, drawnLeftToRight: true });
}

/** A Latin word stands as it is read; any other of a right-to-left line was turned round by the recogniser. */
function partsFromLeft(text: string, rightToLeft: boolean): string[] {
  const parts = text.match(PARTS) ?? [];
  const arabic = /\p{Script=Arabic}/u.test(text);
  if (!arabic && (!rightToLeft || /\p{Script=Latin}/u.test(text))) return parts;
  return parts.toReversed().map((part) => (classify(part) === 'neutral' ? mirror(part) : part));
}

/** A page read from its picture. */
export interface PicturePage {
  /** 1-based. */
  page: number;
  /** Points. */
  height: number;
  dpi: number;
  lines: RecognisedLine[];
}

/** What lies this far apart, in heights of a line, stands in different cells or columns. */
const CELL_GAP = 2.2;
/** A word that is none: what borders of tables, bullets and specks of dust are taken for. */
const STROKES = /^[^\p{L}\p{N}]+$/u;
const FRAMES = /^[|¦!_[\]{}\\—–-]+$/u;
const NOISE_CONFIDENCE = 20;
const SURE_CONFIDENCE = 60;

/** Lines of recognised pages as the rest of the reader wants them, by page, set among those of the text layer. */
export function makePicturePieces(pages: PicturePage[], layer: LinePiece[]): Map<number, LinePiece[]> {
  const cleaned = pages.map((page) => ({ ...page, lines: page.lines.map(dropNoise).filter(hasWords) }));
  const sizeOf = measureTypes(cleaned, layer.length === 0 ? undefined : bodySize(layer));
  const byPage = new Map<number, LinePiece[]>();
  let line = largest(
    layer.map((piece) => piece.line + 1),
    0,
  );
  for (const page of cleaned) {
    const pieces: LinePiece[] = [];
    for (const recognisedLine of page.lines) {
      const size = sizeOf(recognisedLine, page.dpi);
      const cells = cutCells(recognisedLine).map((words) =>
        makePiece(page, recognisedLine, words, size, line),
      );
      const rightToLeft = cells.some((cell) => cell.rightToLeft);
      append(
        pieces,
        (rightToLeft ? cells.toReversed() : cells).filter((cell) => cell.text !== ''),
      );
      line += 1;
    }
    byPage.set(page.page, pieces);
  }
  return byPage;
}

function dropNoise(line: RecognisedLine): RecognisedLine {
  const words = line.words.filter(
    ({ text, confidence }) =>
      confidence >= NOISE_CONFIDENCE &&
      !FRAMES.test(text) &&
      !(STROKES.test(text) && confidence < SURE_CONFIDENCE),
  );
  return { ...line, words };
}

function hasWords(line: RecognisedLine): boolean {
  return line.words.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

function heightOf({ box }: { box: RecognisedLine['box'] }): number {
  return box.bottom - box.top;
}

/** Words of each cell, from left to right. */
function cutCells(line: RecognisedLine): RecognisedWord[][] {
  const cells: RecognisedWord[][] = [];
  for (const word of line.words.toSorted((a, b) => a.box.left - b.box.left)) {
    const before = cells.at(-1)?.at(-1);
    if (before === undefined || word.box.left - before.box.right > CELL_GAP * heightOf(line))
      cells.push([word]);
    else cells.at(-1)!.push(word);
  }
  return cells;
}

function makePiece(
  { page, height, dpi }: PicturePage,
  line: RecognisedLine,
  words: RecognisedWord[],
  size: number,
  number: number,
): LinePiece {
  const points = (pixels: number) => (pixels * POINTS_PER_INCH) / dpi;
  const { text, rightToLeft, bulleted } = readPictureLine(words, heightOf(line));
  return {
    page,
    text,
    y: height - points(line.box.bottom - 0.25 * heightOf(line)),
    left: points(smallest(words.map((word) => word.box.left))),
    right: points(largest(words.map((word) => word.box.right))),
    size,
    isUpright: false,
    bold: false,
    rightToLeft,
    container: undefined,
    artifact: false,
    bulleted,
    glyphs: text.length,
    unmapped: 0,
    line: number,
  };
}

/** Percent: the mean confidence of all words of the given pages. */
export function confidenceOf(pages: PicturePage[]): number {
  return Math.round(meanConfidence(pages.flatMap((page) => page.lines)));
}
