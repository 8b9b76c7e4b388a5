import { createByteReader } from './byte-reader.ts';
import { type Saturation, saturate, weighRarity } from './bm25.ts';
import type { Segment } from './segment.ts';

/** A passage of one of the searched segments. */
export interface Candidate {
  /** Which of the searched segments. */
  segment: number;
  ordinal: number;
  /** Sum over the question's stems. */
  score: number;
}

/** What the first stage found, with what a complete match would have earned. */
export interface StemMatches {
  /** Passages that have any of the stems, unordered. */
  candidates: Candidate[];
  /** By stem of the question: its rarity in the searched segments together. */
  rarities: number[];
}

/** How a stem counts: in the text by BM25, in titles above it by a share of its rarity. */
export interface StemScoring {
  saturation: Saturation;
  unitTitle: number;
  sectionTitle: number;
}

/** Where one segment has a stem. */
interface Occurrences {
  /** Pairs of ordinal and frequency, in order of ordinals. */
  inText: Uint32Array;
  /** By passage: 0 in no title, `IN_SECTION` or `IN_UNIT`; absent where no title has the stem. */
  inTitles: Uint8Array | undefined;
  /** Passages that have it in either. */
  passages: number;
}

const IN_SECTION = 1;
const IN_UNIT = 2;

/** Scores all passages of exactly these segments by word stems, whose rarities are counted in them together. */
export function matchStems(
  stems: readonly string[],
  segments: readonly Segment[],
  scoring: StemScoring,
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
    const found = segments.map((segment) => findStem(segment, stem));
    const rarity = weighRarity(
      found.reduce((sum, occurrences) => sum + occurrences.passages, 0),
      passages,
    );
    segments.forEach((segment, index) => {
      const occurrences = found[index];
      const sums = scores[index];
      if (occurrences && sums) addScores(sums, segment, occurrences, { rarity, averageLength, ...scoring });
    });
    return rarity;
  });
  const candidates: Candidate[] = [];
  scores.forEach((sums, segment) =>
    sums.forEach((score, ordinal) => {
      if (score > 0) candidates.push({ segment, ordinal, score });
    }),
  );
  return { candidates, rarities };
}

/** How rare each stem is among the passages of exactly these segments, their titles and section titles counted. */
export function weighStems(stems: readonly string[], segments: readonly Segment[]): number[] {
  const passages = segments.reduce((sum, { passageCount }) => sum + passageCount, 0);
  return stems.map((stem) =>
    weighRarity(
      segments.reduce((sum, segment) => sum + findStem(segment, stem).passages, 0),
      passages,
    ),
  );
}

function addScores(
  sums: Float64Array,
  segment: Segment,
  { inText, inTitles }: Occurrences,
  {
    rarity,
    averageLength,
    saturation,
    unitTitle,
    sectionTitle,
  }: StemScoring & { rarity: number; averageLength: number },
): void {
  for (let at = 0; at < inText.length; at += 2) {
    const ordinal = inText[at] ?? 0;
    const share = saturate(inText[at + 1] ?? 0, segment.lengths[ordinal] ?? 0, averageLength, saturation);
    sums[ordinal] = (sums[ordinal] ?? 0) + rarity * share;
  }
  const shares = { [IN_SECTION]: sectionTitle, [IN_UNIT]: unitTitle } as Record<number, number>;
  inTitles?.forEach((where, ordinal) => {
    sums[ordinal] = (sums[ordinal] ?? 0) + rarity * (shares[where] ?? 0);
  });
}

function findStem(segment: Segment, stem: string): Occurrences {
  const id = findSorted(segment.stems, stem);
  if (id < 0) return { inText: new Uint32Array(0), inTitles: undefined, passages: 0 };
  const inText = readPostings(segment, id);
  const inTitles = markTitles(segment, id);
  if (!inTitles) return { inText, inTitles, passages: inText.length / 2 };
  let passages = inTitles.reduce((sum, where) => sum + (where > 0 ? 1 : 0), 0);
  for (let at = 0; at < inText.length; at += 2) if (!inTitles[inText[at] ?? 0]) passages++;
  return { inText, inTitles, passages };
}

function readPostings(segment: Segment, id: number): Uint32Array {
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

function markTitles(segment: Segment, id: number): Uint8Array | undefined {
  const sections = segment.sectionsByStem.get(id);
  const inUnit = segment.titleStems.has(id) ? IN_UNIT : 0;
  if (!sections && !inUnit) return undefined;
  const marked = new Set(sections);
  return Uint8Array.from(segment.passageSections, (section) => (marked.has(section) ? IN_SECTION : inUnit));
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
