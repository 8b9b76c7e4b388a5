import { joinChunks } from '#common/join-chunks.ts';
import { readWavHeader } from '#common/wav.ts';
import { AudioDecodeError } from './audio-decode-error.ts';
import { decodeTrack, originalOpusRate } from './decode-track.ts';
import { type DecodedPiece, openDecoder, type StreamFormat } from './decoders.ts';
import { detectSound, SOUND_HEAD_BYTES, type SoundFormat } from './detect-sound.ts';
import { isContainer, openTrack, type SoundTrack } from './open-track.ts';
import { type PackedSound, packedRates, packTrack } from './pack-track.ts';
import { createSink, MAX_CHANNELS, type SampleSink } from './sample-sink.ts';

/** Hz that an Ogg file of Opus was encoded from; it is always decoded at 48,000. */
function statedRate(format: StreamFormat, head: Uint8Array): number | null {
  const offset = format === 'opus' ? findName(head, 'OpusHead') : -1;
  if (offset < 0 || offset + 16 > head.length) return null;
  return new DataView(head.buffer, head.byteOffset).getUint32(offset + 12, true);
}

/** Offset of the head with this name; -1 for a file without such a head. */
function findName(bytes: Uint8Array, name: string): number {
  const codes = Array.from(name, (letter) => letter.charCodeAt(0));
  const [first = 0] = codes;
  for (let offset = bytes.indexOf(first); offset >= 0; offset = bytes.indexOf(first, offset + 1))
    if (codes.every((code, index) => bytes[offset + index] === code)) return offset;
  return -1;
}

interface DecodeOptions {
  /** Hz of 16-bit little-endian mono samples without a head, which nothing else tells; null: it must be a file of some format. */
  rawRate: number | null;
  /** Seconds that are wanted, from the beginning. */
  maxSeconds: number;
  /** Bytes of the file, where they are known: one that is needed whole is then held once. */
  size?: number;
}

interface SoundFacts {
  /** Samples that were written, at `SPEECH_RATE`. */
  samples: number;
  /** Seconds that the file has; null: more than were wanted, and not counted to its end. */
  totalSeconds: number | null;
  /** Hz, as the file itself states them; of Opus and AAC it may be two. */
  rates: number[];
  format: SoundFormat | 'raw';
  /** Where there is no decoder for its sound: the files that were written in place of samples. */
  packed: PackedSound | null;
}

/** Where a record goes. */
interface SoundOutput {
  /** Mono 16-bit samples at `SPEECH_RATE`, in pieces of any length. */
  samples: (pcm: Int16Array) => void | Promise<void>;
  /** A file with the packets of up to a minute, of a sound that is not decoded here. */
  file: (bytes: Uint8Array) => void | Promise<void>;
}

/** A small piece may unpack to much, so decoders get no more at once. */
const SLICE_BYTES = 8 * 1024;
/** A head of this length without a sample is none. Tags hold pictures. */
const MAX_HEADER_BYTES = 8 * 1024 * 1024;

/**
 * Decodes a sound file that comes in pieces to mono 16-bit samples at 16,000 Hz. Where its container can be read and its
 * sound not decoded (AAC, whose decoders are not free), its packets are given in files instead. A file that breaks off is
 * taken as far as it goes. Throws `AudioDecodeError` when nothing can be had from it.
 */
export async function decodeSound(
  source: AsyncIterable<Uint8Array>,
  order: DecodeOptions,
  output: SoundOutput,
): Promise<SoundFacts> {
  const pieces = source[Symbol.asyncIterator]();
  const head = await takeUpTo(pieces, SOUND_HEAD_BYTES);
  if (head.length === 0) throw new AudioDecodeError('record-empty');
  const format = detectSound(head);
  if (!format && order.rawRate === null) throw new AudioDecodeError('not-sound');
  if (format === 'wav') checkWav(head);
  const bytes = join(head, pieces);
  const sink = createSink(order.maxSeconds, output.samples);
  if (!format) await takeRaw(bytes, order.rawRate ?? 0, sink);
  else if (isContainer(format)) {
    const opened = await openTrack(await takeAll(bytes, order.size), format).catch(explain);
    const decoded = await decodeTrack(opened);
    if (decoded === null) return packSound(opened, order.maxSeconds, output.file);
    sink.addRate(originalOpusRate(opened));
    await takeTrack(decoded, sink);
  } else {
    sink.addRate(statedRate(format, head));
    await takeStream(bytes, format, sink);
  }
  const { samples, totalSeconds, rates } = await sink.end();
  if (samples === 0) throw new AudioDecodeError('sound-damaged');
  return { samples, totalSeconds, rates, format: format ?? 'raw', packed: null };
}

async function packSound(
  opened: SoundTrack,
  maxSeconds: number,
  write: SoundOutput['file'],
): Promise<SoundFacts> {
  const packing = packTrack(opened, maxSeconds, write).catch(explain);
  return { samples: 0, rates: packedRates(opened), format: opened.format, ...(await packing) };
}

async function takeTrack(decoded: AsyncIterable<DecodedPiece>, sink: SampleSink): Promise<void> {
  try {
    for await (const piece of decoded) {
      await sink.take(piece);
      if (sink.isFull()) break;
    }
  } catch (error) {
    // What was decoded before the damage is worth hearing.
    if (error instanceof AudioDecodeError || !sink.hasSound()) explain(error);
  }
}

async function takeStream(
  bytes: AsyncIterable<Uint8Array>,
  format: StreamFormat,
  sink: SampleSink,
): Promise<void> {
  const decoder = await openDecoder(format);
  let fed = 0;
  try {
    for await (const chunk of bytes) {
      for (let offset = 0; offset < chunk.length && !sink.isFull(); offset += SLICE_BYTES) {
        const slice = chunk.subarray(offset, offset + SLICE_BYTES);
        await sink.take(await decoder.decode(slice));
        fed += slice.length;
        if (!sink.hasSound() && fed > MAX_HEADER_BYTES) throw new AudioDecodeError('sound-damaged');
      }
      if (sink.isFull()) break;
    }
    if (decoder.flush) await sink.take(await decoder.flush());
  } catch (error) {
    if (error instanceof AudioDecodeError || !sink.hasSound()) explain(error);
  } finally {
    decoder.free();
  }
}

async function takeRaw(
  bytes: AsyncIterable<Uint8Array>,
  sampleRate: number,
  sink: SampleSink,
): Promise<void> {
  let odd: Uint8Array = new Uint8Array(0);
  for await (const chunk of bytes) {
    const all = joinChunks([odd, chunk], odd.length + chunk.length);
    const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
    const samples = Float32Array.from(
      { length: Math.floor(all.length / 2) },
      (_, index) => view.getInt16(index * 2, true) / 32_768,
    );
    odd = all.subarray(samples.length * 2);
    await sink.take({ channelData: [samples], sampleRate });
  }
}

/** The decoder of WAV trusts its head. */
function checkWav(head: Uint8Array): void {
  const wav = readWavHeader(head);
  if (!wav) return;
  if (wav.channels > MAX_CHANNELS) throw new AudioDecodeError('too-many-channels');
  if (wav.channels === 0 || wav.frameBytes === 0) throw new AudioDecodeError('sound-damaged');
}

/** Throws what the words of a library come to. */
function explain(error: unknown): never {
  if (error instanceof AudioDecodeError) throw error;
  const words = error instanceof Error ? error.message : '';
  const isUnknown = /unsupported|not supported|no decoder/i.test(words);
  throw new AudioDecodeError(isUnknown ? 'sound-codec-unknown' : 'sound-damaged', error);
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

/** A whole file; without its size it is held twice for a moment. */
async function takeAll(pieces: AsyncIterable<Uint8Array>, size = 0): Promise<Uint8Array<ArrayBuffer>> {
  let file = new Uint8Array(size);
  let length = 0;
  for await (const piece of pieces) {
    if (length + piece.length > file.length) {
      const larger = new Uint8Array(Math.max(file.length * 2, length + piece.length));
      larger.set(file.subarray(0, length));
      file = larger;
    }
    file.set(piece, length);
    length += piece.length;
  }
  return file.subarray(0, length);
}
