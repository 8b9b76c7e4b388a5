import { createByteReader } from './byte-reader.ts';
import { saturate, type Saturation, weighRarity } from './bm25.ts';
import type { Segment } from './segment.ts';

/** A passage of one of the searched segments. */
export interface Candidate {
  /** Which of the searched segments. */
  segment: number;
  ordinal: number;
  /** BM25 sum over the question's stems. */
  score: number;
}

/** What the first stage found, with the weights that a complete match would have earned. */
export interface StemMatches {
  /** Passages that have any of the stems, unordered. */
  candidates: Candidate[];
  /** Sum of the rarity of all stems, found or not. */
  attainable: number;
  /** By stem of the question: its rarity in the searched segments together. */
  rarities: number[];
}

/** BM25 of word stems over all passages of exactly these segments, whose rarities are counted together. */
export function matchStems(
  stems: readonly string[],
  segments: readonly Segment[],
  saturation: Saturation,
): StemMatches {
  let passages = 0;
  let words = 0;
  for (const segment of segments) {
    passages += segment.passageCount;
    words += segment.totalLength;
  }
  const averageLength = words / Math.max(1, passages);
  const scores = segments.map((segment) => new Float64Array(segment.passageCount));
  const rarities = stems.map((stem) => {
    const lists = segments.map((segment) => readPostings(segment, stem));
    let found = 0;
    for (const list of lists) found += list.length / 2;
    const rarity = weighRarity(found, passages);
    lists.forEach((list, index) => {
      const segment = segments[index];
      const sums = scores[index];
      if (!segment || !sums) return;
      for (let at = 0; at < list.length; at += 2) {
        const ordinal = list[at] ?? 0;
        const length = segment.lengths[ordinal] ?? 0;
        sums[ordinal] =
          (sums[ordinal] ?? 0) + rarity * saturate(list[at + 1] ?? 0, length, averageLength, saturation);
      }
    });
    return rarity;
  });
  const candidates: Candidate[] = [];
  scores.forEach((sums, segment) =>
    sums.forEach((score, ordinal) => {
      if (score > 0) candidates.push({ segment, ordinal, score });
    }),
  );
  return { candidates, rarities, attainable: rarities.reduce((sum, rarity) => sum + rarity, 0) };
}

/** Pairs of ordinal and frequency, in order of ordinals; empty when the segment does not have the stem. */
export function readPostings(segment: Segment, stem: string): Uint32Array {
  const id = findSorted(segment.stems, stem);
  if (id < 0) return new Uint32Array(0);
  const reader = createByteReader(segment.postings, segment.postingStarts[id]);
  const pairs = new Uint32Array(reader.varint() * 2);
  let ordinal = -1;
  for (let at = 0; at < pairs.length; at += 2) {
    ordinal += reader.varint() + 1;
    pairs[at] = ordinal;
    pairs[at + 1] = reader.varint();
  }
  return pairs;
}

/** The place of a string in a sorted list, -1 when it is not there. */
function findSorted(sorted: readonly string[], wanted: string): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = sorted[middle] ?? '';
    if (found === wanted) return middle;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
