import { SPACE } from '#gateway/search/segment/segment.ts';

/** The distinct character 3- and 4-grams of some words, each word padded, to count them in other words. */
export interface GramSet {
  size: number;
  /**
   * Counts the set's grams in spelled words, each with a space behind it: gram `g` at `offset + g`. Returns how many
   * grams of any kind the words have.
   */
  countIn(letters: Uint16Array, start: number, end: number, counts: Uint16Array, offset: number): number;
}

const PAIRS = 4_096;

/** Letters of one script differ in their last bits. */
function placeOf(one: number, other: number): number {
  return ((one << 6) ^ other) & (PAIRS - 1);
}

/** The grams of the given normalised words. Grams are told apart by a 32-bit hash of their letters. */
export function createGramSet(words: readonly string[]): GramSet {
  let most = 0;
  for (const word of words) most += countGrams(word.length);
  // A table at most a quarter full finds nearly every absent gram absent at the first look.
  const mask = 2 ** Math.ceil(Math.log2(most * 4 + 4)) - 1;
  const hashes = new Int32Array(mask + 1);
  const indexes = new Uint16Array(mask + 1);
  let size = 0;
  const find = (hash: number) => {
    let at = hash & mask;
    while (indexes[at] !== 0 && hashes[at] !== hash) at = (at + 1) & mask;
    return at;
  };
  const add = (hash: number) => {
    const at = find(hash);
    if (indexes[at] !== 0) return;
    hashes[at] = hash;
    indexes[at] = ++size;
  };
  // Two letters that never stand together in these words end the search before anything is hashed.
  const pairs = new Uint8Array(PAIRS);
  for (const word of words) {
    let first = 0;
    let second = SPACE;
    let third = word.charCodeAt(0);
    for (let at = 1; at <= word.length; at++) {
      const fourth = at < word.length ? word.charCodeAt(at) : SPACE;
      pairs[placeOf(second, third)] = 1;
      pairs[placeOf(third, fourth)] = 1;
      add(hashLetters(0, second, third, fourth));
      if (first !== 0) add(hashLetters(first, second, third, fourth));
      first = second;
      second = third;
      third = fourth;
    }
  }
  return {
    size,
    countIn(letters, start, end, counts, offset) {
      let total = 0;
      for (let at = start; at < end; at++) {
        let first = 0;
        let second = SPACE;
        let third = letters[at] ?? SPACE;
        if (third === SPACE) continue;
        const begun = at;
        let wasPair = pairs[placeOf(second, third)] === 1;
        do {
          at++;
          const fourth = at < end ? (letters[at] ?? SPACE) : SPACE;
          const isPair = pairs[placeOf(third, fourth)] === 1;
          if (wasPair && isPair) {
            const short = indexes[find(hashLetters(0, second, third, fourth))] ?? 0;
            // Of a word that has the longer gram, the set has the shorter one too.
            if (short > 0) {
              counts[offset + short - 1] = (counts[offset + short - 1] ?? 0) + 1;
              const long = first === 0 ? 0 : (indexes[find(hashLetters(first, second, third, fourth))] ?? 0);
              if (long > 0) counts[offset + long - 1] = (counts[offset + long - 1] ?? 0) + 1;
            }
          }
          first = second;
          second = third;
          third = fourth;
          wasPair = isPair;
        } while (third !== SPACE);
        total += countGrams(at - begun);
      }
      return total;
    },
  };
}

/** How many grams a word of so many UTF-16 units has. */
export function countGrams(length: number): number {
  return 2 * length - 1;
}

function hashLetters(first: number, second: number, third: number, fourth: number): number {
  let hash = Math.imul(first ^ 0x9e3779b1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15) ^ second, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 13) ^ third, 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 16) ^ fourth, 0x165667b1);
  return hash ^ (hash >>> 15);
}
