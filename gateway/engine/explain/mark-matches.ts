import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import type { Question } from '#gateway/engine/question/question.ts';
import { neededFor, type ReadText, readText, stemsOf, trimInvisible } from './read-text.ts';

/** A word of a text that counts for a term of the question: as the word itself (`null`) or as one of its alternatives. */
export interface MatchMark {
  /** UTF-16 offsets into the text, `end` excluded. */
  start: number;
  end: number;
  /** Place in the question's terms. */
  term: number;
  /** Place in the term's alternatives. */
  alternative: number | null;
}

/** Which alternatives of terms are looked for, by their places. */
export type AlternativeFilter = (term: number, alternative: number) => boolean;

/**
 * The words of a text that a question's terms are found by, in its own spelling with its marks and tatweel, in order.
 * By the same stems, concepts and skeletons as in the index, `language` being that of the unit; and, since marks are for
 * the eye, also where only particles or pronouns that are written together with a word keep its stem from being found.
 * An alternative of several words counts where all are, some of them perhaps in the `titles` above the text.
 */
export function markMatches(
  text: string,
  question: Pick<Question, 'terms'>,
  language: StemLanguage,
  titles = '',
): MatchMark[] {
  return markWords(readText(text, language), readText(titles, language), { question, language });
}

/** As `markMatches`, of texts that are read already; `counts` leaves out alternatives. */
export function markWords(
  { text, tokens }: ReadText,
  titles: ReadText,
  {
    question: { terms },
    language,
    counts = () => true,
  }: { question: Pick<Question, 'terms'>; language: StemLanguage; counts?: AlternativeFilter },
): MatchMark[] {
  const present = new Set([...tokens, ...titles.tokens].flatMap(({ keys }) => keys));
  const claims = new Map<string, { term: number; alternative: number | null }>();
  const claim = (needed: readonly string[][], term: number, alternative: number | null) => {
    if (!needed.every((choices) => choices.some((key) => present.has(key)))) return;
    for (const key of needed.flat()) if (!claims.has(key)) claims.set(key, { term, alternative });
  };
  for (const [term, { word }] of terms.entries()) claim([stemsOf(word, language)], term, null);
  for (const [term, { alternatives }] of terms.entries())
    for (const [index, alternative] of alternatives.entries())
      if (counts(term, index)) claim(neededFor(alternative, language), term, index);
  return tokens.flatMap(({ keys, start, end }) => {
    const match = keys.flatMap((key) => claims.get(key) ?? [])[0];
    return match ? [{ ...trimInvisible(text, start, end), ...match }] : [];
  });
}
