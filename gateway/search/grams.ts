/** The distinct character 3- and 4-grams of some words, each word padded, to count them in other words. */
export interface GramSet {
  size: number;
  /** Indexes of the set's grams that a normalised word contains, once for each time. */
  within(word: string): Uint16Array;
}

const NONE = new Uint16Array(0);

/** The grams of the given normalised words. */
export function createGramSet(words: readonly string[]): GramSet {
  const indexes = new Map<string, number>();
  for (const word of words)
    forEachGram(word, (gram) => {
      if (!indexes.has(gram)) indexes.set(gram, indexes.size);
    });
  const within = (word: string) => {
    let found: number[] | undefined;
    forEachGram(word, (gram) => {
      const index = indexes.get(gram);
      if (index !== undefined) (found ??= []).push(index);
    });
    return found === undefined ? NONE : Uint16Array.from(found);
  };
  return { size: indexes.size, within };
}

/** How many grams a word of so many UTF-16 units has. */
export function countGrams(length: number): number {
  return 2 * length - 1;
}

function forEachGram(word: string, visit: (gram: string) => void): void {
  const padded = ` ${word} `;
  for (let at = 0; at + 3 <= padded.length; at++) {
    visit(padded.slice(at, at + 3));
    if (at + 4 <= padded.length) visit(padded.slice(at, at + 4));
  }
}
