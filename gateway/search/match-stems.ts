import { type Saturation, saturate, weighRarity } from './bm25.ts';
import { createPostingList, type Segment } from './segment.ts';

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
  /** By place in the postings. */
  ordinals: Uint32Array;
  frequencies: Uint32Array;
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
  { ordinals, frequencies, inTitles }: Occurrences,
  {
    rarity,
    averageLength,
    saturation,
    unitTitle,
    sectionTitle,
  }: StemScoring & { rarity: number; averageLength: number },
): void {
  for (let at = 0; at < ordinals.length; at++) {
    const ordinal = ordinals[at] ?? 0;
    const share = saturate(frequencies[at] ?? 0, segment.lengthOf(ordinal), averageLength, saturation);
    sums[ordinal] = (sums[ordinal] ?? 0) + rarity * share;
  }
  const shares = { [IN_SECTION]: sectionTitle, [IN_UNIT]: unitTitle } as Record<number, number>;
  inTitles?.forEach((where, ordinal) => {
    sums[ordinal] = (sums[ordinal] ?? 0) + rarity * (shares[where] ?? 0);
  });
}

function findStem(segment: Segment, stem: string): Occurrences {
  const id = segment.findStem(stem);
  if (id < 0) return { ordinals: NONE, frequencies: NONE, inTitles: undefined, passages: 0 };
  const count = segment.readPostings(id, postings);
  const ordinals = postings.ordinals.slice(0, count);
  const frequencies = postings.frequencies.slice(0, count);
  const inTitles = markTitles(segment, id);
  if (!inTitles) return { ordinals, frequencies, inTitles, passages: count };
  let passages = 0;
  for (const where of inTitles) if (where > 0) passages++;
  for (const ordinal of ordinals) if (!inTitles[ordinal]) passages++;
  return { ordinals, frequencies, inTitles, passages };
}

const NONE = new Uint32Array();
const postings = createPostingList();

function markTitles(segment: Segment, id: number): Uint8Array | undefined {
  const sections = segment.sectionsWith(id);
  const inUnit = segment.titleHas(id);
  if (sections.length === 0 && !inUnit) return undefined;
  const marks = new Uint8Array(segment.passageCount);
  if (inUnit) marks.fill(IN_UNIT);
  for (const section of sections) {
    const runs = segment.passagesUnder(section);
    for (let at = 0; at < runs.length; at += 2) marks.fill(IN_SECTION, runs[at], runs[at + 1]);
  }
  return marks;
}
