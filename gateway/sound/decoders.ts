import type { SoundFormat } from './detect-sound.ts';
import { openPacketDecoder } from './packets.ts';
import { SoundFailure } from './sound-failure.ts';

/** Samples of -1 to 1, a list a channel; none where there is nothing to tell yet. */
export interface DecodedPiece {
  channelData: Float32Array[];
  sampleRate: number;
}

type Later<Value> = Value | Promise<Value>;

/** Decodes a file that comes in pieces. */
export interface PieceDecoder {
  decode(bytes: Uint8Array): Later<DecodedPiece>;
  /** What is left at the end. */
  flush?(): Later<DecodedPiece>;
  /** The same in pieces, of what can only be decoded once all of it is there. */
  rest?(): AsyncIterable<DecodedPiece>;
  free(): void;
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

/** Opens the decoder of a format. Rejects with `SoundFailure` where there is none. */
export function openDecoder(format: SoundFormat): Promise<PieceDecoder> {
  return DECODERS[format]();
}

async function openAacDecoder(): Promise<PieceDecoder> {
  const name: string = AAC_PACKAGE;
  const found = (await import(name).catch(() => undefined)) as
    | { decoder(): Promise<PieceDecoder> }
    | undefined;
  if (!found) throw new SoundFailure('aac-not-installed');
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
