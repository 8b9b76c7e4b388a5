import type { StringTable } from '#gateway/engine/tables/string-table.ts';
import { createByteWriter, packNumbers } from './byte-writer.ts';
import { commonLetters } from './common-letters.ts';

/** Strings from one place of the list to the next that can be found without reading those before. */
export const STRINGS_PER_BLOCK = 16;

/** By letter, the byte that stands for it. */
const byteOf = new Uint8Array(65_536);

/**
 * Strings of a table, each once, packed so that each can be read alone, as blocks of a part and their numbers. One byte a letter: a unit writes
 * in few letters, and the 255 most frequent code units get a byte of their own, counted from 1; any other is a 0 and two
 * bytes. Each string is its number of bytes and its letters, then a number of bytes and what
 * `behind` gives, which is asked once for each in order and copied at once.
 */
export function packStrings(
  table: StringTable,
  numbers: Uint32Array,
  behind: (place: number) => Uint8Array,
): { numbers: number[]; blocks: Uint8Array[] } {
  const uses = new Uint32Array(table.length);
  for (const number of numbers) uses[number] = 1;
  const alphabet = commonLetters(table, uses, 255);
  byteOf.fill(0);
  alphabet.forEach((code, index) => {
    byteOf[code] = index + 1;
  });
  const writer = createByteWriter();
  const starts: number[] = [];
  for (let place = 0; place < numbers.length; place++) {
    const number = numbers[place] ?? 0;
    const array = table.arrayOf(number);
    const start = table.startOf(number);
    const end = start + table.lengthOf(number);
    if (place % STRINGS_PER_BLOCK === 0) starts.push(writer.length());
    let length = end - start;
    for (let index = start; index < end; index++) if (byteOf[array[index] ?? 0] === 0) length += 2;
    writer.varint(length);
    for (let index = start; index < end; index++) {
      const code = array[index] ?? 0;
      const byte = byteOf[code] ?? 0;
      writer.byte(byte);
      if (byte > 0) continue;
      writer.byte(code & 255);
      writer.byte(code >> 8);
    }
    const more = behind(place);
    writer.varint(more.length);
    writer.bytes(more);
  }
  return {
    numbers: [numbers.length, alphabet.length],
    blocks: [packNumbers(alphabet), packNumbers(starts), writer.view()],
  };
}
