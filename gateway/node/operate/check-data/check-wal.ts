import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Frames of a write-ahead log that SQLite would leave out, from `frame` on, counted from 1. */
export interface LostFrames {
  frame: number;
  frames: number;
}

/** https://sqlite.org/fileformat2.html#the_write_ahead_log */
const [HEADER_BYTES, FRAME_HEADER_BYTES, CHECKED_BYTES] = [32, 24, 8];
const MAGIC = 0x377f0682;
/** Of the header of a database; 1 stands for 65,536. */
const PAGE_SIZE_AT = 16;
/** A server may write the log while it is read; a frame that was being written is whole by then. */
const SECOND_LOOK_MS = 200;

/**
 * Looks for what SQLite drops without a word: it ends reading a log at the first frame whose checksum is wrong, as after a
 * crash. A crash leaves no more than the frames of one transaction there, since each is on the disk before the next
 * begins; two that were committed one after the other say that the log was damaged later.
 *
 * Not seen: damage to the last transaction, to the salts in the header of the log, and a log that was cut or is gone.
 */
export async function findLostFrames(file: string): Promise<LostFrames | undefined> {
  const first = readLog(file);
  if (!first) return undefined;
  await sleep(SECOND_LOOK_MS);
  const second = readLog(file);
  return second?.frame === first.frame && second.salts === first.salts ? second : undefined;
}

interface Frame {
  salts: string;
  endsTransaction: boolean;
  /** Checksum in the header of the frame; it continues the checksum of the previous frame. */
  stored: Checksum;
  /** Whether the frame was written directly after a frame with this checksum. */
  follows(before: Checksum): boolean;
}

type Checksum = readonly [number, number];

function readLog(file: string): (LostFrames & { salts: string }) | undefined {
  const log = openFile(`${file}-wal`);
  if (!log) return undefined;
  try {
    const header = log.bytes(0, HEADER_BYTES);
    const pageSize = pageSizeOf(file);
    if (header.length < HEADER_BYTES || pageSize === undefined) return undefined;
    let isBigEndian = (header.readUInt32BE(0) & 1) === 1;
    const salts = header.toString('hex', 16, 24);
    const frames = Math.floor((log.size - HEADER_BYTES) / (FRAME_HEADER_BYTES + pageSize));
    const frameAt = (number: number): Frame => {
      const offset = HEADER_BYTES + (number - 1) * (FRAME_HEADER_BYTES + pageSize);
      return toFrame(log.bytes(offset, FRAME_HEADER_BYTES + pageSize), isBigEndian);
    };
    let before = checksumAt(header, 24);
    const isHeaderWhole =
      (header.readUInt32BE(0) & ~1) >>> 0 === MAGIC &&
      isSame(before, add([0, 0], header.subarray(0, 24), isBigEndian));
    // The damage may lie in the bit of the byte order.
    if (!isHeaderWhole && frames >= 2 && !frameAt(2).follows(frameAt(1).stored)) isBigEndian = !isBigEndian;
    let number = 1;
    // With a damaged header SQLite leaves out all frames.
    if (isHeaderWhole)
      for (; number <= frames; number++) {
        const frame = frameAt(number);
        if (frame.salts !== salts || !frame.follows(before)) break;
        before = frame.stored;
      }
    const lost = number;
    // Transactions that end within the current run of consecutive frames.
    let ends = 0;
    for (let last: Checksum | undefined; number <= frames; number++) {
      const frame = frameAt(number);
      if (frame.salts !== salts) [last, ends] = [undefined, 0];
      else {
        if (!last || !frame.follows(last)) ends = 0;
        if (frame.endsTransaction) ends += 1;
        if (ends >= 2) return { frame: lost, frames, salts };
        last = frame.stored;
      }
    }
    return undefined;
  } finally {
    log.close();
  }
}

function toFrame(bytes: Buffer, isBigEndian: boolean): Frame {
  const stored = checksumAt(bytes, 16);
  return {
    salts: bytes.toString('hex', 8, 16),
    endsTransaction: bytes.readUInt32BE(4) > 0,
    stored,
    follows(before) {
      const afterHeader = add(before, bytes.subarray(0, CHECKED_BYTES), isBigEndian);
      return isSame(stored, add(afterHeader, bytes.subarray(FRAME_HEADER_BYTES), isBigEndian));
    },
  };
}

/** As in the database itself: the log's own header may be damaged. */
function pageSizeOf(file: string): number | undefined {
  const database = openFile(file);
  if (!database) return undefined;
  const bytes = database.bytes(PAGE_SIZE_AT, 2);
  database.close();
  if (bytes.length < 2) return undefined;
  const size = bytes.readUInt16BE(0) === 1 ? 65_536 : bytes.readUInt16BE(0);
  return size >= 512 && (size & (size - 1)) === 0 ? size : undefined;
}

function openFile(path: string) {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return {
    size: fstatSync(descriptor).size,
    bytes(offset: number, length: number): Buffer {
      const buffer = Buffer.alloc(length);
      return buffer.subarray(0, readSync(descriptor, buffer, 0, length, offset));
    },
    close: () => closeSync(descriptor),
  };
}

const checksumAt = (bytes: Buffer, offset: number): Checksum => [
  bytes.readUInt32BE(offset),
  bytes.readUInt32BE(offset + 4),
];

const isSame = (a: Checksum, b: Checksum): boolean => a[0] === b[0] && a[1] === b[1];

/** SQLite's checksum of a log, continued over more bytes. */
function add([first, second]: Checksum, bytes: Buffer, isBigEndian: boolean): Checksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let offset = 0; offset + 8 <= bytes.length; offset += 8) {
    first = (first + view.getUint32(offset, !isBigEndian) + second) >>> 0;
    second = (second + view.getUint32(offset + 4, !isBigEndian) + first) >>> 0;
  }
  return [first, second];
}
