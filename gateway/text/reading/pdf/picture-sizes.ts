import type { RecognisedLine } from '#gateway/text/reading/ocr/recogniser.ts';

interface Measured {
  /** Of the letters, inches. */
  height: number;
  /** Mean width of a letter, inches. */
  advance: number;
  letters: number;
}

const POINTS_PER_INCH = 72;
/** Share of a line's drawn height that its type size has, nearly. */
const SIZE_OF_HEIGHT = 0.85;
/** Both measures must exceed the body's by this: a line with a tall letter or a wide word is no heading. */
const SURELY_LARGER = 1.2;
/** Sizes to which larger lines are rounded, as shares of the body's, so that headings of one level agree. */
const STEPS = [1.3, 1.6, 2, 2.6];
const LONGEST_HEADING = 90;

/**
 * Answers the type size of each line in points: the body's, unless a short line is surely set larger. `known` is the
 * size of the document's body where a text layer tells it.
 */
export function measureTypes(
  pages: { dpi: number; lines: RecognisedLine[] }[],
  known: number | undefined,
): (line: RecognisedLine, dpi: number) => number {
  const all = pages.flatMap((page) => page.lines.map((line) => measure(line, page.dpi)));
  const height = middle(all, (one) => one.height);
  const advance = middle(all, (one) => one.advance);
  const body = known ?? Math.max(1, Math.round(2 * POINTS_PER_INCH * SIZE_OF_HEIGHT * height) / 2);
  return (line, dpi) => {
    const own = measure(line, dpi);
    const ratio = Math.min(own.height / height, own.advance / advance);
    if (!(ratio >= SURELY_LARGER) || own.letters > LONGEST_HEADING) return body;
    const step = STEPS.findLast((one) => ratio >= 0.92 * one) ?? STEPS[0]!;
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
function middle(all: Measured[], value: (one: Measured) => number): number {
  const sorted = all.toSorted((a, b) => value(a) - value(b));
  const half = sorted.reduce((sum, one) => sum + one.letters, 0) / 2;
  let passed = 0;
  for (const one of sorted) {
    passed += one.letters;
    if (passed >= half) return value(one);
  }
  return 1;
}
