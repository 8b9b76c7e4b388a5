import { type Saturation, saturate } from './bm25.ts';
import { findTerms, type SaidTerm } from './find-ways.ts';
import { createHitTable, NO_TITLE, SECTION_TITLE, UNIT_TITLE } from './hit-table.ts';
import type { Segment } from '#gateway/search/segment/segment.ts';

/** How a stem counts: in the text by BM25, in titles above it by a share of its rarity. */
export interface StemScoring {
  saturation: Saturation;
  unitTitle: number;
  sectionTitle: number;
}

/** What the first stage found, with what a complete match would have earned. */
export interface TermMatches {
  /** By segment, by passage: the sum over the terms; 0 for a passage that has none. Free to be changed. */
  scores: Float64Array[];
  /** By term of the question: its rarity in the searched segments together, see `weighTerms`. */
  rarities: number[];
}

// One question is matched at a time, from beginning to end.
const table = createHitTable();

/**
 * Scores all passages of exactly these segments by the question's terms. A passage earns for each term by its best way
 * of saying it, `weight x rarity x (saturation in the text + share for titles)`.
 */
export function matchTerms(
  terms: readonly SaidTerm[],
  segments: readonly Segment[],
  { saturation, unitTitle, sectionTitle }: StemScoring,
): TermMatches {
  table.clear();
  const found = findTerms(terms, segments, table);
  let words = 0;
  let passages = 0;
  for (const { totalLength, passageCount } of segments) {
    words += totalLength;
    passages += passageCount;
  }
  const averageLength = words / Math.max(1, passages);
  const shares = new Float64Array(3);
  shares[NO_TITLE] = 0;
  shares[UNIT_TITLE] = unitTitle;
  shares[SECTION_TITLE] = sectionTitle;
  const scores = segments.map(({ passageCount }) => new Float64Array(passageCount));
  for (const [index, segment] of segments.entries()) {
    const sums = scores[index] ?? new Float64Array();
    for (const { ways, isRepeated } of found) {
      if (isRepeated[index]) continue;
      for (const { hits, weight, rarity } of ways) {
        const here = hits[index];
        if (!here) continue;
        makeRoom(ledger, sums.length);
        for (let at = here.start; at < here.end; at++) {
          const ordinal = table.ordinalAt(at);
          const frequency = table.frequencyAt(at);
          const share = saturate(frequency, segment.lengthOf(ordinal), averageLength, saturation);
          enter(ledger, ordinal, weight * rarity * (share + (shares[table.titleAt(at)] ?? 0)));
        }
      }
      settle(ledger, sums);
    }
  }
  return { scores, rarities: found.map(({ rarity }) => rarity) };
}

/**
 * How rare each term is among the passages of exactly these segments: by its own word, or where no passage has that, by
 * the best alternative that any has. A term that nothing says is rarest.
 */
export function weighTerms(terms: readonly SaidTerm[], segments: readonly Segment[]): number[] {
  table.clear();
  return findTerms(terms, segments, table).map(({ rarity }) => rarity);
}

/** What the ways of saying one term earn in one segment: by passage the most of them. Reused from term to term. */
interface Ledger {
  best: Float64Array;
  /** Passages that earned anything, each once. */
  touched: Uint32Array;
  count: number;
}

const ledger: Ledger = { best: new Float64Array(1024), touched: new Uint32Array(1024), count: 0 };

function makeRoom(ledger: Ledger, passages: number): void {
  if (ledger.best.length >= passages) return;
  const before = ledger.best;
  const touched = ledger.touched;
  ledger.best = new Float64Array(passages);
  ledger.best.set(before);
  ledger.touched = new Uint32Array(passages);
  ledger.touched.set(touched);
}

function enter(to: Ledger, ordinal: number, earned: number): void {
  const before = to.best[ordinal] ?? 0;
  if (earned <= before) return;
  if (before === 0) to.touched[to.count++] = ordinal;
  to.best[ordinal] = earned;
}

/** Adds what is in the ledger to the sums, and empties it. */
function settle(from: Ledger, sums: Float64Array): void {
  for (let at = 0; at < from.count; at++) {
    const ordinal = from.touched[at] ?? 0;
    sums[ordinal] = (sums[ordinal] ?? 0) + (from.best[ordinal] ?? 0);
    from.best[ordinal] = 0;
  }
  from.count = 0;
}
