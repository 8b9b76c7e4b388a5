import { openNumbers } from './byte-reader.ts';
import { STRINGS_A_BLOCK } from './pack-strings.ts';
import { SegmentMismatch } from './segment.ts';

/** Packed strings, read in place. */
export interface OpenStrings {
  count: number;
  at(place: number): string;
  /** The place of a string among sorted ones, -1 when it is not there. */
  find(wanted: string): number;
  /** Where what stands behind a string begins, and where it ends. */
  behind(place: number): { start: number; end: number };
  /** What `behind` points into. */
  bytes: Uint8Array;
}

/** Opens what `packStrings` wrote. Throws `SegmentMismatch` for what cannot be it. */
export function openStrings(
  [count = 0, alphabetSize = 0]: readonly number[],
  [alphabet = NOTHING, startList = NOTHING, bytes = NOTHING]: readonly Uint8Array[],
): OpenStrings {
  const codeOf = openNumbers(alphabet, alphabetSize);
  const letters = new Uint16Array(256);
  for (let at = 0; at < Math.min(255, alphabetSize); at++) letters[at + 1] = codeOf(at);
  const blockCount = Math.ceil(count / STRINGS_A_BLOCK);
  const startOf = openNumbers(startList, blockCount);

  // The cursor: where the letters of a string are, set by `step` and `seek`.
  let start = 0;
  let end = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = bytes[end++];
      if (byte === undefined) break;
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
    throw new SegmentMismatch('a string ends early');
  };
  const take = () => {
    const length = varint();
    start = end;
    end += length;
    if (end > bytes.length) throw new SegmentMismatch('a string ends early');
  };
  const step = () => {
    take();
    take();
  };
  const seek = (place: number) => {
    if (place < 0 || place >= count) throw new SegmentMismatch('there is no such string');
    end = startOf(Math.floor(place / STRINGS_A_BLOCK));
    take();
    for (let left = place % STRINGS_A_BLOCK; left > 0; left--) step();
  };
  /** Below 0 when the string at the cursor comes before `wanted`. */
  const compare = (wanted: string): number => {
    let place = 0;
    for (let at = start; at < end; at++, place++) {
      let code = letters[bytes[at] ?? 0] ?? 0;
      if (bytes[at] === 0) {
        code = (bytes[at + 1] ?? 0) | ((bytes[at + 2] ?? 0) << 8);
        at += 2;
      }
      if (place >= wanted.length) return 1;
      const difference = code - wanted.charCodeAt(place);
      if (difference !== 0) return difference;
    }
    return place - wanted.length;
  };

  return {
    count,
    bytes,
    at(place) {
      seek(place);
      let text = '';
      for (let at = start; at < end; at++) {
        const byte = bytes[at] ?? 0;
        if (byte > 0) text += String.fromCharCode(letters[byte] ?? 0);
        else {
          text += String.fromCharCode((bytes[at + 1] ?? 0) | ((bytes[at + 2] ?? 0) << 8));
          at += 2;
        }
      }
      return text;
    },
    find(wanted) {
      let low = 0;
      let high = blockCount - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        seek(middle * STRINGS_A_BLOCK);
        if (compare(wanted) <= 0) low = middle;
        else high = middle - 1;
      }
      const first = low * STRINGS_A_BLOCK;
      const last = Math.min(count, first + STRINGS_A_BLOCK);
      for (let place = first; place < last; place++) {
        if (place === first) seek(place);
        else step();
        const difference = compare(wanted);
        if (difference === 0) return place;
        if (difference > 0) break;
      }
      return -1;
    },
    behind(place) {
      seek(place);
      take();
      return { start, end };
    },
  };
}

const NOTHING = new Uint8Array();
