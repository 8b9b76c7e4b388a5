import type { SoundFormat } from './detect-sound.ts';
import type { ContainerFormat } from './open-track.ts';

/** Samples of -1 to 1, a list a channel; none where there is nothing to tell yet. */
export interface DecodedPiece {
  channelData: Float32Array[];
  sampleRate: number;
}

/** Formats that are decoded as they come; of the others the packets are read once all of the file is there. */
export type StreamFormat = Exclude<SoundFormat, ContainerFormat>;

type Later<Value> = Value | Promise<Value>;

/** Decodes a file that comes in pieces. */
interface PieceDecoder {
  decode(bytes: Uint8Array): Later<DecodedPiece>;
  /** What is left at the end. */
  flush?(): Later<DecodedPiece>;
  free(): void;
}

/** Decoders by format, loaded on first use. */
const DECODERS: Record<StreamFormat, () => Promise<PieceDecoder>> = {
  wav: async () => (await import('@audio/decode-wav')).decoder(),
  aiff: async () => (await import('@audio/decode-aiff')).decoder(),
  caf: async () => (await import('@audio/decode-caf')).decoder(),
  flac: async () => (await import('@audio/decode-flac')).decoder(),
  mp3: async () => (await import('@audio/decode-mp3')).decoder(),
  opus: async () => (await import('@audio/decode-opus')).decoder(),
  oga: async () => (await import('@audio/decode-vorbis')).decoder(),
  amr: async () => (await import('@audio/decode-amr')).decoder(),
};

/** Opens the decoder of a format. */
export function openDecoder(format: StreamFormat): Promise<PieceDecoder> {
  return DECODERS[format]();
}
