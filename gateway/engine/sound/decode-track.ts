import type { OpusOptions } from '@audio/decode-opus/core';
import type { DecodedPiece } from './decoders.ts';
import { descriptionOf, type SoundTrack } from './open-track.ts';

/** Packets that are decoded at once: a few seconds. */
const PACKETS_PER_BATCH = 100;
/** Bytes of an Opus head without a mapping table. */
const OPUS_HEAD_BYTES = 19;

type Packets = AsyncIterable<{ data: Uint8Array }>;

/** Decodes a track of Opus or MP3; null: it is of another codec. */
export async function decodeTrack(
  opened: SoundTrack,
): Promise<AsyncGenerator<DecodedPiece, void, void> | null> {
  const { codec, track } = opened;
  if (codec !== 'opus' && codec !== 'mp3') return null;
  const { EncodedPacketSink } = await import('mediabunny');
  const packets = new EncodedPacketSink(track).packets();
  return codec === 'mp3' ? decodeMp3(packets) : decodeOpus(packets, await readOpusHead(opened));
}

/** Hz that an Opus track says it was encoded from; it is always decoded at 48,000. */
export function originalOpusRate(opened: SoundTrack): number | null {
  const description = descriptionOf(opened);
  if (opened.codec !== 'opus' || description.length < OPUS_HEAD_BYTES) return null;
  return viewOf(description).getUint32(12, true);
}

/** What an Opus track says of itself: RFC 7845, section 5.1. */
async function readOpusHead(opened: SoundTrack): Promise<OpusOptions> {
  const channels = await opened.track.getNumberOfChannels();
  const description = descriptionOf(opened);
  if (description.length < OPUS_HEAD_BYTES) return { channels };
  const view = viewOf(description);
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

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
