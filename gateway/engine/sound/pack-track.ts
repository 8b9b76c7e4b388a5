import type { OutputFormat } from 'mediabunny';
import { readAacConfig } from './aac-config.ts';
import { AudioDecodeError } from './audio-decode-error.ts';
import { descriptionOf, type SoundTrack } from './open-track.ts';
import { chooseCut, type TimedPacket, timePackets } from './packet-times.ts';

/** A track that is not decoded here, as files of its packets alone. */
export interface PackedSound {
  /** As a person would call it, such as `AAC`. */
  codec: string;
  /** Media type and file extension of each piece. */
  type: string;
  extension: string;
  /** Bytes and seconds of each file, in their order. */
  pieces: { bytes: number; seconds: number }[];
}

/**
 * Seconds of one file: a word is cut at most once a minute, and a server that is slow has as much to do within its time
 * limit as with decoded pieces. Bytes: far beyond a minute of any sound that is spoken.
 */
const PIECE_LIMITS = { minSeconds: 30, maxSeconds: 60, bytes: 16 * 1024 * 1024 };
/** A file that can only be sent whole: what hosted servers take. */
const WHOLE_FILE_BYTES = 25 * 1000 * 1000;
/** Sums of thousands of packets are off by less. */
const ROUNDING_SECONDS = 0.001;
/** What is not wanted is still counted for so long. */
const MAX_COUNTING_MS = 3000;

/**
 * Copies the packets of a track, up to `maxSeconds` of them, to files of up to a minute and gives each to `write`. The
 * seconds are those of the packets, whatever the file says of its length. What has no name here cannot be taken apart: it
 * is given as it is, where it is short enough.
 */
export async function packTrack(
  opened: SoundTrack,
  maxSeconds: number,
  write: (file: Uint8Array) => void | Promise<void>,
): Promise<{ packed: PackedSound; totalSeconds: number | null }> {
  const { EncodedPacketSink } = await import('mediabunny');
  const frameSeconds = frameSecondsOf(opened);
  const packets = timePackets(new EncodedPacketSink(opened.track).packets(), frameSeconds);
  if (opened.codec === null) return giveWhole(opened, packets, maxSeconds, write);
  const { format, type, extension } = await outputOf(opened.codec);
  const pieces: PackedSound['pieces'] = [];
  let waiting: TimedPacket[] = [];
  let waitingBytes = 0;

  async function put(count: number): Promise<void> {
    const piece = waiting.slice(0, count);
    waiting = waiting.slice(count);
    waitingBytes = bytesOf(waiting);
    const file = await writeFile(opened, format, piece);
    pieces.push({ bytes: file.length, seconds: secondsOf(piece) });
    await write(file);
  }

  let total: number | null = 0;
  let countUntil: number | undefined;
  for await (const packet of packets) {
    total = packet.start + packet.seconds;
    const isWanted = total <= maxSeconds + ROUNDING_SECONDS || packet.start <= 0;
    if (countUntil !== undefined || !isWanted) {
      countUntil ??= performance.now() + MAX_COUNTING_MS;
      if (performance.now() <= countUntil) continue;
      total = null;
      break;
    }
    waiting.push(packet);
    waitingBytes += packet.data.length;
    if (packet.data.length > PIECE_LIMITS.bytes) throw new AudioDecodeError('sound-damaged');
    if (waitingBytes > PIECE_LIMITS.bytes) await put(waiting.length);
    else if (secondsOf(waiting) >= PIECE_LIMITS.maxSeconds)
      await put(chooseCut(waiting, PIECE_LIMITS.minSeconds));
  }
  if (waiting.length > 0) await put(waiting.length);
  if (total === 0) throw new AudioDecodeError('sound-damaged');
  return { packed: { codec: opened.codec.toUpperCase(), type, extension, pieces }, totalSeconds: total };
}

/** Hz that `SampleRate` may name: a decoder that restores the upper band of AAC gives twice as many. */
export function packedRates(opened: SoundTrack): number[] {
  const stated = opened.config?.sampleRate;
  if (stated === undefined) return [];
  if (opened.codec !== 'aac') return [stated];
  const { coreRate = stated, extensionRate = null } = readAacConfig(descriptionOf(opened)) ?? {};
  const doubled = coreRate <= MAX_DOUBLED_RATE_HZ ? coreRate * 2 : coreRate;
  return [...new Set([coreRate, extensionRate ?? doubled, stated])];
}

/** Nobody codes the upper band apart above this rate of the core. */
const MAX_DOUBLED_RATE_HZ = 24_000;

/** Seconds of each packet of AAC, which its decoder goes by; null where only the file tells. */
function frameSecondsOf(opened: SoundTrack): number | null {
  if (opened.codec !== 'aac' || !opened.config) return null;
  const description = descriptionOf(opened);
  // A bare row of frames has the core's rate in each.
  if (description.length === 0) return 1024 / opened.config.sampleRate;
  const config = readAacConfig(description);
  if (!config) throw new AudioDecodeError('sound-damaged');
  return config.frameSamples === null ? null : config.frameSamples / config.coreRate;
}

const bytesOf = (packets: readonly TimedPacket[]): number =>
  packets.reduce((sum, { data }) => sum + data.length, 0);

function secondsOf(packets: readonly TimedPacket[]): number {
  const [first] = packets;
  const last = packets.at(-1);
  return first && last ? last.start + last.seconds - Math.max(0, first.start) : 0;
}

/** The file in which servers expect a codec. */
async function outputOf(codec: string): Promise<{ format: OutputFormat; type: string; extension: string }> {
  const { FlacOutputFormat, Mp4OutputFormat, OggOutputFormat, WavOutputFormat } = await import('mediabunny');
  if (codec === 'vorbis') return { format: new OggOutputFormat(), type: 'audio/ogg', extension: 'ogg' };
  if (codec === 'flac') return { format: new FlacOutputFormat(), type: 'audio/flac', extension: 'flac' };
  if (/^(?:pcm-|ulaw|alaw)/.test(codec))
    return { format: new WavOutputFormat(), type: 'audio/wav', extension: 'wav' };
  return { format: new Mp4OutputFormat({ fastStart: 'in-memory' }), type: 'audio/mp4', extension: 'm4a' };
}

async function writeFile(
  { codec, config }: SoundTrack,
  format: OutputFormat,
  packets: readonly TimedPacket[],
): Promise<Uint8Array> {
  const {
    BufferTarget,
    EncodedAudioPacketSource,
    EncodedPacket: Packet,
    Output,
  } = await import('mediabunny');
  if (codec === null || !config) throw new AudioDecodeError('sound-codec-unknown');
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  // What an encoder begins with before the sound lies before its time 0.
  const begin = Math.max(0, packets[0]?.start ?? 0);
  for (const { data, start, seconds } of packets)
    await source.add(new Packet(data, 'key', start - begin, seconds), { decoderConfig: config });
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}

async function giveWhole(
  { file, format, track }: SoundTrack,
  packets: AsyncIterable<TimedPacket>,
  maxSeconds: number,
  write: (file: Uint8Array) => void | Promise<void>,
): Promise<{ packed: PackedSound; totalSeconds: number }> {
  if (file.length > WHOLE_FILE_BYTES) throw new AudioDecodeError('sound-not-divisible');
  let seconds = 0;
  for await (const packet of packets) seconds = Math.max(seconds, packet.start + packet.seconds);
  if (seconds > maxSeconds) throw new AudioDecodeError('sound-not-divisible');
  if (seconds <= 0) throw new AudioDecodeError('sound-damaged');
  await write(file);
  const id = await track.getInternalCodecId();
  const codec = typeof id === 'string' && id !== '' ? id.toUpperCase() : '?';
  const named =
    format === 'webm'
      ? { type: 'video/x-matroska', extension: 'mkv' }
      : { type: 'audio/mp4', extension: 'm4a' };
  return { packed: { codec, ...named, pieces: [{ bytes: file.length, seconds }] }, totalSeconds: seconds };
}
