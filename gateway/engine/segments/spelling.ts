import type { StringTable } from '#gateway/engine/tables/string-table.ts';
import { commonLetters, takeMost } from './common-letters.ts';
import { LINE_END, SPACE } from './segment.ts';

/** How words of a unit are packed: a byte stands for one letter or for two that often follow one another. */
export interface ByteEncoding {
  /** By byte, from 1 on: its first letter, and the second or 0. Byte 0 announces a letter of two bytes. */
  first: number[];
  second: number[];
}

/** Bytes that stand for letters, at most; what is rarer is announced. */
const MAX_LETTERS = 128;
const MAX_CODES = 255;

/** By letter, its rank among the letters of a unit, from 1 on; 0 for rare ones. */
const rankOf = new Uint8Array(65_536);
/** How often a letter follows another, by their ranks; one that ends a word is followed by 0. */
const grid = new Float64Array(65_536);

/** Chooses bytes for letters and pairs by how often they occur. `uses` is by word; each word ends in a space. */
export function chooseEncoding(words: StringTable, uses: Uint32Array): ByteEncoding {
  const letters = commonLetters(words, uses, MAX_CODES);
  rankOf.fill(0);
  letters.forEach((letter, index) => {
    rankOf[letter] = index + 1;
  });
  const counted = countPairs(words, uses);
  const pairs = [...counted.keys()];
  const times = [...counted.values()];
  takePairs([SPACE, ...letters], pairs, times);
  const common = letters.filter((letter) => letter !== SPACE && letter !== LINE_END);
  const single = [SPACE, LINE_END, ...common.slice(0, MAX_LETTERS - 2)];
  const double = takeMost(pairs, times, MAX_CODES - single.length);
  return {
    first: [0, ...single, ...double.map((pair) => Math.floor(pair / 65_536))],
    second: [0, ...single.map(() => 0), ...double.map((pair) => pair % 65_536)],
  };
}

/** Counts pairs of letters that have ranks into `grid`, and returns how often each other pair occurs. */
function countPairs(words: StringTable, uses: Uint32Array): Map<number, number> {
  const rare = new Map<number, number>();
  grid.fill(0);
  for (let number = 0; number < uses.length; number++) {
    const times = uses[number] ?? 0;
    if (times === 0) continue;
    const array = words.arrayOf(number);
    const start = words.startOf(number);
    const end = start + words.lengthOf(number);
    for (let index = start; index < end; index++) {
      const letter = array[index] ?? 0;
      const next = index + 1 < end ? (array[index + 1] ?? 0) : SPACE;
      const rank = rankOf[letter] ?? 0;
      const nextRank = rankOf[next] ?? 0;
      if (rank > 0 && (nextRank > 0 || index + 1 === end)) {
        const cell = rank * 256 + nextRank;
        grid[cell] = (grid[cell] ?? 0) + times;
      } else rare.set(letter * 65_536 + next, (rare.get(letter * 65_536 + next) ?? 0) + times);
    }
  }
  return rare;
}

/** Adds what `grid` has of the letters, by rank, to lists. */
function takePairs(letters: readonly number[], pairs: number[], times: number[]): void {
  for (let row = 1; row < letters.length; row++)
    for (let column = 0; column < letters.length; column++) {
      const count = grid[row * 256 + column] ?? 0;
      if (count === 0) continue;
      pairs.push((letters[row] ?? 0) * 65_536 + (letters[column] ?? 0));
      times.push(count);
    }
}

/** Words as bytes, each with its space, one after the other; one more entry of `starts` marks the end. */
export interface PackedWords {
  starts: Uint32Array;
  bytes: Uint8Array;
  lineEnd: number;
}

/** By letter, the byte that stands for it. */
const single = new Uint8Array(65_536);
/** By letter, its row and its column in `double` and one more. */
const rows = new Uint8Array(65_536);
const columns = new Uint8Array(65_536);
const double = new Uint8Array(65_536);

/** Words one behind the other, a byte for each of the commonest letters and pairs of letters. */
export function packWords(words: StringTable, { first, second }: ByteEncoding): PackedWords {
  let [rowCount, columnCount] = [0, 0];
  for (const table of [single, rows, columns, double]) table.fill(0);
  for (let code = 1; code < first.length; code++) {
    const [letter, two] = [first[code] ?? 0, second[code] ?? 0];
    if (two === 0) single[letter] = code;
    else double[(rows[letter] ||= ++rowCount) * 256 + (columns[two] ||= ++columnCount)] = code;
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
