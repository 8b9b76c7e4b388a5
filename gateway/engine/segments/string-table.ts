import { createArena, offsetOf } from './arena.ts';

/** Strings by place, made when they are asked for. An array is one too. */
export interface Strings {
  readonly length: number;
  at(place: number): string | undefined;
}

/**
 * Distinct strings by number, in the order in which they were first met. A `Map` takes some 100 bytes for each, this some
 * 12 and two for each letter: a long list has as many words as rows.
 */
export interface StringTable extends Strings {
  /** The number of a string, which it gets when it is met first. */
  numberOf(text: string): number;
  at(number: number): string;
  /** Below 0 where the first stands before the second in the order of UTF-16 code units. */
  compare(a: number, b: number): number;
}

const FIRST_SLOTS = 256;
/** Letters of one call: an engine takes some 100,000 arguments. */
const LETTERS_PER_CALL = 4096;

export function createStringTable(): StringTable {
  const letters = createArena((length) => new Uint16Array(length));
  let count = 0;
  let addresses = new Uint32Array(FIRST_SLOTS);
  let lengths = new Uint32Array(FIRST_SLOTS);
  /** By hash, the number of a string and one more; 0 is free. At most half of them are taken. */
  let slots = new Uint32Array(FIRST_SLOTS);

  const holds = (number: number, text: string): boolean => {
    if (lengths[number] !== text.length) return false;
    const address = addresses[number] ?? 0;
    const array = letters.arrayAt(address);
    const start = offsetOf(address);
    for (let index = 0; index < text.length; index++)
      if (array[start + index] !== text.charCodeAt(index)) return false;
    return true;
  };
  const hashAt = (number: number): number => {
    const address = addresses[number] ?? 0;
    const array = letters.arrayAt(address);
    const start = offsetOf(address);
    const length = lengths[number] ?? 0;
    let hash = HASH_SEED;
    for (let index = 0; index < length; index++) hash = addToHash(hash, array[start + index] ?? 0);
    return endHash(hash);
  };
  const growSlots = (): void => {
    slots = new Uint32Array(slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < count; number++) {
      let slot = hashAt(number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
  };
  const append = (text: string): number => {
    if (count === addresses.length) {
      addresses = growBy(addresses);
      lengths = growBy(lengths);
    }
    const address = letters.reserve(text.length);
    const array = letters.arrayAt(address);
    const start = offsetOf(address);
    for (let index = 0; index < text.length; index++) array[start + index] = text.charCodeAt(index);
    addresses[count] = address;
    lengths[count] = text.length;
    return count++;
  };

  return {
    get length() {
      return count;
    },
    numberOf(text) {
      let hash = HASH_SEED;
      for (let index = 0; index < text.length; index++) hash = addToHash(hash, text.charCodeAt(index));
      if (count * 2 >= slots.length) growSlots();
      const mask = slots.length - 1;
      for (let slot = endHash(hash) & mask; ; slot = (slot + 1) & mask) {
        const taken = slots[slot] ?? 0;
        if (taken === 0) {
          slots[slot] = count + 1;
          return append(text);
        }
        if (holds(taken - 1, text)) return taken - 1;
      }
    },
    at(number) {
      const address = addresses[number] ?? 0;
      const array = letters.arrayAt(address);
      const start = offsetOf(address);
      const end = start + (lengths[number] ?? 0);
      let text = '';
      for (let from = start; from < end; from += LETTERS_PER_CALL)
        text += String.fromCharCode.apply(
          null,
          array.subarray(from, Math.min(end, from + LETTERS_PER_CALL)) as unknown as number[],
        );
      return text;
    },
    compare(a, b) {
      const first = letters.arrayAt(addresses[a] ?? 0);
      const second = letters.arrayAt(addresses[b] ?? 0);
      const firstStart = offsetOf(addresses[a] ?? 0);
      const secondStart = offsetOf(addresses[b] ?? 0);
      const length = Math.min(lengths[a] ?? 0, lengths[b] ?? 0);
      for (let index = 0; index < length; index++) {
        const difference = (first[firstStart + index] ?? 0) - (second[secondStart + index] ?? 0);
        if (difference !== 0) return difference;
      }
      return (lengths[a] ?? 0) - (lengths[b] ?? 0);
    },
  };
}

/** FNV-1a, 32 bits, its bits mixed at the end: slots are chosen by the lower ones. */
const HASH_SEED = 0x811c9dc5;
const addToHash = (hash: number, letter: number): number => Math.imul(hash ^ letter, 0x01000193);
function endHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

/** Half as much again: what is copied is held twice for a moment. */
function growBy(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(Math.ceil(numbers.length * 1.5));
  grown.set(numbers);
  return grown;
}
