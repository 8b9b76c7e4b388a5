import type { StemLanguage } from '#gateway/text/analysis/stem-language.ts';
import type { Token } from '#gateway/text/analysis/tokenise.ts';
import { findBareWords } from '#gateway/search/question/alternatives/find-bare-words.ts';
import { findInLexicon } from '#gateway/search/question/alternatives/find-in-lexicon.ts';
import { findNames } from '#gateway/search/question/alternatives/find-names.ts';
import { findNumbers } from '#gateway/search/question/alternatives/find-numbers.ts';
import { findSynonyms } from '#gateway/search/question/alternatives/find-synonyms.ts';

/** Groups of expressions that mean the same, each of one word or more, as an owner wrote them. */
export type Synonyms = readonly (readonly string[])[];

/** An expression that may stand in a passage where the question says something else. */
export interface Alternative {
  /** Normalised words, all of which must be in a passage; no stop words. */
  words: string[];
  /** Their stems in the question's language. */
  stems: string[];
  /** What it is worth against the question's own word, in 0..1. */
  weight: number;
  /**
   * `dialect`: one of the two is said in a dialect only. `meaning`: both are standard and close. `number`: other digits
   * or words for a number, an ordinal or a month. `name`: a foreign name in the other script. `synonym`: the owner's.
   */
  origin: 'dialect' | 'meaning' | 'number' | 'name' | 'synonym';
}

/** An alternative and the place, among the question's words, of the first word that it stands for. */
export interface PlacedAlternative {
  place: number;
  alternative: Alternative;
}

/** Each one is looked for in every unit, so a term has few: the most like it. */
const MOST_OF_TERM = 8;
const MOST_OF_QUESTION = 64;
/** What an owner wrote goes first, and has room for two full groups a word. */
const MOST_SYNONYMS_OF_TERM = 40;
const MOST_SYNONYMS_OF_QUESTION = 240;

/**
 * What else a passage may say for the words of a question: the owner's synonyms, what a lexicon of dialects knows, the
 * word without what dialects write on to it, numbers, months and foreign names in other forms. The best of each place first.
 */
export function findAlternatives(
  tokens: readonly Token[],
  { synonyms, language }: { synonyms: Synonyms; language: StemLanguage },
): PlacedAlternative[] {
  const all = [
    ...findSynonyms(tokens, synonyms, language),
    ...findNumbers(tokens, language),
    ...findNames(tokens, language),
    ...findBareWords(tokens, language),
    ...findInLexicon(tokens, language),
  ];
  const taken = new Map<number, Set<string>>();
  let synonymsLeft = MOST_SYNONYMS_OF_QUESTION;
  let othersLeft = MOST_OF_QUESTION;
  return all
    .sort((one, other) => other.alternative.weight - one.alternative.weight)
    .filter(({ place, alternative }) => {
      const own = taken.get(place) ?? new Set<string>();
      taken.set(place, own);
      const key = alternative.stems.join(' ');
      const isOwners = alternative.origin === 'synonym';
      const most = isOwners ? MOST_SYNONYMS_OF_TERM : MOST_OF_TERM;
      if (own.has(key) || own.size >= most || (isOwners ? synonymsLeft : othersLeft) === 0) return false;
      own.add(key);
      if (isOwners) synonymsLeft--;
      else othersLeft--;
      return true;
    });
}
