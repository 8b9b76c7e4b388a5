import { LINE_END, SPACE } from './segment.ts';
import type { Spellings } from './string-table.ts';
import { createTally } from './tally.ts';

/** How words of a unit are packed: a byte stands for one letter or for two that often follow one another. */
export interface ByteEncoding {
  /** By byte, from 1 on: its first letter, and the second or 0. Byte 0 announces a letter of two bytes. */
  first: number[];
  second: number[];
}

/** Bytes that stand for letters, at most; what is rarer is announced. */
const MAX_LETTERS = 128;
const MAX_CODES = 255;

/** Chooses bytes for letters and pairs by how often they occur. `uses` is by word; each word ends in a space. */
export function chooseEncoding(words: Spellings, uses: ArrayLike<number>): ByteEncoding {
  const letters = createTally();
  const pairs = createTally();
  for (let number = 0; number < words.length; number++) {
    const times = uses[number] ?? 0;
    if (times === 0) continue;
    const array = words.arrayOf(number);
    const start = words.startOf(number);
    const end = start + words.lengthOf(number);
    for (let index = start; index < end; index++) {
      const letter = array[index] ?? 0;
      const next = index + 1 < end ? (array[index + 1] ?? 0) : SPACE;
      letters.add(letter, times);
      pairs.add(letter * 65_536 + next, times);
    }
  }
  const common = letters.most(MAX_LETTERS).filter((letter) => letter !== SPACE && letter !== LINE_END);
  const single = [SPACE, LINE_END, ...common.slice(0, MAX_LETTERS - 2)];
  const double = pairs.most(MAX_CODES - single.length);
  return {
    first: [0, ...single, ...double.map((pair) => Math.floor(pair / 65_536))],
    second: [0, ...single.map(() => 0), ...double.map((pair) => pair % 65_536)],
  };
}

/** Words as bytes, each with its space, one after the other; one more entry of `starts` marks the end. */
export interface PackedWords {
  starts: Uint32Array;
  bytes: Uint8Array;
  lineEnd: number;
}

/** Words one behind the other, a byte for each of the commonest letters and pairs of letters. */
export function packWords(words: Spellings, { first, second }: ByteEncoding): PackedWords {
  const single = new Uint8Array(65_536);
  /** By letter, its row and column in `double` and one more. */
  const rows = new Uint8Array(65_536);
  const columns = new Uint8Array(65_536);
  const double = new Uint8Array(65_536);
  let [rowCount, columnCount] = [0, 0];
  for (let code = 1; code < first.length; code++) {
    const [letter, two] = [first[code] ?? 0, second[code] ?? 0];
    if (two === 0) single[letter] = code;
    else {
      const row = (rows[letter] ||= ++rowCount);
      const column = (columns[two] ||= ++columnCount);
      double[row * 256 + column] = code;
    }
  }
  const starts = new Uint32Array(words.length + 1);
  let bytes = new Uint8Array(words.length * 8 + 64);
  let length = 0;
  for (let number = 0; number < words.length; number++) {
    const array = words.arrayOf(number);
    const wordStart = words.startOf(number);
    const wordLength = words.lengthOf(number);
    starts[number] = length;
    const requiredLength = length + 3 * wordLength + 3;
    if (requiredLength > bytes.length) {
      const grown = new Uint8Array(requiredLength * 2);
      grown.set(bytes);
      bytes = grown;
    }
    for (let index = 0; index <= wordLength; index++) {
      const letter = index < wordLength ? (array[wordStart + index] ?? 0) : SPACE;
      const next = index + 1 < wordLength ? (array[wordStart + index + 1] ?? 0) : SPACE;
      const row = index < wordLength ? (rows[letter] ?? 0) : 0;
      const column = row > 0 ? (columns[next] ?? 0) : 0;
      const pair = column > 0 ? (double[row * 256 + column] ?? 0) : 0;
      if (pair > 0) {
        bytes[length++] = pair;
        index++;
        continue;
      }
      const code = single[letter] ?? 0;
      bytes[length++] = code;
      if (code > 0) continue;
      bytes[length++] = letter & 255;
      bytes[length++] = letter >> 8;
    }
  }
  starts[words.length] = length;
  return { starts, bytes: bytes.slice(0, length), lineEnd: single[LINE_END] ?? 0 };
}
