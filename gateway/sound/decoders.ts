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

/** Opens the decoder of a format; only that one is loaded. Throws `SoundFailure` where there is none. */
export async function openDecoder(format: SoundFormat): Promise<PieceDecoder> {
  switch (format) {
    case 'wav':
      return (await import('@audio/decode-wav')).decoder();
    case 'aiff':
      return (await import('@audio/decode-aiff')).decoder();
    case 'caf':
      return (await import('@audio/decode-caf')).decoder();
    case 'flac':
      return (await import('@audio/decode-flac')).decoder();
    case 'mp3':
      return (await import('@audio/decode-mp3')).decoder();
    case 'opus':
      return (await import('@audio/decode-opus')).decoder();
    case 'oga':
      return (await import('@audio/decode-vorbis')).decoder();
    case 'amr':
      return (await import('@audio/decode-amr')).decoder();
    case 'webm':
      return openPacketDecoder();
    case 'm4a':
      return openMp4Decoder();
    case 'aac':
      return openAacDecoder();
  }
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
