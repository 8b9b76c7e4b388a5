import type { OpusOptions } from '@audio/decode-opus/core';
import type { InputAudioTrack } from 'mediabunny';
import { joinChunks } from '#gateway/join-chunks.ts';
import type { DecodedPiece, PieceDecoder } from './decoders.ts';
import { SoundFailure } from './sound-failure.ts';

const NOTHING: DecodedPiece = { channelData: [], sampleRate: 0 };
/** Packets that are decoded at once: a few seconds. */
const PACKETS = 100;

/**
 * Takes the sound track out of MP4, WebM and Matroska and decodes its packets: Opus and MP3. The file has to be there
 * whole before the first of them.
 */
export function openPacketDecoder(): PieceDecoder {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    decode(bytes) {
      chunks.push(bytes.slice());
      size += bytes.length;
      return NOTHING;
    },
    rest: () => decodeTrack(joinChunks(chunks, size)),
    free: () => void (chunks.length = 0),
  };
}

async function* decodeTrack(bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<DecodedPiece, void, void> {
  const { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } = await import('mediabunny');
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new SoundFailure('no-sound-track');
  const codec = await track.getCodec();
  const packets = new EncodedPacketSink(track).packets();
  if (codec === 'opus') yield* decodeOpus(packets, await readOpusHead(track));
  else if (codec === 'mp3') yield* decodeMp3(packets);
  else throw new SoundFailure(codec === 'aac' ? 'aac-not-installed' : 'sound-codec-unknown');
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
      if (frames.push(data) < PACKETS) continue;
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
