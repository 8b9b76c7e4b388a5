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
  /** What its words alone would have earned it: the same as `score` where nothing was sought by meaning. */
  byWords: number;
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
  /** Nearness of meaning, by vectors; 0 where nothing was sought by meaning. */
  meaning: number;
}

/** By segment, by passage: how near its meaning is to the question's, 0..1. */
export type Meaning = readonly Float32Array[];

const STEMS = { saturation: { k1: 1, b: 0.75 }, unitTitle: 0.75, sectionTitle: 1 };
const GRAMS = { text: { k1: 0.9, b: 0.75 }, title: { k1: 1, b: 0.4 }, sentence: { k1: 0.9, b: 0.75 } };
const WEIGHTS = { grams: 0.15, title: 0.1, sentence: 0.07, closeness: 3 };
const RESCORED = 100;
/**
 * What the same meaning earns, as a share of what all words of the question would. Not fitted to any model, see
 * `docs/decisions/064-meaning.md`: a passage that is very near earns about as much as half of the words.
 */
export const MEANING_WEIGHT = 1.5;
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
  /** At most 100, and as many again found by meaning. The second stage reads the words of exactly these. */
  candidates: Candidate[];
  /** How many of them, the first ones, were found by words: these alone tell how rare letters are. */
  byWords: number;
  question: Question;
  /** By term of the question. */
  rarities: readonly number[];
  meaning: Meaning | null;
}

/**
 * The passages of exactly these units that answer a question best, best first, at most `limit`; ties go to the earlier
 * unit, then the earlier passage, so the same call always gives the same list. Empty when nothing resembles it.
 *
 * The ranking score is one sum: BM25 of word stems over all passages, which picks 100, then character grams of text,
 * titles and best sentence for those. `score` is that sum against what a passage of average length would earn that has
 * every word of the question once, x, as 1 - e^(-1.5x): it grows with the sum, 0.78 is such a passage, 0.4 about half
 * of the question's weight, and it means the same across questions and units.
 *
 * With `meaning`, the 100 passages nearest in meaning are candidates as well, and nearness is one more part of the sum.
 */
export function rank<Id>(
  question: string,
  units: readonly SearchedUnit<Id>[],
  { limit, ...options }: { limit: number; synonyms?: Synonyms; meaning?: Meaning | null },
): RankedPassage<Id>[] {
  return decideRanking(matchCandidates(question, units, options), { limit }).passages;
}

/** The first stage of `rank`: reads postings only. Segments whose words are not in memory may be given. */
export function matchCandidates<Id>(
  question: string,
  units: readonly SearchedUnit<Id>[],
  { synonyms = [], meaning = null }: { synonyms?: Synonyms; meaning?: Meaning | null } = {},
): MatchedCandidates<Id> {
  const segments = units.map(({ segment }) => segment);
  const read = analyseQuestion(question, { synonyms, languages: segments.map(({ language }) => language) });
  const near = meaning ? selectBest(meaning, RESCORED) : [];
  if (read.words.length === 0)
    return { units, candidates: near.map(unscored), byWords: 0, question: read, rarities: [], meaning };
  const { scores, rarities } = scoreTerms(read.terms, segments);
  const byWords = fillUp(selectBest(scores, RESCORED), segments);
  const candidates = addNear(byWords, near, scores);
  return { units, candidates, byWords: byWords.length, question: read, rarities, meaning };
}

/** The part `stems` of every passage, and how rare each of the terms is: `rank` takes its candidates by this. */
export function scoreTerms(terms: readonly QuestionTerm[], segments: readonly Segment[]): TermMatches {
  return matchTerms(terms, segments, STEMS);
}

/** The second stage of `rank`: reads the words of the candidates, which must be in memory by now. */
export function decideRanking<Id>(
  { units, candidates, byWords: countedIn, question, rarities, meaning }: MatchedCandidates<Id>,
  { limit }: { limit: number },
): Ranking<Id> {
  const compared = candidates.length;
  if (compared === 0) return { question, passages: [], attainable: 0, compared, tooFar: 0 };
  const { words } = question;
  const segments = units.map(({ segment }) => segment);
  const grams = rescore(words, segments, candidates, {
    saturations: GRAMS,
    sentencesOf: SENTENCES_OF,
    countedIn,
  });
  const closeness = measureCloseness(question.terms, rarities, segments, candidates, CLOSENESS_OF);
  // A question of which no word tells anything apart can still be near in meaning.
  const attainable =
    sum(rarities) + grams.attainable * (WEIGHTS.grams + WEIGHTS.sentence) || (meaning ? 1 : 0);
  const passages = candidates
    .map((candidate, index) => {
      const found = grams.scores[index] ?? { text: 0, title: 0, sentence: 0 };
      const parts: RankingParts = {
        stems: candidate.score,
        grams: found.text * WEIGHTS.grams,
        title: found.title * WEIGHTS.title,
        sentence: found.sentence * WEIGHTS.sentence + (closeness[index] ?? 0) * WEIGHTS.closeness,
        meaning: (meaning?.[candidate.segment]?.[candidate.ordinal] ?? 0) * attainable * MEANING_WEIGHT,
      };
      const byWords = parts.stems + parts.grams + parts.title + parts.sentence;
      return { ...candidate, score: byWords + parts.meaning, byWords, parts };
    })
    .sort(byScore)
    .flatMap(({ segment, ordinal, score, byWords, parts }) => {
      const unit = units[segment];
      const relevance = relate(score, attainable);
      return unit && relevance >= LEAST_RELEVANCE
        ? [{ unitId: unit.unitId, ordinal, score: relevance, byWords: relate(byWords, attainable), parts }]
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

const unscored = ({ segment, ordinal }: Candidate): Candidate => ({ segment, ordinal, score: 0 });

/** Those found by words, and behind them those found by meaning alone, with what their words earned. */
function addNear(
  byWords: readonly Candidate[],
  near: readonly Candidate[],
  scores: readonly Float64Array[],
): Candidate[] {
  const taken = new Set(byWords.map(placeOf));
  const others = near.filter((one) => !taken.has(placeOf(one)));
  return [...byWords, ...others.map((one) => ({ ...one, score: scores[one.segment]?.[one.ordinal] ?? 0 }))];
}

const placeOf = ({ segment, ordinal }: Candidate): string => `${segment}:${ordinal}`;

function relate(score: number, attainable: number): number {
  return attainable > 0 ? 1 - Math.exp((-STEEPNESS * score) / attainable) : 0;
}
