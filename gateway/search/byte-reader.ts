const decoder = new TextDecoder();

/** Reads what a `ByteWriter` wrote, in the same order. Reading past the end throws a RangeError. */
export interface ByteReader {
  varint(): number;
  /** A view of the next bytes, not a copy. */
  bytes(length: number): Uint8Array;
  sorted(): string[];
  /** Bytes not read yet. */
  left(): number;
}

/** A reader that stands at `offset`. */
export function createByteReader(buffer: Uint8Array, offset = 0): ByteReader {
  let at = offset;
  const varint = () => {
    let value = 0;
    let shift = 0;
    for (;;) {
      const byte = buffer[at++];
      if (byte === undefined || shift > 28) throw new RangeError('A segment ends early');
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
      shift += 7;
    }
  };
  const bytes = (length: number) => {
    if (at + length > buffer.length) throw new RangeError('A segment ends early');
    at += length;
    return buffer.subarray(at - length, at);
  };
  const sorted = () => {
    const count = varint();
    const strings: string[] = [];
    let previous = '';
    for (let index = 0; index < count; index++) {
      const shared = varint();
      previous = previous.slice(0, shared) + decoder.decode(bytes(varint()));
      strings.push(previous);
    }
    return strings;
  };
  return { varint, bytes, sorted, left: () => buffer.length - at };
}
