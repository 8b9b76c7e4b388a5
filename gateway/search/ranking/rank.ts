import type { Synonyms } from '#gateway/search/question/alternatives.ts';
import { matchTerms, type TermMatches } from './match-terms.ts';
import { analyseQuestion, type Question, type QuestionTerm } from '#gateway/search/question/question.ts';
import { measureCloseness } from './measure-closeness.ts';
import { rescore } from './rescore.ts';
import type { Segment } from '#gateway/search/segment/segment.ts';
import { byScore, type Candidate, selectBest } from './select-best.ts';

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
  /** Character grams of the passage's best sentence, and how closely one of its sentences says the question's words. */
  sentence: number;
}

const STEMS = { saturation: { k1: 1, b: 0.75 }, unitTitle: 0.75, sectionTitle: 1 };
const GRAMS = { text: { k1: 0.9, b: 0.75 }, title: { k1: 1, b: 0.4 }, sentence: { k1: 0.9, b: 0.75 } };
const WEIGHTS = { grams: 0.15, title: 0.1, sentence: 0.07, closeness: 3 };
const RESCORED = 100;
const SENTENCES_OF = 30;
const CLOSENESS_OF = 15;

/** What is less relevant than this shares a few letters with the question and nothing else. */
export const LEAST_RELEVANCE = 0.05;
/** How steeply relevance rises with the sum: at the attainable sum it is 1 - e^-STEEPNESS. */
export const STEEPNESS = 1.5;

/** A ranking with what decided it: for explanations. */
export interface Ranking<Id = number> {
  question: Question;
  /** Best first. */
  passages: RankedPassage<Id>[];
  /** The sum of parts that a passage of average length earns which has every word of the question once. */
  attainable: number;
  /** Passages whose parts were all weighed, and how many of them are less relevant than `LEAST_RELEVANCE`. */
  compared: number;
  tooFar: number;
}

/** What the first stage leaves for the second: the passages worth rescoring, and what the question is made of. */
export interface MatchedCandidates<Id = number> {
  units: readonly SearchedUnit<Id>[];
  /** At most 100. The second stage reads the words of exactly these. */
  candidates: Candidate[];
  question: Question;
  /** By term of the question. */
  rarities: readonly number[];
}

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
  return decideRanking(matchCandidates(question, units, { synonyms }), { limit }).passages;
}

/** The first stage of `rank`: reads postings only. Segments whose words are not in memory may be given. */
export function matchCandidates<Id>(
  question: string,
  units: readonly SearchedUnit<Id>[],
  { synonyms = [] }: { synonyms?: Synonyms } = {},
): MatchedCandidates<Id> {
  const segments = units.map(({ segment }) => segment);
  const read = analyseQuestion(question, { synonyms, languages: segments.map(({ language }) => language) });
  if (read.words.length === 0) return { units, candidates: [], question: read, rarities: [] };
  const { scores, rarities } = scoreTerms(read.terms, segments);
  const candidates = fillUp(selectBest(scores, RESCORED), segments);
  return { units, candidates, question: read, rarities };
}

/** The part `stems` of every passage, and how rare each of the terms is: `rank` takes its candidates by this. */
export function scoreTerms(terms: readonly QuestionTerm[], segments: readonly Segment[]): TermMatches {
  return matchTerms(terms, segments, STEMS);
}

/** The second stage of `rank`: reads the words of the candidates, which must be in memory by now. */
export function decideRanking<Id>(
  { units, candidates, question, rarities }: MatchedCandidates<Id>,
  { limit }: { limit: number },
): Ranking<Id> {
  const compared = candidates.length;
  if (compared === 0) return { question, passages: [], attainable: 0, compared, tooFar: 0 };
  const { words } = question;
  const segments = units.map(({ segment }) => segment);
  const grams = rescore(words, segments, candidates, { saturations: GRAMS, sentencesOf: SENTENCES_OF });
  const closeness = measureCloseness(question.terms, rarities, segments, candidates, CLOSENESS_OF);
  const attainable = sum(rarities) + grams.attainable * (WEIGHTS.grams + WEIGHTS.sentence);
  const passages = candidates
    .map((candidate, index) => {
      const found = grams.scores[index] ?? { text: 0, title: 0, sentence: 0 };
      const parts: RankingParts = {
        stems: candidate.score,
        grams: found.text * WEIGHTS.grams,
        title: found.title * WEIGHTS.title,
        sentence: found.sentence * WEIGHTS.sentence + (closeness[index] ?? 0) * WEIGHTS.closeness,
      };
      return { ...candidate, score: parts.stems + parts.grams + parts.title + parts.sentence, parts };
    })
    .sort(byScore)
    .flatMap(({ segment, ordinal, score, parts }) => {
      const unit = units[segment];
      const relevance = relate(score, attainable);
      return unit && relevance >= LEAST_RELEVANCE
        ? [{ unitId: unit.unitId, ordinal, score: relevance, parts }]
        : [];
    });
  const tooFar = compared - passages.length;
  return { question, passages: passages.slice(0, limit), attainable, compared, tooFar };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
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
  return attainable > 0 ? 1 - Math.exp((-STEEPNESS * score) / attainable) : 0;
}
