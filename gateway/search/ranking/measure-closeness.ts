import { stemForIndex } from '#gateway/search/segment/stem-cache.ts';
import { createSpelledText, type Segment, SPACE, type SpelledText } from '#gateway/search/segment/segment.ts';
import type { StemLanguage } from '#gateway/text/analysis/stem-language.ts';
import type { SaidTerm } from './find-ways.ts';
import type { Candidate } from './select-best.ts';
import { findStemTable, type StemTable } from './stem-table.ts';

/** The words of a text that say a term, sentence by sentence. Grows, and is reused. */
interface Sayings {
  count: number;
  /** Which word of the text. */
  places: number[];
  /** Which term. */
  terms: number[];
}

// One question is ranked at a time, from beginning to end.
const spelled = createSpelledText();
const sayings: Sayings = { count: 0, places: [], terms: [] };

/**
 * By candidate, how closely one of its sentences says the question, in 0..1: the share of the terms' rarity that the
 * sentence has, times the share of terms among the words of the shortest stretch that has them all (minimal span, Tao
 * and Zhai 2007). 1 is the question's words in one run; 0 is fewer than two of them in any sentence. A word counts for a
 * term as in `findTerms`, expressions of several words left out. Only the first `first` candidates are looked at.
 */
export function measureCloseness(
  terms: readonly SaidTerm[],
  rarities: readonly number[],
  segments: readonly Segment[],
  candidates: readonly Candidate[],
  first: number,
): Float64Array {
  const closeness = new Float64Array(candidates.length);
  let total = 0;
  for (const rarity of rarities) total += rarity;
  if (terms.length < 2 || total === 0) return closeness;
  const tables = new Map<StemLanguage, StemTable>();
  for (const [at, { segment, ordinal }] of candidates.slice(0, first).entries()) {
    const index = segments[segment];
    if (!index) continue;
    let table = tables.get(index.language);
    if (!table) tables.set(index.language, (table = findStemTable(terms, index.language)));
    index.readPassage(ordinal, spelled);
    let best = 0;
    for (let sentence = 0; sentence < spelled.sentenceCount; sentence++) {
      findSayings(spelled, sentence, table, index.language);
      if (sayings.count > 1) best = Math.max(best, measureSpan(sayings, rarities));
    }
    closeness[at] = best / total;
  }
  return closeness;
}

function findSayings(
  { letters, sentenceStarts }: SpelledText,
  sentence: number,
  table: StemTable,
  language: StemLanguage,
): void {
  sayings.count = 0;
  const end = sentenceStarts[sentence + 1] ?? 0;
  let place = 0;
  let start = sentenceStarts[sentence] ?? 0;
  let met = 0;
  for (let at = start; at < end; at++) {
    const letter = letters[at] ?? SPACE;
    if (letter !== SPACE) {
      met |= table.bitOf(letter);
      continue;
    }
    if (table.mayStem(met, letters, start, at)) {
      const term = table.termOf(stemForIndex(spellWord(letters, start, at), language));
      if (term !== undefined) {
        sayings.places[sayings.count] = place;
        sayings.terms[sayings.count++] = term;
      }
    }
    place++;
    start = at + 1;
    met = 0;
  }
}

function spellWord(letters: Uint16Array, start: number, end: number): string {
  let word = '';
  for (let at = start; at < end; at++) word += String.fromCharCode(letters[at] ?? 0);
  return word;
}

/** Rarity of the terms said, times their share among the words of the shortest stretch that says them all. */
function measureSpan({ count, places, terms }: Sayings, rarities: readonly number[]): number {
  const inside = new Map<number, number>();
  for (let at = 0; at < count; at++) inside.set(terms[at] ?? 0, 0);
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
      const left = (inside.get(leaving) ?? 0) - 1;
      inside.set(leaving, left);
      if (left === 0) missing++;
    }
  }
  return (rarity * wanted) / shortest;
}
