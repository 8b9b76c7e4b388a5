import { AudioDecodeError } from './audio-decode-error.ts';

interface Box {
  type: string;
  start: number;
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
 * Throws where a table says more entries than it has, or more sounds than the file has bytes: decoders believe it, and
 * count to four thousand million.
 */
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

/**
 * An MP4 file in pieces whose tables (`moov`) come before the sound, as decoding in pieces needs; recorders write them
 * last. Its bytes are changed: the places that the tables name move with them.
 */
export function moveMoovFirst(file: Uint8Array): Uint8Array[] {
  const boxes = listBoxes(file, 0, file.length);
  const tables = boxes.find(({ type }) => type === 'moov');
  const sound = boxes.find(({ type }) => type === 'mdat');
  if (!tables) throw new AudioDecodeError('sound-damaged');
  checkTables(file, boxes);
  if (!sound || tables.start < sound.start) return [file];
  const length = tables.end - tables.start;
  moveOffsets(file, tables, sound.start, tables.start, length);
  return [
    file.subarray(0, sound.start),
    file.subarray(tables.start, tables.end),
    file.subarray(sound.start, tables.start),
    file.subarray(tables.end),
  ];
}

function moveOffsets(file: Uint8Array, within: Box, from: number, to: number, by: number): void {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const moved = (place: number): number => (place >= from && place < to ? place + by : place);
  for (const box of listBoxes(file, within.body, within.end)) {
    if (CONTAINERS.has(box.type)) moveOffsets(file, box, from, to, by);
    if (box.type !== 'stco' && box.type !== 'co64') continue;
    const size = box.type === 'stco' ? 4 : 8;
    const count = view.getUint32(box.body + 4);
    for (let at = box.body + 8; at < box.body + 8 + count * size; at += size) {
      if (size === 4) view.setUint32(at, moved(view.getUint32(at)));
      else view.setBigUint64(at, BigInt(moved(Number(view.getBigUint64(at)))));
    }
  }
}

/** The boxes that lie side by side in a stretch; one that says more than is there ends with it. */
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
    boxes.push({ type, start, body: start + (isLong ? 16 : 8), end });
    start = end;
  }
  return boxes;
}
