import type { Question } from '#gateway/search/question.ts';
import { matchQuestion, type RankingParts } from '#gateway/search/rank.ts';
import type { Segment } from '#gateway/search/segment.ts';
import { stemWord } from '#gateway/text/analysis/stem.ts';
import { markMatches, type MatchMark } from './mark-matches.ts';

/** A passage that was shown, in one of the searched segments. */
export interface ShownPassage {
  /** Which of the searched segments. */
  segment: number;
  ordinal: number;
  text: string;
  parts: RankingParts;
}

export type Place = 'text' | 'section-title' | 'unit-title';

/** What one term of the question adds to the part `stems` of a passage, and by what. */
export interface MatchedTerm {
  term: number;
  /** The first alternative that it was found by; null where the passage has the word itself. */
  alternative: number | null;
  places: Place[];
  /** How often the text has it. */
  count: number;
  value: number;
}

export interface ExplainedPassage<Shown extends ShownPassage = ShownPassage> {
  shown: Shown;
  sum: number;
  terms: MatchedTerm[];
  marks: MatchMark[];
}

/**
 * What the shown passages were ranked by. A term's value comes of the same scoring as the ranking, run for that term
 * alone: the values of a passage add up to its part `stems`.
 */
export function explainPassages<Shown extends ShownPassage>(
  question: Question,
  segments: readonly Segment[],
  shown: readonly Shown[],
): ExplainedPassage<Shown>[] {
  const values = question.terms.map((term) => {
    const { candidates } = matchQuestion({ ...question, terms: [term], stems: [term.stem] }, segments);
    return new Map(candidates.map(({ segment, ordinal, score }) => [`${segment}:${ordinal}`, score]));
  });
  return shown.map((one) => {
    const { segment, ordinal, text, parts } = one;
    const index = segments[segment];
    const marks = index ? markMatches(text, question, index.language) : [];
    const terms = question.terms.flatMap(({ word, alternatives }, term): MatchedTerm[] => {
      const value = values[term]?.get(`${segment}:${ordinal}`) ?? 0;
      if (!index || value === 0) return [];
      const own = marks.filter((mark) => mark.term === term);
      const [asItself, ...asOthers] = [[word], ...alternatives.map(({ words }) => words)].map((words) =>
        placesOf(words, index, ordinal),
      );
      const isItself = own.some(({ alternative }) => alternative === null) || (asItself?.length ?? 0) > 0;
      const found = own[0]?.alternative ?? asOthers.findIndex((places) => places.length > 0);
      const alternative = isItself || found < 0 ? null : found;
      const titles = (alternative === null ? asItself : asOthers[alternative]) ?? [];
      const count = own.filter((mark) => mark.alternative === alternative).length;
      return [{ term, alternative, places: count > 0 ? ['text', ...titles] : titles, count, value }];
    });
    return { shown: one, sum: sumParts(parts), terms, marks };
  });
}

/** The titles above a passage that have all of the words. */
function placesOf(words: readonly string[], segment: Segment, ordinal: number): Place[] {
  const ids = words.map((word) => segment.findStem(stemWord(word, segment.language)));
  if (ids.length === 0 || ids.includes(-1)) return [];
  const section = segment.sectionOf(ordinal);
  return [
    ...(ids.every((id) => segment.sectionsWith(id).includes(section)) ? (['section-title'] as const) : []),
    ...(ids.every((id) => segment.titleHas(id)) ? (['unit-title'] as const) : []),
  ];
}

/** In the order in which ranking adds them. */
function sumParts(parts: RankingParts): number {
  return Object.values(parts).reduce((sum: number, value: number) => sum + value, 0);
}
