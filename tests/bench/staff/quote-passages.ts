/** Quotes passages as the product does, and hands out what would speak for the quote instead of refusing. */
import { extractAnswer } from '#gateway/engine/quoting/extract-answer.ts';
import { measureSupport, supportOf } from '#gateway/engine/quoting/quote-support.ts';
import { createCorpus } from '#gateway/engine/ranking/corpus.ts';
import { matchCandidates, rank } from '#gateway/engine/ranking/rank.ts';
import { termWeights } from '#gateway/engine/ranking/term-weights.ts';
import type { IndexedUnit } from '#tests/bench/index-units.ts';

/** A passage of a unit by its place there; `relevance` as `rank` gives it. */
export interface FoundPassage {
  unit: IndexedUnit;
  ordinal: number;
  relevance: number;
}

export interface MeasuredQuote {
  /** Empty where nothing can be quoted. */
  text: string;
  /** What is weighed for it, by the names that the engine gives; absent where nothing can be quoted. */
  features: Record<string, number> | undefined;
  /** As the product judges it now. */
  support: number;
}

/** Quotes are made of so many passages, and judged by as many as are ranked. */
const PASSAGES_QUOTED = 10;
const PASSAGES_RANKED = 100;
const MAX_CHARACTERS = 400;

/** The quote that the product would take from these units. */
export function quoteUnits(question: string, units: readonly IndexedUnit[]): MeasuredQuote {
  const searched = units.map((unit) => ({ unitId: unit, segment: unit.segment }));
  const ranked = rank(question, searched, { limit: PASSAGES_RANKED }).map(({ unitId, ordinal, score }) => ({
    unit: unitId,
    ordinal,
    relevance: score,
  }));
  return quotePassages(question, ranked, units, weighTerms(question, units));
}

/** The quote that our choice of text takes from passages that were found in these units, best first. */
export function quotePassages(
  question: string,
  ranked: readonly FoundPassage[],
  units: readonly IndexedUnit[],
  weights: ReadonlyMap<string, number>,
): MeasuredQuote {
  let features: MeasuredQuote['features'];
  let support = 0;
  const judge: typeof supportOf = (subject, ranked, coverage, searched) => {
    const measured = measureSupport(subject, ranked, coverage);
    features = measured && { ...measured };
    support = supportOf(subject, ranked, coverage, searched);
    return 1;
  };
  const passages = ranked.slice(0, PASSAGES_QUOTED).flatMap(({ unit, ordinal, relevance }) => {
    const passage = unit.passages[ordinal];
    const { language } = unit.segment;
    return passage ? [{ ...passage, title: unit.unitId, language, score: relevance }] : [];
  });
  const given = extractAnswer(question, passages, {
    maxCharacters: MAX_CHARACTERS,
    judge,
    weights,
    ranked: ranked,
    searched: units.reduce((sum, { segment }) => sum + segment.passageCount, 0),
    languages: units.map(({ segment }) => segment.language),
  });
  return { text: 'text' in given ? given.text : '', features, support };
}

export const weighTerms = (question: string, units: readonly IndexedUnit[]): Map<string, number> =>
  termWeights(matchCandidates(question, createCorpus(units.map(({ segment }) => segment))));
