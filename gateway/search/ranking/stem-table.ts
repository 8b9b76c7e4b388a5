import { relatedStems } from '#gateway/text/analysis/related-stems.ts';
import type { StemLanguage } from '#gateway/text/analysis/stem-language.ts';
import { stemWord } from '#gateway/text/analysis/stem.ts';
import type { SaidTerm } from './find-ways.ts';

/** Which term a stem says. */
export interface StemTable {
  /** The bit of a letter that stems have, 0 of any other. */
  bitOf(letter: number): number;
  /** Whether the word between two places, of letters with these bits, may have one of the stems: mostly not. */
  mayStem(bits: number, letters: Uint16Array, start: number, end: number): boolean;
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
  const firm = [...new Set(Array.from(found.keys(), keepFirm))];
  const needed = Int32Array.from(firm, bitsOf);
  const spelled = firm.map((stem) => Uint16Array.from(stem, (letter) => letter.charCodeAt(0)));
  return {
    bitOf: (letter) => bits[letter % KNOWN_LETTERS] ?? 0,
    mayStem(has, word, start, end) {
      for (let at = 0; at < needed.length; at++) {
        const bits = needed[at] ?? 0;
        if ((has & bits) === bits && standsInOrder(spelled[at] ?? NOTHING, word, start, end)) return true;
      }
      return false;
    },
    termOf: (stem) => found.get(stem),
  };
}

const NOTHING = new Uint16Array();

function standsInOrder(stem: Uint16Array, word: Uint16Array, start: number, end: number): boolean {
  let found = 0;
  for (let at = start; at < end && found < stem.length; at++) if (word[at] === stem[found]) found++;
  return found === stem.length;
}

/** An Arabic stem only leaves letters out of a word; other stemmers also change letters, the last ones. */
function keepFirm(stem: string): string {
  return ARABIC.test(stem) ? stem : stem.slice(0, Math.max(1, stem.length - 2));
}
