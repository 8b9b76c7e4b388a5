import { relatedStems } from '#gateway/text/analysis/related-stems.ts';
import type { StemLanguage } from '#gateway/text/analysis/stem-language.ts';
import { stemWord } from '#gateway/text/analysis/stem.ts';
import type { SaidTerm } from './find-ways.ts';

/** Which term a stem says. */
export interface StemTable {
  /** The bit of a letter that stems have, 0 of any other. */
  bitOf(letter: number): number;
  /** Whether a word of letters with these bits may have one of the stems: no for most, at next to no cost. */
  mayStem(bits: number): boolean;
  termOf(stem: string): number | undefined;
}

/** Letters of alphabets are told apart, others by their remainder. */
const KNOWN_LETTERS = 2048;
const ARABIC = /^[\u0621-\u064a]/;

/** The stems that say each term in a language; where several terms share one, it is the earlier one's own. */
export function findStemTable(terms: readonly SaidTerm[], language: StemLanguage): StemTable {
  const found = new Map<string, number>();
  const add = (stem: string, term: number) => {
    if (!found.has(stem)) found.set(stem, term);
  };
  for (const [term, { word }] of terms.entries()) add(stemWord(word, language), term);
  for (const [term, { word, alternatives }] of terms.entries()) {
    for (const { words } of alternatives)
      if (words.length === 1) for (const each of words) add(stemWord(each, language), term);
    for (const stem of relatedStems(word)) add(stem, term);
  }
  const bits = new Int32Array(KNOWN_LETTERS);
  let letters = 0;
  const bitsOf = (stem: string) => {
    let all = 0;
    for (let at = 0; at < stem.length; at++) {
      const letter = stem.charCodeAt(at) % KNOWN_LETTERS;
      if (bits[letter] === 0) bits[letter] = 1 << (letters++ & 31);
      all |= bits[letter] ?? 0;
    }
    return all;
  };
  const needed = Int32Array.from(new Set(Array.from(found.keys(), (stem) => bitsOf(keepFirm(stem)))));
  return {
    bitOf: (letter) => bits[letter % KNOWN_LETTERS] ?? 0,
    mayStem(letters) {
      for (let at = 0; at < needed.length; at++) {
        const letter = needed[at] ?? 0;
        if ((letters & letter) === letter) return true;
      }
      return false;
    },
    termOf: (stem) => found.get(stem),
  };
}

/** An Arabic stem only leaves letters out of a word; other stemmers also change letters, the last ones. */
function keepFirm(stem: string): string {
  return ARABIC.test(stem) ? stem : stem.slice(0, Math.max(1, stem.length - 2));
}
