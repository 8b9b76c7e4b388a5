import type { Question } from '#gateway/search/question/question.ts';
import type { RankingParts } from '#gateway/search/ranking/rank.ts';
import type { Segment } from '#gateway/search/segment/segment.ts';
import type { StemLanguage } from '#gateway/text/analysis/stem-language.ts';
import { stemWord } from '#gateway/text/analysis/stem.ts';
import { tokenise } from '#gateway/text/analysis/tokenise.ts';
import { markMatches, type MatchMark } from './mark-matches.ts';
import { type Place, valueTerms } from './value-terms.ts';

/** A passage that was shown. */
export interface ShownPassage extends Place {
  text: string;
  /** The titles above it, together. */
  titles: string;
  parts: RankingParts;
}

/** What one term of the question adds to the part `stems` of a passage, and by what. */
export interface MatchedTerm {
  term: number;
  /** The alternative that it was found by; null where the word itself counted most. */
  alternative: number | null;
  places: ('text' | 'section-title' | 'unit-title')[];
  /** How often the text has it. */
  count: number;
  value: number;
}

export interface ExplainedPassage<Shown extends ShownPassage = ShownPassage> {
  shown: Shown;
  sum: number;
  /** Their values add up to the part `stems`. */
  terms: MatchedTerm[];
  marks: MatchMark[];
}

/** What the shown passages were ranked by, and where they have the words of the question. */
export function explainPassages<Shown extends ShownPassage>(
  question: Question,
  segments: readonly Segment[],
  shown: readonly Shown[],
): ExplainedPassage<Shown>[] {
  const values = valueTerms(question, segments, shown);
  return shown.map((one, at) => {
    const segment = segments[one.segment];
    const marks = segment ? markMatches(one.text, question, segment.language, one.titles) : [];
    const terms = (values[at] ?? []).flatMap(({ value, alternative }, term): MatchedTerm[] => {
      const asked = question.terms[term];
      if (!segment || !asked || value === 0) return [];
      const words = alternative === null ? [asked.word] : (asked.alternatives[alternative]?.words ?? []);
      const own = marks.filter((mark) => mark.term === term && mark.alternative === alternative);
      // A word is marked for one term, and may be what another was found by as well.
      const found = own.length > 0 ? own.length : countIn(one.text, words, segment.language);
      // An expression of several words counts once, however often its words are there.
      const count = words.length > 1 ? Math.min(1, found) : found;
      const titles = titlesWith(words, segment, one.ordinal);
      return [{ term, alternative, places: count > 0 ? ['text', ...titles] : titles, count, value }];
    });
    return { shown: one, sum: sumParts(one.parts), terms, marks: marks.filter(isTelling) };

    /** An expression that merely resembles a term is worth marking only where it is what the term was found by. */
    function isTelling({ term, alternative }: MatchMark): boolean {
      if (alternative === null || values[at]?.[term]?.alternative === alternative) return true;
      return question.terms[term]?.alternatives[alternative]?.origin === 'synonym';
    }
  });
}

/** How often a text has the stems of any of these words. */
function countIn(text: string, words: readonly string[], language: StemLanguage): number {
  const stems = new Set(words.map((word) => stemWord(word, language)));
  return tokenise(text).filter(({ word }) => stems.has(stemWord(word, language))).length;
}

/** The titles above a passage that have any of the words. */
function titlesWith(words: readonly string[], segment: Segment, ordinal: number): MatchedTerm['places'] {
  const ids = words.map((word) => segment.findStem(stemWord(word, segment.language))).filter((id) => id >= 0);
  const section = segment.sectionOf(ordinal);
  return [
    ...(ids.some((id) => segment.sectionsWith(id).includes(section)) ? (['section-title'] as const) : []),
    ...(ids.some((id) => segment.titleHas(id)) ? (['unit-title'] as const) : []),
  ];
}

/** In the order in which ranking adds them. */
function sumParts(parts: RankingParts): number {
  return Object.values(parts).reduce((sum: number, value: number) => sum + value, 0);
}
