import { Arena, offsetOf } from '#gateway/engine/tables/arena.ts';

/** Lists of numbers in few bytes, one behind the other: a unit has millions of words, and most of them are frequent ones. */
export interface NumberLists {
  /** How many lists there are. */
  length(): number;
  /** Adds a list. Numbers are integers from -1 on, of 31 bits: small ones take a byte. */
  add(list: ArrayLike<number>): void;
  /** The list at a place, as a view that holds until the next call. */
  at(place: number): Int32Array;
  /** Drops all lists from a place on. */
  truncate(length: number): void;
}

/** Of a number of 31 bits. */
const MAX_BYTES = 5;

export function createNumberLists(): NumberLists {
  const bytes = new Arena((length) => new Uint8Array(length));
  const addresses: number[] = [];
  const lengths: number[] = [];
  let encoded = new Uint8Array(1024);
  let buffer = new Int32Array(256);
  return {
    length: () => lengths.length,
    add(list) {
      if (list.length * MAX_BYTES > encoded.length) encoded = new Uint8Array(list.length * MAX_BYTES * 2);
      let end = 0;
      for (let index = 0; index < list.length; index++) {
        let rest = (list[index] ?? 0) + 1;
        for (; rest > 127; rest >>>= 7) encoded[end++] = (rest & 127) | 128;
        encoded[end++] = rest;
      }
      const address = bytes.reserve(end);
      bytes.arrayAt(address).set(encoded.subarray(0, end), offsetOf(address));
      addresses.push(address);
      lengths.push(list.length);
    },
    at(place) {
      const length = lengths[place] ?? 0;
      if (length > buffer.length) buffer = new Int32Array(length * 2);
      const address = addresses[place] ?? 0;
      const array = bytes.arrayAt(address);
      let from = offsetOf(address);
      for (let to = 0; to < length; to++) {
        let byte = array[from++] ?? 0;
        let value = byte & 127;
        for (let shift = 7; byte > 127; shift += 7) {
          byte = array[from++] ?? 0;
          value |= (byte & 127) << shift;
        }
        buffer[to] = value - 1;
      }
      return buffer.subarray(0, length);
    },
    truncate(length) {
      bytes.truncate(addresses[length] ?? bytes.end);
      addresses.length = Math.min(addresses.length, length);
      lengths.length = addresses.length;
    },
  };
}
