import { createArena, offsetOf } from './arena.ts';
import { createByteWriter } from './byte-writer.ts';

/** Lists of numbers in few bytes, one behind the other: a unit has millions of words, and most of them are frequent ones. */
export interface NumberLists {
  /** How many lists there are. */
  length(): number;
  /** Adds a list. Numbers are integers from -1 on, of 31 bits: small ones take a byte. */
  add(list: Iterable<number>): void;
  /** The list at a place, as a view that holds until the next call. */
  at(place: number): Int32Array;
  /** Drops all lists from a place on. */
  truncate(length: number): void;
}

export function createNumberLists(): NumberLists {
  const bytes = createArena((length) => new Uint8Array(length));
  const addresses: number[] = [];
  const lengths: number[] = [];
  const writer = createByteWriter();
  let buffer = new Int32Array(256);
  return {
    length: () => lengths.length,
    add(list) {
      writer.clear();
      let length = 0;
      for (const number of list) {
        writer.varint(number + 1);
        length++;
      }
      const encoded = writer.view();
      const address = bytes.reserve(encoded.length);
      bytes.arrayAt(address).set(encoded, offsetOf(address));
      addresses.push(address);
      lengths.push(length);
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
      bytes.truncate(addresses[length] ?? bytes.end());
      addresses.length = Math.min(addresses.length, length);
      lengths.length = addresses.length;
    },
  };
}
