import { LINE_END, SPACE } from './segment.ts';
import type { Strings } from './string-table.ts';

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
export function chooseEncoding(words: Strings, uses: ArrayLike<number>): ByteEncoding {
  const letters = new Map<number, number>([
    [SPACE, 0],
    [LINE_END, 0],
  ]);
  const pairs = new Map<number, number>();
  for (let number = 0; number < words.length; number++) {
    const times = uses[number] ?? 0;
    if (times === 0) continue;
    const word = words.at(number) ?? '';
    for (let index = 0; index < word.length; index++) {
      const letter = word.charCodeAt(index);
      const next = index + 1 < word.length ? word.charCodeAt(index + 1) : SPACE;
      letters.set(letter, (letters.get(letter) ?? 0) + times);
      const pair = letter * 65_536 + next;
      pairs.set(pair, (pairs.get(pair) ?? 0) + times);
    }
  }
  const topByCount = (counts: Map<number, number>, count: number) =>
    [...counts]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, count)
      .map(([key]) => key);
  letters.delete(SPACE);
  letters.delete(LINE_END);
  const single = [SPACE, LINE_END, ...topByCount(letters, MAX_LETTERS - 2)];
  const double = topByCount(pairs, MAX_CODES - single.length);
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
export function packWords(words: Strings, { first, second }: ByteEncoding): PackedWords {
  const single = new Uint8Array(65_536);
  const double = new Map<number, number>();
  for (let code = 1; code < first.length; code++) {
    const [letter, two] = [first[code] ?? 0, second[code] ?? 0];
    if (two === 0) single[letter] = code;
    else double.set(letter * 65_536 + two, code);
  }
  const starts = new Uint32Array(words.length + 1);
  let bytes = new Uint8Array(words.length * 8 + 64);
  let length = 0;
  for (let number = 0; number < words.length; number++) {
    const word = words.at(number) ?? '';
    starts[number] = length;
    const requiredLength = length + 3 * word.length + 3;
    if (requiredLength > bytes.length) {
      const grown = new Uint8Array(requiredLength * 2);
      grown.set(bytes);
      bytes = grown;
    }
    for (let index = 0; index <= word.length; index++) {
      const letter = index < word.length ? word.charCodeAt(index) : SPACE;
      const next = index + 1 < word.length ? word.charCodeAt(index + 1) : SPACE;
      const pair = index < word.length ? double.get(letter * 65_536 + next) : undefined;
      if (pair !== undefined) {
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
