import { AudioDecodeError } from './audio-decode-error.ts';

interface Box {
  type: string;
  /** Where its content begins. */
  body: number;
  end: number;
}

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf']);
/** Tables that say how many entries they have: where, from the content on, and bytes of each; 0: as flags or sizes say. */
const TABLES: Record<string, { count: number; first: number; entry: number }> = {
  stsz: { count: 8, first: 12, entry: 4 },
  stco: { count: 4, first: 8, entry: 4 },
  co64: { count: 4, first: 8, entry: 8 },
  stsc: { count: 4, first: 8, entry: 12 },
  stts: { count: 4, first: 8, entry: 8 },
  trun: { count: 4, first: 8, entry: 0 },
};

/**
 * Throws where an MP4 file has no tables, or one says more entries than it has, or more packets than the file has bytes:
 * whoever believes it counts to four thousand million.
 */
export function checkMp4Tables(file: Uint8Array): void {
  const boxes = listBoxes(file, 0, file.length);
  if (!boxes.some(({ type }) => type === 'moov')) throw new AudioDecodeError('sound-damaged');
  checkTables(file, boxes);
}

function checkTables(file: Uint8Array, boxes: readonly Box[]): void {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (const { type, body, end } of boxes) {
    if (CONTAINERS.has(type)) checkTables(file, listBoxes(file, body, end));
    const table = TABLES[type];
    if (!table) continue;
    if (body + table.first > end) throw new AudioDecodeError('sound-damaged');
    const count = view.getUint32(body + table.count);
    const isUniform = type === 'stsz' && view.getUint32(body + 4) > 0;
    const maxEntries =
      isUniform || table.entry === 0 ? file.length : (end - body - table.first) / table.entry;
    if (count > maxEntries) throw new AudioDecodeError('sound-damaged');
  }
}

/** The sibling boxes between two offsets; a box with a longer stated size ends at `to`. */
function listBoxes(file: Uint8Array, from: number, to: number): Box[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const boxes: Box[] = [];
  for (let start = from; start + 8 <= to; ) {
    const type = String.fromCharCode(...file.subarray(start + 4, start + 8));
    const short = view.getUint32(start);
    const isLong = short === 1 && start + 16 <= to;
    const length = isLong ? Number(view.getBigUint64(start + 8)) : short === 0 ? to - start : short;
    if (length < (isLong ? 16 : 8)) break;
    const end = Math.min(to, start + length);
    boxes.push({ type, body: start + (isLong ? 16 : 8), end });
    start = end;
  }
  return boxes;
}
