import { SPACE } from '#gateway/engine/segments/segment.ts';

/** The distinct character 3- and 4-grams of some words, each word padded, to count them in other words. */
export interface GramSet {
  size: number;
  /**
   * Counts the set's grams in spelled words, each with a space behind it: gram `g` at `offset + g`. Returns how many
   * grams of any kind the words have.
   */
  countIn(letters: Uint16Array, start: number, end: number, counts: Uint16Array, offset: number): number;
}

/** Letters of words whose grams are compared, at most: a question has some fifty. */
const MAX_GRAM_LETTERS = 1_000;
const SHORT_GRAM = 3;
const LONG_GRAM = 4;

/**
 * The grams of the given normalised words, as the automaton of Aho and Corasick: one look at a table a letter, whatever
 * the question. A state is the longest end of what was read that a gram begins with.
 */
export function createGramSet(words: readonly string[]): GramSet {
  const padded = padWords(words);
  const { classes, shift } = classifyLetters(padded);
  const { next, failures, firstOf } = buildAutomaton(padded, classes, shift);
  const letterCount = classes.length;
  const begin = next[classes[SPACE] ?? 0] ?? 0;
  const [firstShort, firstLong] = [firstOf[SHORT_GRAM] ?? 0, firstOf[LONG_GRAM] ?? 0];
  const firstHit = firstShort << shift;
  return {
    size: failures.length - firstShort,
    countIn(letters, start, end, counts, offset) {
      let row = begin;
      let spaces = 0;
      for (let index = start; index < end; index++) {
        const letter = letters[index] ?? 0;
        row = next[row + (letter < letterCount ? (classes[letter] ?? 0) : 0)] ?? 0;
        // 1 for a space, and no branch that would be guessed wrong at every word's end.
        spaces += ((letter ^ SPACE) - 1) >>> 31;
        if (row < firstHit) continue;
        const state = row >> shift;
        const place = offset + state - firstShort;
        counts[place] = (counts[place] ?? 0) + 1;
        if (state < firstLong) continue;
        const short = offset + (failures[state] ?? 0) - firstShort;
        counts[short] = (counts[short] ?? 0) + 1;
      }
      // A word of n letters has 2n - 1.
      return Math.max(0, 2 * (end - start - spaces) - spaces);
    },
  };
}

function padWords(words: readonly string[]): string[] {
  let budget = MAX_GRAM_LETTERS;
  return words.flatMap((word) => {
    if (word.length === 0 || word.length > budget) return [];
    budget -= word.length;
    return [` ${word} `];
  });
}

/** A small number for each letter of the words, 0 for any other; `shift`: bits that hold them. */
function classifyLetters(padded: readonly string[]): { classes: Uint16Array; shift: number } {
  const letters = new Set<number>([SPACE]);
  for (const word of padded)
    for (let index = 0; index < word.length; index++) letters.add(word.charCodeAt(index));
  const classes = new Uint16Array(Math.max(...letters) + 1);
  let count = 0;
  for (const letter of letters) classes[letter] = ++count;
  return { classes, shift: 32 - Math.clz32(count) };
}

interface Automaton {
  /** At `(state << shift) + class`: where the next state's row begins. */
  next: Int32Array;
  /** Failure links, by state: the longest proper suffix that is a state too. */
  failures: Uint32Array;
  /** By length: the first state of so many letters. Longer ones have higher numbers. */
  firstOf: number[];
}

function buildAutomaton(padded: readonly string[], classes: Uint16Array, shift: number): Automaton {
  let maxStates = 1;
  for (const { length } of padded) maxStates += LONG_GRAM * length;
  const next = new Int32Array(maxStates << shift);
  const firstOf = [0];
  let states = 1;
  // By word, by place: the state of the letters from there on, as many as were read.
  const statesAt = padded.map(({ length }) => new Uint32Array(length));
  for (let length = 1; length <= LONG_GRAM; length++) {
    firstOf.push(states);
    for (const [index, word] of padded.entries())
      for (let start = 0; start + Math.max(SHORT_GRAM, length) <= word.length; start++) {
        const before = statesAt[index]?.[start] ?? 0;
        const edge = (before << shift) + (classes[word.charCodeAt(start + length - 1)] ?? 0);
        if (next[edge] === 0) next[edge] = states++ << shift;
        statesAt[index]?.fill((next[edge] ?? 0) >> shift, start, start + 1);
      }
  }
  const failures = new Uint32Array(states);
  for (let state = 0; state < states; state++) {
    const row = state << shift;
    const failed = (failures[state] ?? 0) << shift;
    for (let letter = 0; letter < 1 << shift; letter++) {
      const child = next[row + letter] ?? 0;
      const instead = state === 0 ? 0 : (next[failed + letter] ?? 0);
      if (child === 0) next[row + letter] = instead;
      else failures[child >> shift] = instead >> shift;
    }
  }
  return { next, failures, firstOf };
}
