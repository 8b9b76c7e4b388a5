import { MAX_WORD_LETTERS } from '#gateway/engine/work-budget.ts';
import { StringTable, spell } from './string-table.ts';

/** What was learnt of the words that were asked for lately. */
export interface WordMemo<Known> {
  of(word: string): Known;
  /** The same of a word of a list. */
  at(words: StringTable, place: number): Known;
}

/** Words are expected to be many. */
const FIRST_WORDS = 32_768;

/** At most `limit` words at a time, in some 30 bytes each and two for each letter. Longer ones are learnt each time. */
export function createWordMemo<Known>(limit: number, learn: (word: string) => Known): WordMemo<Known> {
  let words = new StringTable(FIRST_WORDS);
  let facts: Known[] = [];
  const find = (letters: Uint16Array, start: number, end: number): Known => {
    if (end - start > MAX_WORD_LETTERS)
      return learn(Array.from(letters.subarray(start, end), (code) => String.fromCharCode(code)).join(''));
    if (words.length >= limit) {
      words = new StringTable(FIRST_WORDS);
      facts = [];
    }
    const number = words.numberOfLetters(letters, start, end);
    // What could not be learnt is tried again.
    if (facts[number] === undefined) facts[number] = learn(words.at(number));
    return facts[number];
  };
  return {
    of: (word) => find(spell(word), 0, word.length),
    at: (list, place) => {
      const start = list.startOf(place);
      return find(list.arrayOf(place), start, start + list.lengthOf(place));
    },
  };
}
