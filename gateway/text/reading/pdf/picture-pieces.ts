import { meanConfidence } from '#gateway/text/reading/ocr/confidence.ts';
import type { RecognisedLine, RecognisedWord } from '#gateway/text/reading/ocr/recogniser.ts';
import { bodySize } from './headings.ts';
import type { LinePiece } from './page-lines.ts';
import { readPictureLine } from './picture-line.ts';
import { measureTypes } from './picture-sizes.ts';

/** A page read from its picture. */
export interface PicturePage {
  /** 1-based. */
  page: number;
  /** Points. */
  height: number;
  dpi: number;
  lines: RecognisedLine[];
}

const POINTS_PER_INCH = 72;
/** What lies this far apart, in heights of a line, stands in different cells or columns. */
const CELL_GAP = 2.2;
/** A word that is none: what borders of tables, bullets and specks of dust are taken for. */
const STROKES = /^[^\p{L}\p{N}]+$/u;
const FRAMES = /^[|¦!_[\]{}\\—–-]+$/u;
const NO_WORD = 20;
const SURE = 60;

/** Lines of recognised pages as the rest of the reader wants them, by page, set among those of the text layer. */
export function makePicturePieces(pages: PicturePage[], layer: LinePiece[]): Map<number, LinePiece[]> {
  const cleaned = pages.map((page) => ({ ...page, lines: page.lines.map(dropNoise).filter(hasWords) }));
  const sizeOf = measureTypes(cleaned, layer.length === 0 ? undefined : bodySize(layer));
  const found = new Map<number, LinePiece[]>();
  let line = Math.max(0, ...layer.map((piece) => piece.line + 1));
  for (const page of cleaned) {
    const pieces: LinePiece[] = [];
    for (const one of page.lines) {
      const size = sizeOf(one, page.dpi);
      const cells = cutCells(one).map((words) => makePiece(page, one, words, size, line));
      const rightToLeft = cells.some((cell) => cell.rightToLeft);
      pieces.push(...(rightToLeft ? cells.toReversed() : cells).filter((cell) => cell.text !== ''));
      line += 1;
    }
    found.set(page.page, pieces);
  }
  return found;
}

function dropNoise(line: RecognisedLine): RecognisedLine {
  const words = line.words.filter(
    ({ text, confidence }) =>
      confidence >= NO_WORD && !FRAMES.test(text) && !(STROKES.test(text) && confidence < SURE),
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
    left: points(Math.min(...words.map((word) => word.box.left))),
    right: points(Math.max(...words.map((word) => word.box.right))),
    size,
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

/** Percent: the mean certainty of all words of the given pages. */
export function certaintyOf(pages: PicturePage[]): number {
  return Math.round(meanConfidence(pages.flatMap((page) => page.lines)));
}
