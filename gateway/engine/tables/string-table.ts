import { Arena, offsetOf } from './arena.ts';

const FIRST_STRINGS = 512;
/** Letters of one call: an engine takes some 100,000 arguments. */
const LETTERS_PER_CALL = 4096;

let spelled = new Uint16Array(256);

/** The letters of a text, in an array that the next call writes over. */
export function spell(text: string): Uint16Array {
  if (text.length > spelled.length) spelled = new Uint16Array(text.length * 2);
  for (let index = 0; index < text.length; index++) spelled[index] = text.charCodeAt(index);
  return spelled;
}

/**
 * Distinct strings by number, in the order in which they were first met. A `Map` takes some 100 bytes for each, this some
 * 12 and two for each letter: a long list has as many words as rows. The letters of a string are `lengthOf` of `arrayOf`
 * from `startOf` on.
 */
export class StringTable {
  length = 0;
  private readonly letters = new Arena((length) => new Uint16Array(length));
  private addresses: Uint32Array<ArrayBuffer>;
  private lengths: Uint32Array<ArrayBuffer>;
  /** By hash, the number of a string and one more; 0 is free. At most half of them are taken. */
  private slots: Uint32Array<ArrayBuffer>;

  /** `expected`: a power of two, of strings that there is room for at once. */
  constructor(expected = FIRST_STRINGS) {
    this.addresses = new Uint32Array(expected);
    this.lengths = new Uint32Array(expected);
    this.slots = new Uint32Array(expected * 2);
  }

  arrayOf(number: number): Uint16Array {
    return this.letters.arrayAt(this.addresses[number] ?? 0);
  }

  startOf(number: number): number {
    return offsetOf(this.addresses[number] ?? 0);
  }

  lengthOf(number: number): number {
    return this.lengths[number] ?? 0;
  }

  /** The number of a string, which it gets when it is met first. */
  numberOf(text: string): number {
    return this.numberOfLetters(spell(text), 0, text.length);
  }

  /** The same of the letters between two places of an array. */
  numberOfLetters(from: Uint16Array, start: number, end: number): number {
    if (this.length * 2 >= this.slots.length) this.growSlots();
    const slot = this.slotOf(from, start, end);
    const taken = this.slots[slot] ?? 0;
    if (taken > 0) return taken - 1;
    this.slots[slot] = this.length + 1;
    return this.append(from, start, end);
  }

  /** The same without a number for what is new, which has -1. */
  find(from: Uint16Array, start: number, end: number): number {
    return (this.slots[this.slotOf(from, start, end)] ?? 0) - 1;
  }

  at(number: number): string {
    const array = this.arrayOf(number);
    const start = this.startOf(number);
    const end = start + this.lengthOf(number);
    let text = '';
    for (let from = start; from < end; from += LETTERS_PER_CALL)
      text += String.fromCharCode.apply(
        null,
        array.subarray(from, Math.min(end, from + LETTERS_PER_CALL)) as unknown as number[],
      );
    return text;
  }

  /** Below 0 where the first stands before the second in the order of UTF-16 code units. */
  compare(a: number, b: number): number {
    const first = this.arrayOf(a);
    const second = this.arrayOf(b);
    const firstStart = this.startOf(a);
    const secondStart = this.startOf(b);
    const length = Math.min(this.lengthOf(a), this.lengthOf(b));
    for (let index = 0; index < length; index++) {
      const difference = (first[firstStart + index] ?? 0) - (second[secondStart + index] ?? 0);
      if (difference !== 0) return difference;
    }
    return this.lengthOf(a) - this.lengthOf(b);
  }

  /** The slot of the letters, or the free one in which they belong. */
  private slotOf(from: Uint16Array, start: number, end: number): number {
    const { slots, lengths } = this;
    const mask = slots.length - 1;
    for (let slot = hash(from, start, end) & mask; ; slot = (slot + 1) & mask) {
      const number = (slots[slot] ?? 0) - 1;
      if (number < 0) return slot;
      if (lengths[number] !== end - start) continue;
      if (equals(this.arrayOf(number), this.startOf(number), from, start, end)) return slot;
    }
  }

  private append(from: Uint16Array, start: number, end: number): number {
    if (this.length === this.addresses.length) {
      this.addresses = growBy(this.addresses);
      this.lengths = growBy(this.lengths);
    }
    const address = this.letters.reserve(end - start);
    const array = this.letters.arrayAt(address);
    const to = offsetOf(address) - start;
    for (let index = start; index < end; index++) array[to + index] = from[index] ?? 0;
    this.addresses[this.length] = address;
    this.lengths[this.length] = end - start;
    return this.length++;
  }

  private growSlots(): void {
    const slots = new Uint32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < this.length; number++) {
      const start = this.startOf(number);
      let slot = hash(this.arrayOf(number), start, start + this.lengthOf(number)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.slots = slots;
  }
}

function equals(array: Uint16Array, place: number, from: Uint16Array, start: number, end: number): boolean {
  for (let index = start; index < end; index++)
    if (array[place + index - start] !== from[index]) return false;
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
