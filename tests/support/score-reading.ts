import type { ReadDocument } from '#gateway/engine/document.ts';

/** How near a reading comes to the known text of a document; shares from 0 to 1. */
export interface ReadingScore {
  characters: number;
  words: number;
  bigrams: number;
  /** Headings of the known text found alone on a line, and how many it has. */
  titles: number;
  titlesKnown: number;
}

/** One block of a known text: kind and text, or the rows of a table. */
export type KnownBlock = [kind: string, content: string | string[][]];

const MARKS = /[\p{M}\u0640\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]/gu;

/** As the data folder's README says: NFKC, marks, tatweel and bidi controls off, letters folded, the rest one space. */
export function normaliseForScore(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(MARKS, '')
    .replaceAll(/[أإآٱ]/gu, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** A reading as plain lines: one a block, one a table row with its cells spaced. */
export function printReading(document: ReadDocument): string {
  return document.blocks
    .flatMap((block) =>
      block.kind === 'table'
        ? [...(block.header === undefined ? [] : [block.header]), ...block.rows].map((row) => row.join(' '))
        : [block.text],
    )
    .join('\n');
}

export function scoreReading(
  document: ReadDocument,
  knownText: string,
  knownBlocks: KnownBlock[],
): ReadingScore {
  const printed = printReading(document);
  const readText = normaliseForScore(printed);
  const expectedText = normaliseForScore(knownText);
  const readWords = readText.split(' ');
  const knownWords = expectedText.split(' ');
  const lines = new Set(printed.split('\n').map(normaliseForScore));
  const titles = knownBlocks.filter(([kind]) => /^h\d$/u.test(kind)).map(([, content]) => String(content));
  return {
    characters: Math.max(0, 1 - editDistance(readText, expectedText) / expectedText.length),
    words: multisetF1(readWords, knownWords),
    bigrams: multisetF1(pairs(readWords), pairs(knownWords)),
    titles: titles.filter((title) => lines.has(normaliseForScore(title))).length,
    titlesKnown: titles.length,
  };
}

function pairs(words: string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}

export function multisetF1(a: string[], b: string[]): number {
  const counts = new Map<string, number>();
  for (const word of b) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of a) {
    const remaining = counts.get(word) ?? 0;
    if (remaining === 0) continue;
    shared += 1;
    counts.set(word, remaining - 1);
  }
  return a.length + b.length === 0 ? 1 : (2 * shared) / (a.length + b.length);
}

/**
 * Levenshtein distance by furthest-reaching diagonals (Ukkonen): time grows with the square of the distance, not of the
 * length, so that a book compares in a moment when it was read well. When it was not, whole columns are cheaper.
 */
export function editDistance(a: string, b: string): number {
  const [n, m] = [a.length, b.length];
  const size = n + m + 3;
  const goal = m - n;
  let before = new Int32Array(size).fill(-2);
  let row = new Int32Array(size).fill(-2);
  const indexOf = (diagonal: number) => diagonal + n + 1;
  for (let distance = 0; distance <= n + m; distance += 1) {
    if (8 * distance * distance > n * m) return editDistanceByColumns(a, b);
    const low = Math.max(-distance, -n);
    const high = Math.min(distance, m);
    for (let diagonal = low; diagonal <= high; diagonal += 1) {
      const k = indexOf(diagonal);
      let i = distance === 0 ? 0 : Math.max(before[k]! + 1, before[k - 1]!, before[k + 1]! + 1);
      i = Math.min(i, n, m - diagonal);
      if (i < 0) {
        row[k] = -2;
        continue;
      }
      while (i < n && i + diagonal < m && a.charCodeAt(i) === b.charCodeAt(i + diagonal)) i += 1;
      row[k] = i;
      if (diagonal === goal && i >= n) return distance;
    }
    [before, row] = [row, before];
  }
  return n + m;
}

/** The same by columns of which 32 rows are one number's bits (Myers, in blocks after Hyyrö). */
export function editDistanceByColumns(a: string, b: string): number {
  const n = a.length;
  if (n === 0) return b.length;
  const blocks = Math.ceil(n / 32);
  const places = new Map<number, Int32Array>();
  const none = new Int32Array(blocks);
  for (let i = 0; i < n; i += 1) {
    const code = a.charCodeAt(i);
    let bits = places.get(code);
    if (!bits) places.set(code, (bits = new Int32Array(blocks)));
    bits[i >> 5]! |= 1 << (i & 31);
  }
  const rises = new Int32Array(blocks).fill(-1);
  const falls = new Int32Array(blocks);
  const lastBit = 1 << ((n - 1) & 31);
  let distance = n;
  for (let j = 0; j < b.length; j += 1) {
    const bits = places.get(b.charCodeAt(j)) ?? none;
    let carried = 1;
    for (let block = 0; block < blocks; block += 1) {
      const rise = rises[block]!;
      const fall = falls[block]!;
      let equal = bits[block]!;
      const vertical = equal | fall;
      if (carried < 0) equal |= 1;
      const horizontal = (((equal & rise) + rise) ^ rise) | equal;
      let up = fall | ~(horizontal | rise);
      let down = rise & horizontal;
      const top = block === blocks - 1 ? lastBit : 1 << 31;
      const next = (up & top) !== 0 ? 1 : (down & top) !== 0 ? -1 : 0;
      up = (up << 1) | (carried > 0 ? 1 : 0);
      down = (down << 1) | (carried < 0 ? 1 : 0);
      rises[block] = down | ~(vertical | up);
      falls[block] = up & vertical;
      carried = next;
    }
    distance += carried;
  }
  return distance;
}
