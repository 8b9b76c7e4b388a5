const encoder = new TextEncoder();

/** Appends varints, bytes and strings to a buffer that grows. */
export interface ByteWriter {
  /** An unsigned integer up to 2^32 - 1, seven bits a byte, low bits first. */
  varint(value: number): void;
  bytes(bytes: Uint8Array): void;
  /** Sorted strings: what each shares with the one before is written as a length. */
  sorted(strings: readonly string[]): void;
  /** What was written so far, as a copy of exactly that length. */
  finish(): Uint8Array;
}

/** A writer that begins with the given bytes. */
export function createByteWriter(header: readonly number[] = []): ByteWriter {
  let buffer = new Uint8Array(1024);
  let length = 0;
  const reserve = (more: number) => {
    if (length + more <= buffer.length) return;
    const grown = new Uint8Array(Math.max(buffer.length * 2, length + more));
    grown.set(buffer);
    buffer = grown;
  };
  const varint = (value: number) => {
    reserve(5);
    let rest = value;
    while (rest > 127) {
      buffer[length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    buffer[length++] = rest;
  };
  const bytes = (added: Uint8Array) => {
    reserve(added.length);
    buffer.set(added, length);
    length += added.length;
  };
  const sorted = (strings: readonly string[]) => {
    varint(strings.length);
    let previous = '';
    for (const text of strings) {
      let shared = 0;
      while (shared < previous.length && previous.charCodeAt(shared) === text.charCodeAt(shared)) shared++;
      // Half of a surrogate pair is no text: it would not survive UTF-8.
      if (shared > 0 && (text.charCodeAt(shared - 1) & 0xfc00) === 0xd800) shared--;
      const rest = encoder.encode(text.slice(shared));
      varint(shared);
      varint(rest.length);
      bytes(rest);
      previous = text;
    }
  };
  bytes(Uint8Array.from(header));
  return { varint, bytes, sorted, finish: () => buffer.slice(0, length) };
}
