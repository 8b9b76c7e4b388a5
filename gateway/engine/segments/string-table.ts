import { createArena, offsetOf } from './arena.ts';

/** Strings by place, made when they are asked for. An array is one too. */
export interface Strings {
  readonly length: number;
  at(place: number): string | undefined;
}

/** Strings by place as UTF-16 units: `lengthOf(place)` of `arrayOf(place)` from `startOf(place)` on. */
export interface Spellings {
  readonly length: number;
  arrayOf(place: number): Uint16Array;
  startOf(place: number): number;
  lengthOf(place: number): number;
}

/**
 * Distinct strings by number, in the order in which they were first met. A `Map` takes some 100 bytes for each, this some
 * 12 and two for each letter: a long list has as many words as rows.
 */
export interface StringTable extends Strings, Spellings {
  /** The number of a string, which it gets when it is met first. */
  numberOf(text: string): number;
  /** The same of the letters between two places of an array. */
  numberOfLetters(from: Uint16Array, start: number, end: number): number;
  /** The same without a number for what is new, which has -1. */
  find(from: Uint16Array, start: number, end: number): number;
  at(number: number): string;
  /** Below 0 where the first stands before the second in the order of UTF-16 code units. */
  compare(a: number, b: number): number;
}

const FIRST_SLOTS = 256;
/** Letters of one call: an engine takes some 100,000 arguments. */
const LETTERS_PER_CALL = 4096;

let spelled = new Uint16Array(256);

/** The letters of a text, in an array that the next call writes over. */
export function spell(text: string): Uint16Array {
  if (text.length > spelled.length) spelled = new Uint16Array(text.length * 2);
  for (let index = 0; index < text.length; index++) spelled[index] = text.charCodeAt(index);
  return spelled;
}

export function createStringTable(): StringTable {
  const letters = createArena((length) => new Uint16Array(length));
  let count = 0;
  let addresses = new Uint32Array(FIRST_SLOTS);
  let lengths = new Uint32Array(FIRST_SLOTS);
  /** By hash, the number of a string and one more; 0 is free. At most half of them are taken. */
  let slots = new Uint32Array(FIRST_SLOTS);

  const arrayOf = (number: number): Uint16Array => letters.arrayAt(addresses[number] ?? 0);
  const startOf = (number: number): number => offsetOf(addresses[number] ?? 0);
  const lengthOf = (number: number): number => lengths[number] ?? 0;
  const growSlots = (): void => {
    slots = new Uint32Array(slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < count; number++) {
      const start = startOf(number);
      let slot = hash(arrayOf(number), start, start + lengthOf(number)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
  };
  const append = (from: Uint16Array, start: number, end: number): number => {
    if (count === addresses.length) {
      addresses = growBy(addresses);
      lengths = growBy(lengths);
    }
    const address = letters.reserve(end - start);
    const array = letters.arrayAt(address);
    const to = offsetOf(address) - start;
    for (let index = start; index < end; index++) array[to + index] = from[index] ?? 0;
    addresses[count] = address;
    lengths[count] = end - start;
    return count++;
  };
  /** The slot of the letters, or the free one in which they belong. */
  const slotOf = (from: Uint16Array, start: number, end: number): number => {
    const mask = slots.length - 1;
    let slot = hash(from, start, end) & mask;
    for (let taken = slots[slot] ?? 0; taken !== 0; taken = slots[slot] ?? 0) {
      if (
        lengths[taken - 1] === end - start &&
        equals(arrayOf(taken - 1), startOf(taken - 1), from, start, end)
      )
        break;
      slot = (slot + 1) & mask;
    }
    return slot;
  };
  const numberOfLetters = (from: Uint16Array, start: number, end: number): number => {
    if (count * 2 >= slots.length) growSlots();
    const slot = slotOf(from, start, end);
    const taken = slots[slot] ?? 0;
    if (taken > 0) return taken - 1;
    slots[slot] = count + 1;
    return append(from, start, end);
  };

  return {
    get length() {
      return count;
    },
    arrayOf,
    startOf,
    lengthOf,
    numberOf: (text) => numberOfLetters(spell(text), 0, text.length),
    numberOfLetters,
    find: (from, start, end) => (slots[slotOf(from, start, end)] ?? 0) - 1,
    at(number) {
      const array = arrayOf(number);
      const start = startOf(number);
      const end = start + lengthOf(number);
      let text = '';
      for (let from = start; from < end; from += LETTERS_PER_CALL)
        text += String.fromCharCode.apply(
          null,
          array.subarray(from, Math.min(end, from + LETTERS_PER_CALL)) as unknown as number[],
        );
      return text;
    },
    compare(a, b) {
      const [first, second] = [arrayOf(a), arrayOf(b)];
      const firstStart = startOf(a);
      const secondStart = startOf(b);
      const length = Math.min(lengthOf(a), lengthOf(b));
      for (let index = 0; index < length; index++) {
        const difference = (first[firstStart + index] ?? 0) - (second[secondStart + index] ?? 0);
        if (difference !== 0) return difference;
      }
      return lengthOf(a) - lengthOf(b);
    },
  };
}

function equals(array: Uint16Array, at: number, from: Uint16Array, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (array[at + index - start] !== from[index]) return false;
  return true;
}

/** FNV-1a, 32 bits, its bits mixed at the end: slots are chosen by the lower ones. */
function hash(from: Uint16Array, start: number, end: number): number {
  let bits = 0x811c9dc5;
  for (let index = start; index < end; index++) bits = Math.imul(bits ^ (from[index] ?? 0), 0x01000193);
  const mixed = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

/** Half as much again: what is copied is held twice for a moment. */
function growBy(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(Math.ceil(numbers.length * 1.5));
  grown.set(numbers);
  return grown;
}
