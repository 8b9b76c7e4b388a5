import { Inflate, inflateSync } from 'fflate';
import { ReadFailure } from '#gateway/engine/document.ts';

/** Where a part of an archive lies, packed; `size` is what it is said to unpack to. */
interface ZipPart {
  method: number;
  start: number;
  end: number;
  size: number;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_LENGTH = 22;
/** The comment behind the end of the directory is no longer. */
const MAX_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;
/** Packed bytes at a time: a thousand times as many may come out. */
const SLICE_BYTES = 16 * 1024;

/** The parts of a ZIP archive by path, from its directory; empty where there is none. */
export function findZipParts(zip: Uint8Array): Map<string, ZipPart> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const parts = new Map<string, ZipPart>();
  let end = zip.length - END_LENGTH;
  const last = Math.max(0, end - MAX_COMMENT);
  while (end >= last && view.getUint32(end, true) !== END_OF_DIRECTORY) end--;
  if (end < last) return parts;
  const count = view.getUint16(end + 10, true);
  let entry = view.getUint32(end + 16, true);
  for (let number = 0; number < count; number++) {
    if (entry + 46 > zip.length || view.getUint32(entry, true) !== DIRECTORY_ENTRY) break;
    const nameLength = view.getUint16(entry + 28, true);
    const local = view.getUint32(entry + 42, true);
    if (local + 30 <= zip.length) {
      const name = new TextDecoder().decode(zip.subarray(entry + 46, entry + 46 + nameLength));
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const packed = view.getUint32(entry + 20, true);
      const method = view.getUint16(entry + 10, true);
      parts.set(name, { method, start, end: start + packed, size: view.getUint32(entry + 24, true) });
    }
    entry += 46 + nameLength + view.getUint16(entry + 30, true) + view.getUint16(entry + 32, true);
  }
  return parts;
}

/** The text of a part, some of it at a time. Throws `ReadFailure` `damaged`, and `too-large-inside` past `limit` bytes. */
export function* unpackText(zip: Uint8Array, part: ZipPart, limit: number): Generator<string> {
  if (part.method !== STORED && part.method !== DEFLATED) throw new ReadFailure('damaged');
  const decoder = new TextDecoder();
  let chunks: Uint8Array[] = [];
  let length = 0;
  const inflate = new Inflate((chunk) => chunks.push(chunk));
  for (let start = part.start; start < part.end; start += SLICE_BYTES) {
    const slice = zip.subarray(start, Math.min(start + SLICE_BYTES, part.end));
    if (part.method === STORED) chunks.push(slice);
    else inflate.push(slice, start + SLICE_BYTES >= part.end);
    const unpacked = chunks;
    chunks = [];
    for (const chunk of unpacked) {
      length += chunk.length;
      if (length > limit) throw new ReadFailure('too-large-inside');
      yield decoder.decode(chunk, { stream: true });
    }
  }
  yield decoder.decode();
}

/** The whole text of a part at once, twice as fast. Throws as `unpackText` does; no more comes out than the part states. */
export function unpackWhole(zip: Uint8Array, part: ZipPart, limit: number): string {
  if (part.size > limit) throw new ReadFailure('too-large-inside');
  const packed = zip.subarray(part.start, part.end);
  if (part.method === STORED) return new TextDecoder().decode(packed);
  if (part.method !== DEFLATED) throw new ReadFailure('damaged');
  return new TextDecoder().decode(inflateSync(packed, { out: new Uint8Array(part.size) }));
}
