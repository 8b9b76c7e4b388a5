import { type Bm25Parameters, termFrequencyWeight } from './bm25.ts';
import { type Corpus, locate } from './corpus.ts';
import { findTerms, type SearchTerm } from './find-terms.ts';
import { createHitTable, NO_TITLE, SECTION_TITLE, UNIT_TITLE } from './hit-table.ts';

/** How a stem counts: in the text by BM25, in titles above it by a share of its rarity. */
interface StemScoring {
  saturation: Bm25Parameters;
  unitTitle: number;
  sectionTitle: number;
}

/** What the first stage found, with what a complete match would have earned. */
export interface TermMatches {
  /** By number of the passage: the sum over the terms; 0 for a passage that has none. */
  scores: Float64Array;
  /** By term of the question: its rarity in the corpus, see `termIdfs`. */
  idfs: number[];
  /** By term, the stems that it was taken for a misspelling of; none where a passage says it in any way. */
  corrections: string[][];
}

// One question is matched at a time, from beginning to end.
const table = createHitTable();

/**
 * Scores all passages of exactly this corpus by the question's terms. A passage earns for each term by its best way
 * of saying it, `weight x rarity x (saturation in the text + share for titles)`.
 */
export function matchTerms(
  terms: readonly SearchTerm[],
  corpus: Corpus,
  { saturation, unitTitle, sectionTitle }: StemScoring,
): TermMatches {
  table.clear();
  const foundTerms = findTerms(terms, corpus, table);
  const { parts, passageCount } = corpus;
  const averageLength = corpus.totalLength / Math.max(1, passageCount);
  const shares = new Float64Array(3);
  shares[NO_TITLE] = 0;
  shares[UNIT_TITLE] = unitTitle;
  shares[SECTION_TITLE] = sectionTitle;
  const scores = new Float64Array(passageCount);
  ensureCapacity(bestScores, passageCount);
  for (const { variants, repeatedIn } of foundTerms) {
    for (const { hits, weight, idf } of variants)
      for (const { part, start, end } of hits) {
        const { postings, place = 0, first = 0, numbers } = parts[part] ?? {};
        if (!postings || (!numbers && repeatedIn.has(place))) continue;
        for (let hit = start; hit < end; hit++) {
          const ordinal = table.ordinalAt(hit);
          const number = numbers ? (numbers[ordinal] ?? 0) : first + ordinal;
          if (numbers && repeatedIn.size > 0 && repeatedIn.has(locate(corpus, number).segment)) continue;
          const frequency = table.frequencyAt(hit);
          const share = termFrequencyWeight(frequency, postings.lengthOf(ordinal), averageLength, saturation);
          addScore(bestScores, number, weight * idf * (share + (shares[table.titleAt(hit)] ?? 0)));
        }
      }
    addToSums(bestScores, scores);
  }
  const corrections = foundTerms.map((term) => term.corrections);
  return { scores, idfs: foundTerms.map(({ idf }) => idf), corrections };
}

/**
 * How rare each term is among the passages of exactly this corpus: by its own word, or where no passage has that, by
 * the best alternative that any has. A term that nothing says is rarest.
 */
export function termIdfs(terms: readonly SearchTerm[], corpus: Corpus): number[] {
  table.clear();
  return findTerms(terms, corpus, table).map(({ idf }) => idf);
}

/** What the ways of saying one term earn: by passage the most of them. Reused from term to term. */
interface BestScores {
  best: Float64Array;
  /** Passages with a score, each once. */
  touched: Uint32Array;
  count: number;
}

const bestScores: BestScores = { best: new Float64Array(1024), touched: new Uint32Array(1024), count: 0 };

function ensureCapacity(bestScores: BestScores, passages: number): void {
  if (bestScores.best.length >= passages) return;
  const before = bestScores.best;
  const touched = bestScores.touched;
  bestScores.best = new Float64Array(passages);
  bestScores.best.set(before);
  bestScores.touched = new Uint32Array(passages);
  bestScores.touched.set(touched);
}

function addScore(to: BestScores, ordinal: number, earned: number): void {
  const before = to.best[ordinal] ?? 0;
  if (earned <= before) return;
  if (before === 0) to.touched[to.count++] = ordinal;
  to.best[ordinal] = earned;
}

/** Adds the best scores to the sums, and clears them. */
function addToSums(from: BestScores, sums: Float64Array): void {
  for (let index = 0; index < from.count; index++) {
    const ordinal = from.touched[index] ?? 0;
    sums[ordinal] = (sums[ordinal] ?? 0) + (from.best[ordinal] ?? 0);
    from.best[ordinal] = 0;
  }
  from.count = 0;
}
