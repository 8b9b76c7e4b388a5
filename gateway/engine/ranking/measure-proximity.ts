import { relatedStems } from '#gateway/engine/analysis/related-stems.ts';
import { stemWord } from '#gateway/engine/analysis/stem.ts';
import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { stemForIndex } from '#gateway/engine/segments/build-segment.ts';
import { createSpelledText, SPACE, type SpelledText } from '#gateway/engine/segments/segment.ts';
import type { SegmentAt } from './corpus.ts';
import type { SearchTerm } from './find-terms.ts';
import type { Candidate } from './select-top.ts';

/** Which term a stem says. */
interface StemTable {
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
function findStemTable(terms: readonly SearchTerm[], language: StemLanguage): StemTable {
  const termsByStem = new Map<string, number>();
  const add = (stem: string, term: number) => {
    if (!termsByStem.has(stem)) termsByStem.set(stem, term);
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
    for (let index = 0; index < stem.length; index++) {
      const letter = stem.charCodeAt(index) % KNOWN_LETTERS;
      if (bits[letter] === 0) bits[letter] = 1 << (letters++ & 31);
      all |= bits[letter] ?? 0;
    }
    return all;
  };
  const firm = [...new Set(Array.from(termsByStem.keys(), keepFirm))];
  const needed = Int32Array.from(firm, bitsOf);
  const spelled = firm.map((stem) => Uint16Array.from(stem, (letter) => letter.charCodeAt(0)));
  return {
    bitOf: (letter) => bits[letter % KNOWN_LETTERS] ?? 0,
    mayStem(has, word, start, end) {
      for (let index = 0; index < needed.length; index++) {
        const bits = needed[index] ?? 0;
        if ((has & bits) === bits && standsInOrder(spelled[index] ?? EMPTY, word, start, end)) return true;
      }
      return false;
    },
    termOf: (stem) => termsByStem.get(stem),
  };
}

const EMPTY = new Uint16Array();

function standsInOrder(stem: Uint16Array, word: Uint16Array, start: number, end: number): boolean {
  let matched = 0;
  for (let index = start; index < end && matched < stem.length; index++)
    if (word[index] === stem[matched]) matched++;
  return matched === stem.length;
}

/** An Arabic stem only leaves letters out of a word; other stemmers also change letters, the last ones. */
function keepFirm(stem: string): string {
  return ARABIC.test(stem) ? stem : stem.slice(0, Math.max(1, stem.length - 2));
}

/** The words of a text that say a term, sentence by sentence. Grows, and is reused. */
interface TermOccurrences {
  count: number;
  /** Which word of the text. */
  places: number[];
  /** Which term. */
  terms: number[];
}

// One question is ranked at a time, from beginning to end.
const spelled = createSpelledText();
const occurrences: TermOccurrences = { count: 0, places: [], terms: [] };

/**
 * By candidate, how closely one of its sentences says the question, in 0..1: the share of the terms' rarity that the
 * sentence has, times the share of terms among the words of the shortest stretch that has them all (minimal span, Tao
 * and Zhai 2007). 1 is the question's words in one run; 0 is fewer than two of them in any sentence. A word counts for a
 * term as in `findTerms`, expressions of several words left out. Only the first `first` candidates are looked at.
 */
export function measureProximity(
  terms: readonly SearchTerm[],
  rarities: readonly number[],
  segmentAt: SegmentAt,
  candidates: readonly Candidate[],
  first: number,
): Float64Array {
  const closeness = new Float64Array(candidates.length);
  let total = 0;
  for (const rarity of rarities) total += rarity;
  if (terms.length < 2 || total === 0) return closeness;
  const tables = new Map<StemLanguage, StemTable>();
  for (const [candidate, { segment, ordinal }] of candidates.slice(0, first).entries()) {
    const index = segmentAt(segment);
    if (!index) continue;
    let table = tables.get(index.language);
    if (!table) tables.set(index.language, (table = findStemTable(terms, index.language)));
    index.readPassage(ordinal, spelled);
    let best = 0;
    for (let sentence = 0; sentence < spelled.sentenceCount; sentence++) {
      findOccurrences(spelled, sentence, table, index.language);
      if (occurrences.count > 1) best = Math.max(best, scoreMinimalSpan(occurrences, rarities));
    }
    closeness[candidate] = best / total;
  }
  return closeness;
}

function findOccurrences(
  { letters, sentenceStarts }: SpelledText,
  sentence: number,
  table: StemTable,
  language: StemLanguage,
): void {
  occurrences.count = 0;
  const end = sentenceStarts[sentence + 1] ?? 0;
  let place = 0;
  let start = sentenceStarts[sentence] ?? 0;
  let met = 0;
  for (let index = start; index < end; index++) {
    const letter = letters[index] ?? SPACE;
    if (letter !== SPACE) {
      met |= table.bitOf(letter);
      continue;
    }
    if (table.mayStem(met, letters, start, index)) {
      const term = table.termOf(stemForIndex(spellWord(letters, start, index), language));
      if (term !== undefined) {
        occurrences.places[occurrences.count] = place;
        occurrences.terms[occurrences.count++] = term;
      }
    }
    place++;
    start = index + 1;
    met = 0;
  }
}

function spellWord(letters: Uint16Array, start: number, end: number): string {
  let word = '';
  for (let index = start; index < end; index++) word += String.fromCharCode(letters[index] ?? 0);
  return word;
}

/** Rarity of the terms said, times their share among the words of the shortest stretch that says them all. */
function scoreMinimalSpan({ count, places, terms }: TermOccurrences, rarities: readonly number[]): number {
  const inside = new Map<number, number>();
  for (let index = 0; index < count; index++) inside.set(terms[index] ?? 0, 0);
  const wanted = inside.size;
  if (wanted < 2) return 0;
  let rarity = 0;
  for (const term of inside.keys()) rarity += rarities[term] ?? 0;
  let shortest = Number.POSITIVE_INFINITY;
  let missing = wanted;
  let start = 0;
  for (let end = 0; end < count; end++) {
    const entering = terms[end] ?? 0;
    const times = inside.get(entering) ?? 0;
    if (times === 0) missing--;
    inside.set(entering, times + 1);
    while (missing === 0) {
      shortest = Math.min(shortest, (places[end] ?? 0) - (places[start] ?? 0) + 1);
      const leaving = terms[start++] ?? 0;
      const times = (inside.get(leaving) ?? 0) - 1;
      inside.set(leaving, times);
      if (times === 0) missing++;
    }
  }
  return (rarity * wanted) / shortest;
}
