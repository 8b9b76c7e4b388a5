import { bareWords } from '#gateway/engine/analysis/bare-words.ts';
import { findCodes, otherSpellings } from '#gateway/engine/analysis/codes.ts';
import { findMonth } from '#gateway/engine/analysis/months.ts';
import { readNumber, spellNumber } from '#gateway/engine/analysis/numbers.ts';
import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import type { Token } from '#gateway/engine/analysis/tokenise.ts';
import { alternativeAt, type PlacedAlternative, type Synonyms } from './alternatives/alternative.ts';
import { findArabizi } from './alternatives/find-arabizi.ts';
import { findConcepts } from './alternatives/find-concepts.ts';
import { findNames } from './alternatives/find-names.ts';
import { findSynonyms } from './alternatives/find-synonyms.ts';

const NUMBER_WEIGHTS = { number: 0.8, month: 0.9 };
const CODE = { weight: 0.95, origin: 'number' } as const;

/** Numbers in digits and in words, and months in other calendars' and languages' names, for those of a question. */
function findNumbers(tokens: readonly Token[], language: StemLanguage): PlacedAlternative[] {
  const words = tokens.map(({ word }) => word);
  const alternatives: PlacedAlternative[] = [];
  const add = (place: number, other: readonly string[], weight: number) =>
    alternatives.push(...alternativeAt(place, other, language, { weight, origin: 'number' }));
  for (let place = 0; place < words.length; place++) {
    for (const name of findMonth(words, place)) add(place, name, NUMBER_WEIGHTS.month);
    const digits = words[place] ?? '';
    if (/^\d+$/.test(digits))
      for (const spelled of spellNumber(Number(digits))) add(place, spelled, NUMBER_WEIGHTS.number);
    const number = readNumber(words, place);
    if (!number) continue;
    add(place, [String(number.value)], NUMBER_WEIGHTS.number);
    place += number.length - 1;
  }
  return alternatives;
}

/** Dates and codes of a question with other separators, and numbers of telephones with or without their country code. */
function findCodeSpellings(
  text: string,
  tokens: readonly Token[],
  language: StemLanguage,
  inArabizi: boolean,
): PlacedAlternative[] {
  const codes = findCodes(text, tokens).filter(
    // Digits among the letters of Arabizi are letters.
    ({ place, length }) =>
      !inArabizi || tokens.slice(place, place + length).every(({ word }) => !/[a-z]/.test(word)),
  );
  return codes.flatMap((code) =>
    otherSpellings(code).flatMap((spelling) =>
      Array.from({ length: code.length }, (_, index) =>
        alternativeAt(code.place + index, [spelling], language, CODE),
      ).flat(),
    ),
  );
}

/** A guess from letters: the word as written goes first. */
const BARE_WORD = { weight: 0.7, origin: 'dialect' } as const;

/** The words of a question without what dialects write on to them. */
function findBareWords(tokens: readonly Token[], language: StemLanguage): PlacedAlternative[] {
  return tokens.flatMap(({ word }, place) =>
    bareWords(word).flatMap((bare) => alternativeAt(place, [bare], language, BARE_WORD)),
  );
}

/** Each one is looked for in every unit, so a term has few: the most like it. */
const MAX_ALTERNATIVES_PER_TERM = 8;
const MAX_ALTERNATIVES = 64;
/** What an owner wrote goes first, and has room for two full groups a word. */
const MAX_SYNONYMS_PER_TERM = 40;
const MAX_SYNONYMS = 240;

/**
 * What else a passage may say for the words of a question: the owner's synonyms, the concepts of the lexicon, the
 * word without what dialects write on to it, numbers, months and foreign names in other forms. The best of each place first.
 */
export function findAlternatives(
  tokens: readonly Token[],
  {
    text,
    synonyms,
    language,
    inArabizi,
  }: { text: string; synonyms: Synonyms; language: StemLanguage; inArabizi: boolean },
): PlacedAlternative[] {
  const all = [
    ...findSynonyms(tokens, synonyms, language),
    ...findNumbers(tokens, language),
    ...findCodeSpellings(text, tokens, language, inArabizi),
    ...findNames(tokens, language),
    ...findBareWords(tokens, language),
    ...findConcepts(tokens),
    ...(inArabizi ? findArabizi(tokens) : []),
  ];
  const taken = new Map<number, Set<string>>();
  let synonymsLeft = MAX_SYNONYMS;
  let othersLeft = MAX_ALTERNATIVES;
  return all
    .sort((a, b) => b.alternative.weight - a.alternative.weight)
    .filter(({ place, alternative }) => {
      const own = taken.get(place) ?? new Set<string>();
      taken.set(place, own);
      const key = alternative.stems.join(' ');
      const isOwners = alternative.origin === 'synonym';
      const limit = isOwners ? MAX_SYNONYMS_PER_TERM : MAX_ALTERNATIVES_PER_TERM;
      if (own.has(key) || own.size >= limit || (isOwners ? synonymsLeft : othersLeft) === 0) return false;
      own.add(key);
      if (isOwners) synonymsLeft--;
      else othersLeft--;
      return true;
    });
}
