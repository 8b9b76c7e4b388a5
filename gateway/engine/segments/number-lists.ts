/** Lists of numbers one behind the other in one array, four bytes a number: a unit has millions of words. */
export interface NumberLists {
  /** How many lists there are. */
  length(): number;
  /** Adds a list. Numbers are integers of 32 bits. */
  add(list: Iterable<number>): void;
  /** The list at a place, as a view that holds until the next `add`. */
  at(place: number): Int32Array;
  /** Drops all lists from a place on. */
  truncate(length: number): void;
}

const FIRST_CAPACITY = 1024;

export function createNumberLists(): NumberLists {
  let numbers = new Int32Array(FIRST_CAPACITY);
  let ends = new Int32Array(FIRST_CAPACITY);
  let count = 0;
  const startOf = (place: number): number => (place === 0 ? 0 : (ends[place - 1] ?? 0));
  return {
    length: () => count,
    add(list) {
      let end = startOf(count);
      for (const number of list) {
        if (end === numbers.length) numbers = grow(numbers);
        numbers[end++] = number;
      }
      if (count === ends.length) ends = grow(ends);
      ends[count++] = end;
    },
    at: (place) => numbers.subarray(startOf(place), ends[place] ?? 0),
    truncate(length) {
      count = Math.min(count, length);
    },
  };
}

function grow(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(numbers.length * 2);
  grown.set(numbers);
  return grown;
}
