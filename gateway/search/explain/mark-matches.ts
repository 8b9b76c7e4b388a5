import type { Question } from '#gateway/search/question/question.ts';
import type { StemLanguage } from '#gateway/text/analysis/stem-language.ts';
import { stemWord } from '#gateway/text/analysis/stem.ts';
import { isStopWord } from '#gateway/text/analysis/stop-words.ts';
import { tokenise } from '#gateway/text/analysis/tokenise.ts';
import { stripClitics } from './strip-clitics.ts';

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

const INVISIBLE_END = /\p{Cf}+$/u;

/**
 * The words of a text that a question's terms are found by, in its own spelling with its marks and tatweel, in order.
 * By the same stems as in the index, `language` being that of the unit; and, since marks are for the eye, also where only
 * particles or pronouns that are written together with a word keep its stem from being found. An alternative of several
 * words counts where all are, some of them perhaps in the `titles` above the text.
 */
export function markMatches(
  text: string,
  { terms }: Pick<Question, 'terms'>,
  language: StemLanguage,
  titles = '',
): MatchMark[] {
  const tokens = tokenise(text).flatMap(({ word, start, end }) =>
    isStopWord(word, language) ? [] : [{ stems: stemsOf(word, language), start, end }],
  );
  const present = new Set(tokens.flatMap(({ stems }) => stems));
  for (const { word } of tokenise(titles)) present.add(stemWord(word, language));
  const claims = new Map<string, { term: number; alternative: number | null }>();
  const claim = (words: readonly string[], term: number, alternative: number | null) => {
    const stems = words.map((word) => stemsOf(word, language));
    if (!stems.every((those) => those.some((stem) => present.has(stem)))) return;
    for (const stem of stems.flat()) if (!claims.has(stem)) claims.set(stem, { term, alternative });
  };
  for (const [term, { word }] of terms.entries()) claim([word], term, null);
  for (const [term, { alternatives }] of terms.entries())
    for (const [alternative, { words }] of alternatives.entries()) claim(words, term, alternative);
  return tokens.flatMap(({ stems, start, end }) => {
    const found = stems.flatMap((stem) => claims.get(stem) ?? [])[0];
    if (!found) return [];
    const invisible = INVISIBLE_END.exec(text.slice(start, end))?.[0].length ?? 0;
    return [{ start, end: end - invisible, ...found }];
  });
}

/** The word's own stem first. */
function stemsOf(word: string, language: StemLanguage): string[] {
  return stripClitics(word).map((spelling) => stemWord(spelling, language));
}
