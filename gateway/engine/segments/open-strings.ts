import { openNumbers } from './byte-reader.ts';
import { STRINGS_PER_BLOCK } from './pack-strings.ts';
import { SegmentMismatchError } from './segment.ts';

/** Packed strings, read in place. */
interface OpenStrings {
  count: number;
  at(place: number): string;
  /** The place of a string among sorted ones, -1 when it is not there. */
  find(wanted: string): number;
  /** Spells all strings in order, letters in an array that the next one writes over; `behind` of each is at hand. */
  each(visit: (letters: Uint16Array, length: number, place: number) => void): void;
  /** Where what stands behind a string begins, and where it ends. */
  behind(place: number): { start: number; end: number };
  /** What `behind` points into. */
  bytes: Uint8Array;
}

/** Opens strings written by `packStrings`. Throws `SegmentMismatchError` for other bytes. */
export function openStrings(
  [count = 0, alphabetSize = 0]: readonly number[],
  [alphabet = NOTHING, startList = NOTHING, bytes = NOTHING]: readonly Uint8Array[],
): OpenStrings {
  const codeOf = openNumbers(alphabet, alphabetSize);
  const letters = new Uint16Array(256);
  for (let index = 0; index < Math.min(255, alphabetSize); index++) letters[index + 1] = codeOf(index);
  const blockCount = Math.ceil(count / STRINGS_PER_BLOCK);
  const startOf = openNumbers(startList, blockCount);
  const hasRareLetters = alphabetSize >= 255;

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
    throw new SegmentMismatchError('a string ends early');
  };
  const take = () => {
    const byte = bytes[end] ?? 128;
    let length = byte;
    if (byte < 128) end++;
    else length = varint();
    start = end;
    end += length;
    if (end > bytes.length) throw new SegmentMismatchError('a string ends early');
  };
  const step = () => {
    take();
    take();
  };
  const seek = (place: number) => {
    if (place < 0 || place >= count) throw new SegmentMismatchError('there is no such string');
    end = startOf(Math.floor(place / STRINGS_PER_BLOCK));
    take();
    for (let steps = place % STRINGS_PER_BLOCK; steps > 0; steps--) step();
  };
  /** Below 0 when the string at the cursor comes before `wanted`. */
  const compare = (wanted: string): number => {
    let place = 0;
    for (let offset = start; offset < end; offset++, place++) {
      let code = letters[bytes[offset] ?? 0] ?? 0;
      if (bytes[offset] === 0) {
        code = (bytes[offset + 1] ?? 0) | ((bytes[offset + 2] ?? 0) << 8);
        offset += 2;
      }
      if (place >= wanted.length) return 1;
      const difference = code - wanted.charCodeAt(place);
      if (difference !== 0) return difference;
    }
    return place - wanted.length;
  };
  const compareAt = (place: number, wanted: string): number => {
    seek(place);
    return compare(wanted);
  };
  /** By block, the first two letters of its first string: most of a search looks at nothing else. */
  let heads: Uint32Array | undefined;
  /** By hash, whether any string may be there (Bloom 1970, two bits a string): most of what is searched for is not. */
  let filter: Uint32Array | undefined;
  let searches = 0;
  const readFilter = () => {
    const bits = new Uint32Array(2 ** Math.max(0, Math.ceil(Math.log2(count / FILTERED_PER_WORD))));
    const mask = bits.length * 32 - 1;
    const set = (bit: number) => {
      bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    };
    if (count > 0) end = startOf(0);
    for (let place = 0; place < count; place++) {
      take();
      let hash = HASH_SEED;
      for (let offset = start; offset < end; offset += bytes[offset] === 0 ? 3 : 1)
        hash = addToHash(hash, letterAt(offset));
      set(hash & mask);
      set(otherBits(hash) & mask);
      take();
    }
    return bits;
  };
  const mayHave = (wanted: string): boolean => {
    if (!filter) return true;
    const mask = filter.length * 32 - 1;
    const hash = hashOf(wanted);
    const [first, second] = [hash & mask, otherBits(hash) & mask];
    return (
      (((filter[first >>> 5] ?? 0) >>> (first & 31)) &
        ((filter[second >>> 5] ?? 0) >>> (second & 31)) &
        1) ===
      1
    );
  };
  const readHeads = () => Uint32Array.from({ length: blockCount }, (_, block) => readHead(block));
  const readHead = (block: number) => {
    seek(block * STRINGS_PER_BLOCK);
    const first = start < end ? letterAt(start) : Number.NaN;
    const second = start + (bytes[start] === 0 ? 3 : 1);
    return headOf(first, second < end ? letterAt(second) : Number.NaN);
  };
  const letterAt = (offset: number) =>
    bytes[offset] === 0
      ? (bytes[offset + 1] ?? 0) | ((bytes[offset + 2] ?? 0) << 8)
      : (letters[bytes[offset] ?? 0] ?? 0);
  /** Where the last string that was found is, and what stands behind it. */
  let lastPlace = -1;
  let behindFound = 0;

  return {
    count,
    bytes,
    at(place) {
      seek(place);
      let text = '';
      for (let offset = start; offset < end; offset++) {
        const byte = bytes[offset] ?? 0;
        if (byte > 0) text += String.fromCharCode(letters[byte] ?? 0);
        else {
          text += String.fromCharCode((bytes[offset + 1] ?? 0) | ((bytes[offset + 2] ?? 0) << 8));
          offset += 2;
        }
      }
      return text;
    },
    find(wanted) {
      searches++;
      if (!filter && searches > count / STRINGS_PER_SEARCH) filter = readFilter();
      if (!mayHave(wanted)) return -1;
      if (!heads && searches > SEARCHES_WITHOUT_HEADS) heads = readHeads();
      const head = headOf(wanted.charCodeAt(0), wanted.charCodeAt(1));
      // The last block that may begin with the string or before it.
      let low = 0;
      let high = blockCount - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        const first = heads?.[middle] ?? head;
        const isBefore = first === head ? compareAt(middle * STRINGS_PER_BLOCK, wanted) <= 0 : first < head;
        if (isBefore) low = middle;
        else high = middle - 1;
      }
      if (low >= blockCount) return -1;
      const first = low * STRINGS_PER_BLOCK;
      const last = Math.min(count, first + STRINGS_PER_BLOCK);
      end = startOf(low);
      for (let place = first; place < last; place++) {
        take();
        // Without rare letters, each of which takes three bytes, most strings differ by their length.
        if ((hasRareLetters || end - start === wanted.length) && compare(wanted) === 0) {
          lastPlace = place;
          behindFound = end;
          return place;
        }
        take();
      }
      return -1;
    },
    each(visit) {
      let spelled = new Uint16Array(64);
      let next = count > 0 ? startOf(0) : 0;
      for (let place = 0; place < count; place++) {
        end = next;
        take();
        if (end - start > spelled.length) spelled = new Uint16Array(2 * (end - start));
        let length = 0;
        for (let offset = start; offset < end; offset += bytes[offset] === 0 ? 3 : 1)
          spelled[length++] = letterAt(offset);
        lastPlace = place;
        behindFound = end;
        take();
        next = end;
        visit(spelled, length, place);
      }
    },
    behind(place) {
      // What was found is read next.
      if (place === lastPlace) end = behindFound;
      else seek(place);
      take();
      return { start, end };
    },
  };
}

/** One question searches so often at most, mostly: what is read for it alone is not worth a list of its own. */
const SEARCHES_WITHOUT_HEADS = 300;

/** A search without a filter takes as long as reading so many strings for one. */
const STRINGS_PER_SEARCH = 8;
/** Strings at most for each 32 bits of a filter: 1 in 20 that are not there passes. */
const FILTERED_PER_WORD = 4;

/** FNV-1a, 32 bits. */
const HASH_SEED = 0x811c9dc5;
const addToHash = (hash: number, letter: number): number => Math.imul(hash ^ letter, 0x01000193);
/** Bits of a hash in another order. */
const otherBits = (hash: number): number => Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 7;

/** What was searched for last: the same is searched for in segment after segment. */
let hashedText = '';
let hashed = HASH_SEED;

function hashOf(text: string): number {
  if (text === hashedText) return hashed;
  hashed = HASH_SEED;
  for (let index = 0; index < text.length; index++) hashed = addToHash(hashed, text.charCodeAt(index));
  hashedText = text;
  return hashed;
}

/** Orders as the two letters do; `NaN` is no letter, which comes before any. */
const headOf = (first: number, second: number): number => ((first << 16) | second) >>> 0;

const NOTHING = new Uint8Array();
