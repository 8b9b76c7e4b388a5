import { behindTags } from './detect-sound.ts';

/** What the frames of an MP3 file say of it. Seconds; Hz. */
interface MeasuredMp3 {
  seconds: number;
  sampleRate: number;
}

/** kbit/s of layer III by the four bits of a frame's head: MPEG 1, and MPEG 2 and 2.5. */
const BITRATES = {
  one: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  two: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
/** Hz of MPEG 1; half of it is MPEG 2, a quarter MPEG 2.5. */
const RATES = [44_100, 48_000, 32_000] as const;
/** What may lie before the first frame, besides a tag that says its length. */
const MAX_LEADING_BYTES = 4096;

/**
 * Length and rate of an MP3 file, counted by its frames; undefined when it is none. Reads each byte at most once, whatever
 * the file says.
 */
export function measureMp3(file: Uint8Array): MeasuredMp3 | undefined {
  const bytes = behindTags(file);
  let offset = 0;
  while (
    offset < MAX_LEADING_BYTES &&
    !(readFrame(bytes, offset) && readFrame(bytes, offset + lengthOf(bytes, offset)))
  )
    offset++;
  const first = readFrame(bytes, offset);
  if (!first) return undefined;
  let samples = 0;
  for (
    let frame: Frame | undefined = first;
    frame?.sampleRate === first.sampleRate;
    frame = readFrame(bytes, offset)
  ) {
    samples += frame.samples;
    offset += frame.length;
  }
  return { seconds: samples / first.sampleRate, sampleRate: first.sampleRate };
}

interface Frame {
  /** Bytes, at least 24. */
  length: number;
  samples: number;
  sampleRate: number;
}

const lengthOf = (bytes: Uint8Array, offset: number): number => readFrame(bytes, offset)?.length ?? 0;

function readFrame(bytes: Uint8Array, offset: number): Frame | undefined {
  const [sync = 0, second = 0, third = 0] = bytes.subarray(offset, offset + 4);
  if (sync !== 0xff || (second & 0xe6) !== 0xe2) return undefined;
  const version = (second >> 3) & 3;
  const rate = RATES[(third >> 2) & 3];
  const isOne = version === 3;
  const kilobits = BITRATES[isOne ? 'one' : 'two'][third >> 4];
  if (version === 1 || rate === undefined || !kilobits) return undefined;
  const sampleRate = isOne ? rate : version === 2 ? rate / 2 : rate / 4;
  const samples = isOne ? 1152 : 576;
  const length = Math.floor((samples * kilobits * 125) / sampleRate) + ((third >> 1) & 1);
  return { length, samples, sampleRate };
}
