import { stemWord } from '#gateway/engine/analysis/stem.ts';
import type { Alternative, Synonyms } from '#gateway/engine/question/alternatives/alternative.ts';
import { analyseQuestion, type Question } from '#gateway/engine/question/question.ts';
import type { Segment } from '#gateway/engine/segments/segment.ts';
import { createWorkBudget, MAX_ARABIZI_LOOKUPS } from '#gateway/engine/work-budget.ts';
import { type Corpus, createCorpus, locate, says } from './corpus.ts';
import { MISSPELLED_WEIGHT, type SearchTerm } from './find-terms.ts';
import { matchTerms, type TermMatches } from './match-terms.ts';
import { measureProximity } from './measure-proximity.ts';
import { rescore } from './rescore.ts';
import { byScore, type Candidate, selectTop } from './select-top.ts';

/** A unit's segment as it is searched. `unitId` is only handed back. */
export interface SearchedUnit<Id = number> {
  unitId: Id;
  segment: Segment;
}

/** A passage with its relevance to a question. */
export interface RankedPassage<Id = number> {
  unitId: Id;
  /** Place of the passage in its unit's segment. */
  ordinal: number;
  /** Relevance in 0..1, see `rank`. */
  score: number;
  /** What its words alone would have earned it: the same as `score` where no semantic search was made. */
  lexicalScore: number;
  /** What the ranking score was summed from, weights applied: for explanations. */
  parts: RankingParts;
}

/** Parts of a ranking score, which is their sum. */
export interface RankingParts {
  /** Word stems: BM25 in the text, and a share of their rarity where unit title or section title has them. */
  stems: number;
  /** Character grams of the whole passage. */
  grams: number;
  /** Character grams of unit title and section title. */
  title: number;
  /** Character grams of the passage's best sentence, and how closely one of its sentences says the question's words. */
  sentence: number;
  /** Nearness of meaning, by vectors; 0 where no semantic search was made. */
  semantic: number;
}

/** By unit, by passage: how near its meaning is to the question's, 0..1. */
export type SemanticScores = readonly Float32Array[];

const STEM_SCORING = { saturation: { k1: 1, b: 0.75 }, unitTitle: 0.75, sectionTitle: 1.5 };
const GRAM_SCORING = { text: { k1: 0.9, b: 0.75 }, title: { k1: 1, b: 0.4 }, sentence: { k1: 0.9, b: 0.75 } };
const WEIGHTS = { grams: 0.15, title: 0.1, sentence: 0.07, closeness: 3 };
const MAX_RESCORED = 100;
/**
 * What the same meaning earns, as a share of what all words of the question would. Not fitted to any model, see
 * `docs/decisions/064-semantic-search.md`: a passage that is very near earns about as much as half of the words.
 */
export const SEMANTIC_WEIGHT = 1.5;
const SENTENCE_CANDIDATES = 30;
const PROXIMITY_CANDIDATES = 15;

/** A passage of lower relevance shares a few letters with the question and nothing else. */
export const MIN_RELEVANCE = 0.05;
/** How steeply relevance rises with the sum: at the attainable sum it is 1 - e^-STEEPNESS. */
export const STEEPNESS = 1.5;
/** Beyond this the share that a relevance was made from is lost in rounding. */
const MAX_RELEVANCE = 0.9999;

/** A ranking with the facts behind its scores, for explanations. */
export interface Ranking<Id = number> {
  question: Question;
  /** Best first. */
  passages: RankedPassage<Id>[];
  /** By term of the question: its rarity in the searched segments together. */
  idfs: readonly number[];
  /** The sum of parts that a passage of average length earns which has every word of the question once. */
  attainable: number;
  /** Passages whose parts were all weighed, and how many of them are less relevant than `MIN_RELEVANCE`. */
  scored: number;
  belowThreshold: number;
}

/** What the first stage leaves for the second: the passages worth rescoring, and what the question is made of. */
interface MatchedCandidates extends Pick<Ranking, 'question' | 'idfs'> {
  /** At most 100, and as many again found by meaning. The second stage reads the words of exactly these. */
  candidates: Candidate[];
  /** How many of them, the first ones, were found by words: these alone tell how rare letters are. */
  lexicalCount: number;
  semanticScores: SemanticScores | null;
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
 * With `semantic`, the 100 passages nearest in meaning are candidates as well, and nearness is one more part of the sum.
 */
export function rank<Id>(
  question: string,
  units: readonly SearchedUnit<Id>[],
  { limit, ...options }: { limit: number; synonyms?: Synonyms; semantic?: SemanticScores | null },
): RankedPassage<Id>[] {
  const corpus = createCorpus(units.map(({ segment }) => segment));
  const matched = matchCandidates(question, corpus, options);
  return rerankCandidates(matched, { limit, unitAt: (place) => units[place] }).passages;
}

/** The first stage of `rank`: reads postings only. Segments whose words are not in memory may be given. */
export function matchCandidates(
  question: string,
  corpus: Corpus,
  { synonyms = [], semantic = null }: { synonyms?: Synonyms; semantic?: SemanticScores | null } = {},
): MatchedCandidates {
  const lookups = createWorkBudget(MAX_ARABIZI_LOOKUPS);
  const analysed = analyseQuestion(question, {
    synonyms,
    languages: corpus.languages,
    isIndexed: (word) =>
      lookups.take(corpus.unitCount) &&
      corpus.parts.some((part) => says(part, stemWord(word, part.postings.language))),
  });
  const near = semantic ? selectTop(flatten(semantic, corpus), corpus.starts, MAX_RESCORED) : [];
  if (analysed.terms.length === 0)
    return {
      candidates: near.map(unscored),
      lexicalCount: 0,
      question: analysed,
      idfs: [],
      semanticScores: semantic,
    };
  const { scores, idfs, corrections } = scoreTerms(analysed.terms, corpus);
  const byWords = addUnmatched(selectTop(scores, corpus.starts, MAX_RESCORED), corpus);
  const scoreOf = ({ segment, ordinal }: Candidate) => scores[(corpus.starts[segment] ?? 0) + ordinal] ?? 0;
  const candidates = addSemanticCandidates(byWords, near, scoreOf);
  const lexicalCount = byWords.length;
  const corrected = addCorrections(analysed, corrections);
  return { candidates, lexicalCount, question: corrected, idfs, semanticScores: semantic };
}

/** The question with the words that a misspelled one was taken for among its alternatives, for whoever quotes. */
function addCorrections(question: Question, corrections: TermMatches['corrections']): Question {
  const terms = question.terms.map((term, index) => ({
    ...term,
    alternatives: [
      ...term.alternatives,
      ...(corrections[index] ?? []).map(
        (stem): Alternative => ({ words: [], stems: [stem], weight: MISSPELLED_WEIGHT, origin: 'spelling' }),
      ),
    ],
  }));
  return { ...question, terms };
}

/** The part `stems` of every passage, and how rare each of the terms is: `rank` takes its candidates by this. */
export function scoreTerms(terms: readonly SearchTerm[], corpus: Corpus): TermMatches {
  return matchTerms(terms, corpus, STEM_SCORING);
}

/** The second stage of `rank`: reads the words of the candidates, which must be in memory by now. `unitAt`: by place. */
export function rerankCandidates<Id>(
  { candidates, lexicalCount: countedIn, semanticScores, ...matched }: MatchedCandidates,
  { limit, unitAt }: { limit: number; unitAt: (place: number) => SearchedUnit<Id> | undefined },
): Ranking<Id> {
  const scored = candidates.length;
  if (scored === 0) return { ...matched, passages: [], attainable: 0, scored, belowThreshold: 0 };
  const { question, idfs } = matched;
  const { words } = question;
  const segmentAt = (place: number) => unitAt(place)?.segment;
  const grams = rescore(words, segmentAt, candidates, {
    saturations: GRAM_SCORING,
    sentencesOf: SENTENCE_CANDIDATES,
    countedIn,
  });
  const closeness = measureProximity(question.terms, idfs, segmentAt, candidates, PROXIMITY_CANDIDATES);
  // A question of which no word tells anything apart can still be near in meaning.
  const attainable =
    sum(idfs) + grams.attainable * (WEIGHTS.grams + WEIGHTS.sentence) || (semanticScores ? 1 : 0);
  const ranked = candidates.map(({ segment, ordinal, score: stems }, index) => {
    const gramScores = grams.scores[index] ?? { text: 0, title: 0, sentence: 0 };
    const parts: RankingParts = {
      stems,
      grams: gramScores.text * WEIGHTS.grams,
      title: gramScores.title * WEIGHTS.title,
      sentence: gramScores.sentence * WEIGHTS.sentence + (closeness[index] ?? 0) * WEIGHTS.closeness,
      semantic: (semanticScores?.[segment]?.[ordinal] ?? 0) * attainable * SEMANTIC_WEIGHT,
    };
    const lexicalScore = parts.stems + parts.grams + parts.title + parts.sentence;
    return { segment, ordinal, score: lexicalScore + parts.semantic, lexicalScore, parts };
  });
  const passages: RankedPassage<Id>[] = [];
  for (const { segment, ordinal, score, lexicalScore, parts } of ranked.sort(byScore)) {
    const unit = unitAt(segment);
    const relevance = toRelevance(score, attainable);
    if (!unit || relevance < MIN_RELEVANCE) continue;
    const lexical = toRelevance(lexicalScore, attainable);
    passages.push({ unitId: unit.unitId, ordinal, score: relevance, lexicalScore: lexical, parts });
  }
  const belowThreshold = scored - passages.length;
  return { ...matched, passages: passages.slice(0, limit), attainable, scored, belowThreshold };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Passages without any of the stems may still resemble the question by letters; they also steady gram rarities. */
function addUnmatched(candidates: Candidate[], corpus: Corpus): Candidate[] {
  const taken = new Set(candidates.map(({ segment, ordinal }) => (corpus.starts[segment] ?? 0) + ordinal));
  const filled = [...candidates];
  for (let number = 0; number < corpus.passageCount && filled.length < MAX_RESCORED; number++)
    if (!taken.has(number)) filled.push({ ...locate(corpus, number), score: 0 });
  return filled;
}

/** Scores of all passages, by number. */
function flatten(scores: SemanticScores, { passageCount, starts }: Corpus): Float32Array {
  const flat = new Float32Array(passageCount);
  for (const [place, own] of scores.entries()) flat.set(own, starts[place]);
  return flat;
}

const unscored = ({ segment, ordinal }: Candidate): Candidate => ({ segment, ordinal, score: 0 });

/** Candidates found by words, then candidates found by meaning alone, with their lexical scores. */
function addSemanticCandidates(
  byWords: readonly Candidate[],
  near: readonly Candidate[],
  scoreOf: (candidate: Candidate) => number,
): Candidate[] {
  if (near.length === 0) return [...byWords];
  const taken = new Set(byWords.map(keyOf));
  const others = near.filter((candidate) => !taken.has(keyOf(candidate)));
  return [...byWords, ...others.map((candidate) => ({ ...candidate, score: scoreOf(candidate) }))];
}

const keyOf = ({ segment, ordinal }: Candidate): string => `${segment}:${ordinal}`;

/** The score that a relevance was made from, as a share of the attainable: the inverse of `toRelevance`. */
export const attainedShare = (relevance: number): number =>
  -Math.log(1 - Math.min(relevance, MAX_RELEVANCE)) / STEEPNESS;

function toRelevance(score: number, attainable: number): number {
  return attainable > 0 ? 1 - Math.exp((-STEEPNESS * score) / attainable) : 0;
}
