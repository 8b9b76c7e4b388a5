/** Appends numbers and bytes to a buffer that grows. */
export interface ByteWriter {
  /** Bytes written so far. */
  length(): number;
  byte(value: number): void;
  /** An unsigned integer up to 2^32 - 1, seven bits a byte, low bits first. */
  varint(value: number): void;
  bytes(bytes: Uint8Array): void;
  /** What was written so far, as a copy of exactly that length. */
  finish(): Uint8Array;
  /** The same as a view, which holds until more is written. */
  view(): Uint8Array;
  /** Forgets what was written; the buffer is used again. */
  clear(): void;
}

/** Begins empty and grows as it is written. */
export function createByteWriter(): ByteWriter {
  let buffer = new Uint8Array(1024);
  let length = 0;
  const reserve = (more: number) => {
    if (length + more <= buffer.length) return;
    const grown = new Uint8Array(Math.max(buffer.length * 2, length + more));
    grown.set(buffer);
    buffer = grown;
  };
  return {
    length: () => length,
    byte(value) {
      reserve(1);
      buffer[length++] = value;
    },
    varint(value) {
      reserve(5);
      let rest = value;
      while (rest > 127) {
        buffer[length++] = (rest & 127) | 128;
        rest >>>= 7;
      }
      buffer[length++] = rest;
    },
    bytes(added) {
      reserve(added.length);
      buffer.set(added, length);
      length += added.length;
    },
    finish: () => buffer.slice(0, length),
    view: () => buffer.subarray(0, length),
    clear() {
      length = 0;
    },
  };
}

/**
 * Numbers that are read by place, without what stands before them: one byte says how wide each is (1, 2 or 4), then
 * they follow, low bytes first.
 */
export function packNumbers(numbers: ArrayLike<number>): Uint8Array {
  let max = 0;
  for (let index = 0; index < numbers.length; index++) max = Math.max(max, numbers[index] ?? 0);
  const width = max < 1 << 8 ? 1 : max < 1 << 16 ? 2 : 4;
  const packed = new Uint8Array(1 + numbers.length * width);
  packed[0] = width;
  for (let index = 0, place = 1; index < numbers.length; index++) {
    let rest = numbers[index] ?? 0;
    for (let byte = 0; byte < width; byte++, rest >>>= 8) packed[place++] = rest & 255;
  }
  return packed;
}

/** One part: its kind, `numbers`, and blocks of bytes with an index of their ends for random access. */
export function packPart(
  kind: string,
  format: number,
  numbers: readonly number[],
  blocks: readonly Uint8Array[],
): Uint8Array {
  const head = 8 + 4 * (numbers.length + blocks.length);
  const ends: number[] = [];
  let end = head;
  for (const block of blocks) ends.push((end += block.length));
  const part = new Uint8Array(end);
  const view = new DataView(part.buffer);
  part.set([0x46, kind.charCodeAt(0), format, numbers.length]);
  view.setUint32(4, end, true);
  [...numbers, ...ends].forEach((number, index) => view.setUint32(8 + 4 * index, number, true));
  blocks.forEach((block, index) => part.set(block, (ends[index] ?? 0) - block.length));
  return part;
}
