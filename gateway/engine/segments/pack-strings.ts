import { createByteWriter, packNumbers } from './byte-writer.ts';
import type { Strings } from './string-table.ts';

/** Strings from one place of the list to the next that can be found without reading those before. */
export const STRINGS_PER_BLOCK = 16;

/**
 * Strings packed so that each can be read alone, as blocks of a part and their numbers. One byte a letter: a unit writes
 * in few letters, and the 255 most frequent code units get a byte of their own, counted from 1; any other is a 0 and two
 * bytes. Each string is its number of bytes and its letters, then a number of bytes and what
 * `behind` gives, which is asked once for each in order and copied at once.
 */
export function packStrings(
  strings: Strings,
  behind: (place: number) => Uint8Array,
): { numbers: number[]; blocks: Uint8Array[] } {
  const alphabet = findAlphabet(strings);
  const byteOf = new Uint8Array(65_536);
  alphabet.forEach((code, index) => {
    byteOf[code] = index + 1;
  });
  const writer = createByteWriter();
  const starts: number[] = [];
  for (let place = 0; place < strings.length; place++) {
    const text = strings.at(place) ?? '';
    if (place % STRINGS_PER_BLOCK === 0) starts.push(writer.length());
    let length = text.length;
    for (let index = 0; index < text.length; index++) if (byteOf[text.charCodeAt(index)] === 0) length += 2;
    writer.varint(length);
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
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
    numbers: [strings.length, alphabet.length],
    blocks: [packNumbers(alphabet), packNumbers(starts), writer.view()],
  };
}

function findAlphabet(strings: Strings): number[] {
  const uses = new Uint32Array(65_536);
  for (let place = 0; place < strings.length; place++) {
    const text = strings.at(place) ?? '';
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      uses[code] = (uses[code] ?? 0) + 1;
    }
  }
  const used: number[] = [];
  uses.forEach((times, code) => {
    if (times > 0) used.push(code);
  });
  return used.sort((a, b) => (uses[b] ?? 0) - (uses[a] ?? 0) || a - b).slice(0, 255);
}
