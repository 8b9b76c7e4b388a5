import { SegmentMismatchError } from './segment.ts';

/** A part as it lies in memory: its numbers, and its blocks as views. */
interface OpenPart {
  numbers: readonly number[];
  blocks: readonly Uint8Array[];
}

/** The first byte of each part. */
const MAGIC = 0x46;

/** What `packPart` wrote, nothing copied. Throws `SegmentMismatchError` for another kind, format, or length. */
export function openPart(
  part: Uint8Array,
  kind: string,
  format: number,
  { numbers: numberCount, blocks: blockCount }: { numbers: number; blocks: number },
): OpenPart {
  const head = 8 + 4 * (numberCount + blockCount);
  if (part[0] !== MAGIC || part[1] !== kind.charCodeAt(0))
    throw new SegmentMismatchError('it does not begin as one');
  if (part[2] !== format || part[3] !== numberCount)
    throw new SegmentMismatchError('it was made in another format', { isOtherFormat: true });
  if (part.length < head || readUint32(part, 4) !== part.length)
    throw new SegmentMismatchError('it ends early');
  const numbers = Array.from({ length: numberCount }, (_, index) => readUint32(part, 8 + 4 * index));
  let start = head;
  const blocks = Array.from({ length: blockCount }, (_, index) => {
    const end = readUint32(part, 8 + 4 * (numberCount + index));
    if (end < start || end > part.length) throw new SegmentMismatchError('its blocks overlap');
    const block = part.subarray(start, end);
    start = end;
    return block;
  });
  return { numbers, blocks };
}

/** Four bytes, low ones first; bytes behind the end count as 0. */
function readUint32(bytes: Uint8Array, offset: number): number {
  return (
    ((bytes[offset] ?? 0) |
      ((bytes[offset + 1] ?? 0) << 8) |
      ((bytes[offset + 2] ?? 0) << 16) |
      ((bytes[offset + 3] ?? 0) << 24)) >>>
    0
  );
}

/** Reads what `packNumbers` wrote, by place. Throws `SegmentMismatchError` unless there are exactly `count`. */
export function openNumbers(packed: Uint8Array, count: number): (index: number) => number {
  const width = packed[0];
  if (packed.length !== 1 + count * (width ?? 0)) throw new SegmentMismatchError('a list has another length');
  if (width === 1) return (index) => packed[1 + index] ?? 0;
  if (width === 2) return (index) => (packed[1 + 2 * index] ?? 0) | ((packed[2 + 2 * index] ?? 0) << 8);
  if (width === 4) return (index) => readUint32(packed, 1 + 4 * index);
  throw new SegmentMismatchError('a list has no known width');
}

/** Reads numbers one after the other from some place on. Reading behind the end throws `SegmentMismatchError`. */
export class ByteReader {
  readonly bytes: Uint8Array;
  offset: number;

  constructor(bytes: Uint8Array, offset = 0) {
    this.bytes = bytes;
    this.offset = offset;
  }

  varint(): number {
    const { bytes } = this;
    let byte = bytes[this.offset++] ?? BEHIND_END;
    if (byte < 128) return byte;
    let value = byte & 127;
    for (let shift = 7; shift < 35 && byte !== BEHIND_END; shift += 7) {
      byte = bytes[this.offset++] ?? BEHIND_END;
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
    throw new SegmentMismatchError('a number ends early');
  }
}

const BEHIND_END = 256;
