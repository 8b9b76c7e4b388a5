import { joinChunks } from '#common/join-chunks.ts';
import { createResampler, SPEECH_RATE, toPcm16 } from '#common/resample.ts';
import { readWavHeader } from '#common/wav.ts';
import { type DecodedPiece, openDecoder } from './decoders.ts';
import { detectSound, SOUND_HEAD_BYTES, type SoundFormat } from './detect-sound.ts';
import { AudioDecodeError } from './audio-decode-error.ts';
import { moveMoovFirst } from './move-moov-first.ts';

const ADTS_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
];

/**
 * Sample rates in Hz that a file states where they may be others than what decoding yields: what Opus was encoded from
 * (it is always decoded at 48,000), and what AAC is before its upper band is restored, which doubles the rate.
 */
function statedRates(format: SoundFormat, bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const after = (name: string, offset: number, size: number): number | undefined => {
    const at = findName(bytes, name);
    return at >= 0 && at + offset + size <= bytes.length ? at + offset : undefined;
  };
  const rates: number[] = [];
  if (format === 'opus' || format === 'webm' || format === 'caf') {
    const at = after('OpusHead', 12, 4);
    if (at !== undefined) rates.push(view.getUint32(at, true));
  }
  if (format === 'm4a') {
    const opus = after('dOps', 8, 4);
    if (opus !== undefined) rates.push(view.getUint32(opus));
    // A sound sample entry: its rate as 16.16 fixed point.
    const aac = after('mp4a', 28, 2);
    if (aac !== undefined) rates.push(view.getUint16(aac));
  }
  if (format === 'aac') rates.push(ADTS_RATES[((bytes[2] ?? 0) >> 2) & 15] ?? 0);
  return rates.filter((rate) => rate > 0);
}

/** Where a box or head of that name begins in a file; -1 where there is none. */
function findName(bytes: Uint8Array, name: string): number {
  const codes = Array.from(name, (letter) => letter.charCodeAt(0));
  const [first = 0] = codes;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (codes.every((code, index) => bytes[at + index] === code)) return at;
  return -1;
}

interface DecodeOptions {
  /** Hz of 16-bit little-endian mono samples without a head, which nothing else tells; null: it must be a file of some format. */
  rawRate: number | null;
  /** Seconds that are wanted, from the beginning. */
  maxSeconds: number;
}

interface SoundFacts {
  /** Samples that were written, at `SPEECH_RATE`. */
  samples: number;
  /** Seconds that the file has; null: more than were wanted, and not counted to its end. */
  totalSeconds: number | null;
  /** Hz, as the file itself states them; of Opus and AAC it may be two. */
  rates: number[];
  format: SoundFormat | 'raw';
}

/** A small piece may unpack to much, so decoders get no more at once. */
const SLICE_BYTES = 8 * 1024;
/** A head of this length without a sample is none. Tags hold pictures. */
const MAX_HEADER_BYTES = 8 * 1024 * 1024;
/** Taken apart when all of it is there: it has no sound before. */
const WHOLE_FILE_FORMATS: ReadonlySet<SoundFormat> = new Set(['m4a', 'webm']);
const MAX_CHANNELS = 16;
const SAMPLE_RATE_RANGE_HZ = { min: 1000, max: 768_000 };
/** What is not wanted is still counted for so long. */
const MAX_COUNTING_MS = 3000;

/**
 * Decodes a sound file that comes in pieces to mono 16-bit samples at 16,000 Hz, given in pieces to `write`. A file that
 * breaks off is taken as far as it goes. Throws `AudioDecodeError` when nothing can be had from it.
 */
export async function decodeSound(
  source: AsyncIterable<Uint8Array>,
  order: DecodeOptions,
  write: (pcm: Int16Array) => void | Promise<void>,
): Promise<SoundFacts> {
  const pieces = source[Symbol.asyncIterator]();
  const head = await takeUpTo(pieces, SOUND_HEAD_BYTES);
  if (head.length === 0) throw new AudioDecodeError('record-empty');
  const format = detectSound(head);
  if (!format && order.rawRate === null) throw new AudioDecodeError('not-sound');
  if (format === 'wav') checkWav(head);
  const sink = createSink(order.maxSeconds, write);
  const rates = new Set<number>();
  const take = async ({ channelData, sampleRate }: DecodedPiece): Promise<void> => {
    if (!hasSamples(channelData)) return;
    rates.add(sampleRate);
    await sink.add(mixDown(channelData), sampleRate);
  };
  if (!format) await takeRaw(join(head, pieces), order.rawRate ?? 0, take);
  else {
    let bytes = join(head, pieces);
    let known = head;
    if (format === 'm4a') {
      const file = await takeUpTo(bytes, Number.POSITIVE_INFINITY);
      known = file;
      bytes = from(moveMoovFirst(file));
    }
    for (const rate of statedRates(format, known)) rates.add(rate);
    const isOpusInMp4 = format === 'm4a' && findName(known, 'dOps') >= 0;
    await takeFormat(bytes, isOpusInMp4 ? 'webm' : format, take, sink);
  }
  const { samples, totalSeconds } = await sink.end();
  if (samples === 0) throw new AudioDecodeError('sound-damaged');
  return { samples, totalSeconds, rates: [...rates], format: format ?? 'raw' };
}

async function takeFormat(
  bytes: AsyncGenerator<Uint8Array>,
  format: SoundFormat,
  take: (decoded: DecodedPiece) => Promise<void>,
  sink: Sink,
): Promise<void> {
  const decoder = await openDecoder(format);
  let fed = 0;
  let hasSound = false;
  const note = async (decoded: DecodedPiece): Promise<void> => {
    hasSound ||= hasSamples(decoded.channelData);
    await take(decoded);
  };
  try {
    for await (const chunk of bytes) {
      for (let at = 0; at < chunk.length && !sink.isFull(); at += SLICE_BYTES) {
        const slice = chunk.subarray(at, at + SLICE_BYTES);
        await note(await decoder.decode(slice));
        fed += slice.length;
        if (!hasSound && fed > MAX_HEADER_BYTES && !WHOLE_FILE_FORMATS.has(format))
          throw new AudioDecodeError('sound-damaged');
      }
      if (sink.isFull()) break;
    }
    if (decoder.flush) await note(await decoder.flush());
    for await (const piece of decoder.rest?.() ?? []) {
      await note(piece);
      if (sink.isFull()) break;
    }
  } catch (error) {
    if (error instanceof AudioDecodeError) throw error;
    // What was decoded before the damage is worth hearing.
    if (!hasSound) throw explain(error);
  } finally {
    decoder.free();
  }
}

async function takeRaw(
  bytes: AsyncIterable<Uint8Array>,
  sampleRate: number,
  take: (decoded: DecodedPiece) => Promise<void>,
): Promise<void> {
  let odd: Uint8Array = new Uint8Array(0);
  for await (const chunk of bytes) {
    const all = joinChunks([odd, chunk], odd.length + chunk.length);
    const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
    const samples = Float32Array.from(
      { length: Math.floor(all.length / 2) },
      (_, at) => view.getInt16(at * 2, true) / 32_768,
    );
    odd = all.subarray(samples.length * 2);
    await take({ channelData: [samples], sampleRate });
  }
}

type Sink = ReturnType<typeof createSink>;

/** Brings samples to the rate of hearing, writes what is wanted and counts the rest. */
function createSink(maxSeconds: number, write: (pcm: Int16Array) => void | Promise<void>) {
  const maxSamples = Math.round(maxSeconds * SPEECH_RATE);
  let resampler = createResampler(SPEECH_RATE, SPEECH_RATE);
  let rate = SPEECH_RATE;
  let written = 0;
  let extraSeconds = 0;
  let countUntil: number | undefined;
  let isFull = false;

  async function put(samples: Float32Array): Promise<void> {
    const wanted = samples.subarray(0, maxSamples - written);
    if (wanted.length > 0) await write(toPcm16(wanted));
    written += wanted.length;
    extraSeconds += (samples.length - wanted.length) / SPEECH_RATE;
  }

  return {
    isFull: () => isFull,
    async add(samples: Float32Array, sampleRate: number): Promise<void> {
      if (!(sampleRate >= SAMPLE_RATE_RANGE_HZ.min && sampleRate <= SAMPLE_RATE_RANGE_HZ.max))
        throw new AudioDecodeError('odd-sample-rate');
      if (written >= maxSamples) {
        extraSeconds += samples.length / sampleRate;
        countUntil ??= performance.now() + MAX_COUNTING_MS;
        isFull ||= performance.now() > countUntil;
        return;
      }
      if (sampleRate !== rate) {
        await put(resampler.end());
        resampler = createResampler(sampleRate, SPEECH_RATE);
        rate = sampleRate;
      }
      await put(resampler.push(samples));
    },
    async end() {
      await put(resampler.end());
      return { samples: written, totalSeconds: isFull ? null : written / SPEECH_RATE + extraSeconds };
    },
  };
}

/** Decoders say nothing, or lists of nothing, of what is no sound, such as the picture of a cover. */
function hasSamples([first]: readonly Float32Array[]): boolean {
  return first !== undefined && first.length > 0;
}

function mixDown(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0)] = channels;
  if (channels.length > MAX_CHANNELS) throw new AudioDecodeError('too-many-channels');
  if (channels.length === 1) return first;
  const mixed = Float32Array.from(first);
  for (const channel of channels.slice(1))
    for (let at = 0; at < mixed.length; at++) mixed[at] = (mixed[at] ?? 0) + (channel[at] ?? 0);
  for (let at = 0; at < mixed.length; at++) mixed[at] = (mixed[at] ?? 0) / channels.length;
  return mixed;
}

/** The decoder of WAV trusts its head. */
function checkWav(head: Uint8Array): void {
  const wav = readWavHeader(head);
  if (!wav) return;
  if (wav.channels > MAX_CHANNELS) throw new AudioDecodeError('too-many-channels');
  if (wav.channels === 0 || wav.frameBytes === 0) throw new AudioDecodeError('sound-damaged');
}

function explain(error: unknown): AudioDecodeError {
  const words = error instanceof Error ? error.message : '';
  if (/no .*audio track|no audio/i.test(words)) return new AudioDecodeError('no-sound-track', error);
  if (/unsupported|no decoder/i.test(words)) return new AudioDecodeError('sound-codec-unknown', error);
  return new AudioDecodeError('sound-damaged', error);
}

async function takeUpTo(pieces: AsyncIterator<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < limit) {
    const next = await pieces.next();
    if (next.done) break;
    chunks.push(next.value);
    length += next.value.length;
  }
  return joinChunks(chunks, length);
}

async function* join(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function* from(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
