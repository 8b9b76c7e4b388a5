import { SoundFailure } from './sound-failure.ts';

interface Box {
  type: string;
  start: number;
  /** Where its content begins. */
  body: number;
  end: number;
}

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);

/**
 * An MP4 file in pieces whose tables (`moov`) come before the sound, as decoding in pieces needs; recorders write them
 * last. Its bytes are changed: the places that the tables name move with them.
 */
export function tablesFirst(file: Uint8Array): Uint8Array[] {
  const boxes = listBoxes(file, 0, file.length);
  const tables = boxes.find(({ type }) => type === 'moov');
  const sound = boxes.find(({ type }) => type === 'mdat');
  if (!tables) throw new SoundFailure('sound-damaged');
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
    if (box.body + 8 > box.end) throw new SoundFailure('sound-damaged');
    const count = view.getUint32(box.body + 4);
    if (box.body + 8 + count * size > box.end) throw new SoundFailure('sound-damaged');
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
