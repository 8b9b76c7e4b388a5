import type { OpusOptions } from '@audio/decode-opus/core';
import type { InputAudioTrack } from 'mediabunny';
import { joinChunks } from '#common/join-chunks.ts';
import type { SoundFormat } from './detect-sound.ts';
import { AudioDecodeError } from './audio-decode-error.ts';

/** Samples of -1 to 1, a list a channel; none where there is nothing to tell yet. */
export interface DecodedPiece {
  channelData: Float32Array[];
  sampleRate: number;
}

type Later<Value> = Value | Promise<Value>;

/** Decodes a file that comes in pieces. */
interface PieceDecoder {
  decode(bytes: Uint8Array): Later<DecodedPiece>;
  /** What is left at the end. */
  flush?(): Later<DecodedPiece>;
  /** The same in pieces, of what can only be decoded once all of it is there. */
  rest?(): AsyncIterable<DecodedPiece>;
  free(): void;
}

const NO_AUDIO: DecodedPiece = { channelData: [], sampleRate: 0 };
/** Packets that are decoded at once: a few seconds. */
const PACKETS_PER_BATCH = 100;

/**
 * Takes the sound track out of MP4, WebM and Matroska and decodes its packets: Opus and MP3. The file has to be there
 * whole before the first of them.
 */
function openPacketDecoder(): PieceDecoder {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    decode(bytes) {
      chunks.push(bytes.slice());
      size += bytes.length;
      return NO_AUDIO;
    },
    rest: () => decodeTrack(joinChunks(chunks, size)),
    free: () => void (chunks.length = 0),
  };
}

async function* decodeTrack(bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<DecodedPiece, void, void> {
  const { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } = await import('mediabunny');
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new AudioDecodeError('no-sound-track');
  const codec = await track.getCodec();
  const packets = new EncodedPacketSink(track).packets();
  if (codec === 'opus') yield* decodeOpus(packets, await readOpusHead(track));
  else if (codec === 'mp3') yield* decodeMp3(packets);
  else throw new AudioDecodeError(codec === 'aac' ? 'aac-not-installed' : 'sound-codec-unknown');
}

type Packets = AsyncIterable<{ data: Uint8Array }>;

/** What an Opus track says of itself: RFC 7845, section 5.1. */
async function readOpusHead(track: InputAudioTrack): Promise<OpusOptions> {
  const channels = await track.getNumberOfChannels();
  const description = (await track.getDecoderConfig())?.description;
  if (!(description instanceof Uint8Array) || description.length < 19) return { channels };
  const view = new DataView(description.buffer, description.byteOffset, description.byteLength);
  const options = { channels, preSkip: view.getUint16(10, true), outputGain: view.getInt16(16, true) };
  if (view.getUint8(18) === 0 || description.length < 21 + channels) return options;
  const [streamCount, coupledStreamCount] = [view.getUint8(19), view.getUint8(20)];
  const channelMappingTable = description.slice(21, 21 + channels);
  return { ...options, streamCount, coupledStreamCount, channelMappingTable };
}

async function* decodeOpus(packets: Packets, head: OpusOptions): AsyncGenerator<DecodedPiece, void, void> {
  const { createOpusDecoder } = await import('@audio/decode-opus/core');
  const decoder = await createOpusDecoder();
  let frames: Uint8Array[] = [];
  try {
    decoder.configure(head);
    for await (const { data } of packets) {
      if (frames.push(data) < PACKETS_PER_BATCH) continue;
      yield decoder.decodeFrames(frames);
      frames = [];
    }
    if (frames.length > 0) yield decoder.decodeFrames(frames);
  } finally {
    decoder.free();
  }
}

async function* decodeMp3(packets: Packets): AsyncGenerator<DecodedPiece, void, void> {
  const { decoder: open } = await import('@audio/decode-mp3');
  const decoder = await open();
  try {
    for await (const { data } of packets) yield decoder.decode(data);
  } finally {
    decoder.free();
  }
}

/**
 * The package that decodes AAC. It is GPL, so it does not come with us: whoever wants it installs it, and it runs in the
 * decoder's process alone.
 */
export const AAC_PACKAGE = '@audio/decode-aac';

/** Only the one that is needed is loaded. */
const DECODERS: Record<SoundFormat, () => Promise<PieceDecoder>> = {
  wav: async () => (await import('@audio/decode-wav')).decoder(),
  aiff: async () => (await import('@audio/decode-aiff')).decoder(),
  caf: async () => (await import('@audio/decode-caf')).decoder(),
  flac: async () => (await import('@audio/decode-flac')).decoder(),
  mp3: async () => (await import('@audio/decode-mp3')).decoder(),
  opus: async () => (await import('@audio/decode-opus')).decoder(),
  oga: async () => (await import('@audio/decode-vorbis')).decoder(),
  amr: async () => (await import('@audio/decode-amr')).decoder(),
  webm: async () => openPacketDecoder(),
  m4a: openMp4Decoder,
  aac: openAacDecoder,
};

/** Opens the decoder of a format. Rejects with `AudioDecodeError` where there is none. */
export function openDecoder(format: SoundFormat): Promise<PieceDecoder> {
  return DECODERS[format]();
}

async function openAacDecoder(): Promise<PieceDecoder> {
  const name: string = AAC_PACKAGE;
  const found = (await import(name).catch(() => undefined)) as
    | { decoder(): Promise<PieceDecoder> }
    | undefined;
  if (!found) throw new AudioDecodeError('aac-not-installed');
  return found.decoder();
}

/** Nearly all of MP4 is AAC; without its decoder, the rest can still be had. */
async function openMp4Decoder(): Promise<PieceDecoder> {
  try {
    return await openAacDecoder();
  } catch {
    return openPacketDecoder();
  }
}
