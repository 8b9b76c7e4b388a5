import { findStretches, normaliseStretch } from '#gateway/text/analysis/tokenise.ts';

/** The distinct normalised words of a unit while they are being met. */
export interface WordCollector {
  /** Numbers of the words of a text in order. A word's number is its place in `words`. */
  read(text: string): number[];
  /** In the order in which they were first met. */
  words: readonly string[];
  /** How often each word was met, by number. */
  uses(): Uint32Array;
}

/** Spellings remembered at a time by a unit, and across units: some 20 MB each. */
const MOST_SPELLINGS = 100_000;

/** Units of one library say the same words: what one has normalised, the next ones need not. */
const normalised = new Map<string, readonly string[]>();

function normalise(spelling: string): readonly string[] {
  let words = normalised.get(spelling);
  if (words) return words;
  words = normaliseStretch(spelling);
  if (normalised.size >= MOST_SPELLINGS) normalised.clear();
  // A slice of a text would keep the whole of it in memory.
  normalised.set(spelling.length > 12 ? Array.from(spelling).join('') : spelling, words);
  return words;
}

/** Numbers words as they come. A spelling is normalised once and then known: a unit says the same words again and again. */
export function createWordCollector(): WordCollector {
  const words: string[] = [];
  const uses: number[] = [];
  const numbers = new Map<string, number>();
  const known = new Map<string, readonly number[]>();
  const numberOf = (word: string): number => {
    let number = numbers.get(word);
    if (number === undefined) {
      number = words.push(word) - 1;
      uses.push(0);
      numbers.set(word, number);
    }
    return number;
  };
  const learn = (spelling: string): readonly number[] => {
    if (known.size >= MOST_SPELLINGS) known.clear();
    const found = normalise(spelling).map(numberOf);
    known.set(spelling, found);
    return found;
  };
  return {
    words,
    uses: () => Uint32Array.from(uses),
    read(text) {
      const found: number[] = [];
      for (const spelling of findStretches(text))
        for (const number of known.get(spelling) ?? learn(spelling)) {
          found.push(number);
          uses[number] = (uses[number] ?? 0) + 1;
        }
      return found;
    },
  };
}
