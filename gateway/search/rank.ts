import { type Candidate, matchStems } from './match-stems.ts';
import type { Synonyms } from './alternatives.ts';
import { analyseQuestion } from './question.ts';
import { rescore } from './rescore.ts';
import type { Segment } from './segment.ts';

/** A unit's segment as it is searched. `unitId` is only handed back. */
export interface SearchedUnit<Id = number> {
  unitId: Id;
  segment: Segment;
}

export interface RankedPassage<Id = number> {
  unitId: Id;
  /** Place of the passage in its unit's segment. */
  ordinal: number;
  /** Relevance in 0..1, see `rank`. */
  score: number;
  /** What the ranking score was summed from, weights applied: for explanations. */
  parts: RankingParts;
}

export interface RankingParts {
  /** Word stems: BM25 in the text, and a share of their rarity where unit title or section title has them. */
  stems: number;
  /** Character grams of the whole passage. */
  grams: number;
  /** Character grams of unit title and section title. */
  title: number;
  /** Character grams of the passage's best sentence. */
  sentence: number;
}

const STEMS = { saturation: { k1: 1, b: 0.75 }, unitTitle: 0.75, sectionTitle: 1 };
const GRAMS = { text: { k1: 0.9, b: 0.75 }, title: { k1: 1, b: 0.4 }, sentence: { k1: 0.9, b: 0.75 } };
const WEIGHTS = { grams: 0.15, title: 0.1, sentence: 0.07 };
const RESCORED = 100;
const SENTENCES_OF = 30;

/** What is less relevant than this shares a few letters with the question and nothing else. */
const LEAST_RELEVANCE = 0.05;

/**
 * The passages of exactly these units that answer a question best, best first, at most `limit`; ties go to the earlier
 * unit, then the earlier passage, so the same call always gives the same list. Empty when nothing resembles it.
 *
 * The ranking score is one sum: BM25 of word stems over all passages, which picks 100, then character grams of text,
 * titles and best sentence for those. `score` is that sum against what a passage of average length would earn that has
 * every word of the question once, x, as 1 - e^(-1.5x): it grows with the sum, 0.78 is such a passage, 0.4 about half
 * of the question's weight, and it means the same across questions and units.
 */
export function rank<Id>(
  question: string,
  units: readonly SearchedUnit<Id>[],
  { limit, synonyms = [] }: { limit: number; synonyms?: Synonyms },
): RankedPassage<Id>[] {
  const segments = units.map(({ segment }) => segment);
  const { stems, words } = analyseQuestion(question, { synonyms });
  if (words.length === 0) return [];
  const matches = matchStems(stems, segments, STEMS);
  const candidates = fillUp(matches.candidates.sort(byScore).slice(0, RESCORED), segments);
  const grams = rescore(words, segments, candidates, { saturations: GRAMS, sentencesOf: SENTENCES_OF });
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const attainable = sum(matches.rarities) + grams.attainable * (WEIGHTS.grams + WEIGHTS.sentence);
  return candidates
    .map((candidate, index) => {
      const found = grams.scores[index] ?? { text: 0, title: 0, sentence: 0 };
      const parts: RankingParts = {
        stems: candidate.score,
        grams: found.text * WEIGHTS.grams,
        title: found.title * WEIGHTS.title,
        sentence: found.sentence * WEIGHTS.sentence,
      };
      return { ...candidate, score: parts.stems + parts.grams + parts.title + parts.sentence, parts };
    })
    .sort(byScore)
    .slice(0, limit)
    .flatMap(({ segment, ordinal, score, parts }) => {
      const unit = units[segment];
      const relevance = relate(score, attainable);
      return unit && relevance >= LEAST_RELEVANCE
        ? [{ unitId: unit.unitId, ordinal, score: relevance, parts }]
        : [];
    });
}

function byScore(one: Candidate, other: Candidate): number {
  return other.score - one.score || one.segment - other.segment || one.ordinal - other.ordinal;
}

/** Passages without any of the stems may still resemble the question by letters; they also steady gram rarities. */
function fillUp(candidates: Candidate[], segments: readonly Segment[]): Candidate[] {
  if (candidates.length >= RESCORED) return candidates;
  const taken = segments.map(() => new Set<number>());
  for (const { segment, ordinal } of candidates) taken[segment]?.add(ordinal);
  const filled = [...candidates];
  for (const [segment, { passageCount }] of segments.entries())
    for (let ordinal = 0; ordinal < passageCount && filled.length < RESCORED; ordinal++)
      if (!taken[segment]?.has(ordinal)) filled.push({ segment, ordinal, score: 0 });
  return filled;
}

function relate(score: number, attainable: number): number {
  return attainable > 0 ? 1 - Math.exp((-1.5 * score) / attainable) : 0;
}
