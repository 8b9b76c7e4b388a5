/** The distinct character 3- and 4-grams of some words, each word padded, to count them in other words. */
export interface GramSet {
  size: number;
  /** Indexes of the set's grams that a normalised word contains, once for each time. */
  within(word: string): Uint16Array;
}

const NONE = new Uint16Array(0);
const PADDING = 32;

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
  for (const word of words)
    forEachGram(word, (hash) => {
      const at = find(hash);
      if (indexes[at] !== 0) return;
      hashes[at] = hash;
      indexes[at] = ++size;
    });
  const within = (word: string) => {
    let found: number[] | undefined;
    forEachGram(word, (hash) => {
      const index = indexes[find(hash)] ?? 0;
      if (index > 0) (found ??= []).push(index - 1);
    });
    return found === undefined ? NONE : Uint16Array.from(found);
  };
  return { size, within };
}

/** How many grams a word of so many UTF-16 units has. */
export function countGrams(length: number): number {
  return 2 * length - 1;
}

function forEachGram(word: string, visit: (hash: number) => void): void {
  let first = 0;
  let second = PADDING;
  let third = word.charCodeAt(0);
  for (let at = 1; at <= word.length; at++) {
    const fourth = at < word.length ? word.charCodeAt(at) : PADDING;
    visit(hashLetters(0, second, third, fourth));
    if (first !== 0) visit(hashLetters(first, second, third, fourth));
    first = second;
    second = third;
    third = fourth;
  }
}

function hashLetters(first: number, second: number, third: number, fourth: number): number {
  let hash = Math.imul(first ^ 0x9e3779b1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15) ^ second, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 13) ^ third, 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 16) ^ fourth, 0x165667b1);
  return hash ^ (hash >>> 15);
}
