type Numbers = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;

const LENGTH_BITS = 16;
const ARRAY_LENGTH = 1 << LENGTH_BITS;
/** A unit of some pages needs no more. */
const FIRST_LENGTH = 1024;

export const offsetOf = (address: number): number => address & (ARRAY_LENGTH - 1);

/**
 * Memory for pieces of numbers one behind the other, in arrays of a bounded length: one array that grows takes three times
 * its size while it is copied. A piece never crosses arrays.
 */
export class Arena<Cells extends Numbers> {
  /** The address behind the last piece. */
  end = 0;
  private readonly create: (length: number) => Cells;
  private readonly none: Cells;
  private readonly arrays: Cells[] = [];

  constructor(create: (length: number) => Cells) {
    this.create = create;
    this.none = create(0);
  }

  /** Makes room for a piece behind the last one and returns its address, below 2^32. */
  reserve(length: number): number {
    const { arrays, end } = this;
    const isFull = offsetOf(end) > 0 && offsetOf(end) + length > ARRAY_LENGTH;
    const start = isFull ? end - offsetOf(end) + ARRAY_LENGTH : end;
    const place = start >>> LENGTH_BITS;
    const array = arrays[place];
    const required = offsetOf(start) + length;
    if (!array) arrays[place] = this.create(Math.max(length, place === 0 ? FIRST_LENGTH : ARRAY_LENGTH));
    else if (array.length < required) {
      // Only the first array grows, since it begins small.
      const grown = this.create(Math.max(required, Math.min(array.length * 2, ARRAY_LENGTH)));
      grown.set(array);
      arrays[place] = grown;
    }
    this.end = start + length;
    // A text longer than an array gets an array of its own.
    if (length > ARRAY_LENGTH) this.end = Math.ceil(this.end / ARRAY_LENGTH) * ARRAY_LENGTH;
    return start;
  }

  /** The array that holds the piece at an address, until the next `reserve`; `offsetOf` says where in it. */
  arrayAt(address: number): Cells {
    return this.arrays[address >>> LENGTH_BITS] ?? this.none;
  }

  /** Drops all pieces from an address on. */
  truncate(address: number): void {
    this.end = Math.min(this.end, address);
    this.arrays.length = Math.min(this.arrays.length, Math.ceil(this.end / ARRAY_LENGTH));
  }
}
