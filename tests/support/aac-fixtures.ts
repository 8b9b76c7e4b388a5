import {
  ADTS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { fixture } from './audio-fixtures.ts';

async function openFile(file: Uint8Array<ArrayBuffer>) {
  const input = new Input({ source: new BufferSource(file), formats: [MP4, ADTS] });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('no sound track');
  return { input, track, packets: new EncodedPacketSink(track).packets() };
}

/** Seconds of the sound of an MP4 file by its packets, and their bytes. */
export async function readM4a(file: Uint8Array<ArrayBuffer>) {
  const { input, packets } = await openFile(file);
  const all: Uint8Array[] = [];
  let seconds = 0;
  for await (const { data, timestamp, duration } of packets) {
    all.push(data);
    seconds = timestamp + duration;
  }
  const hasVideo = (await input.getPrimaryVideoTrack()) !== null;
  return { packets: all, seconds, hasVideo };
}

/** `speech.m4a`, said again and again for so many seconds. `quietAt`: the second at which a pause of half a second is written. */
export async function longM4a(seconds: number, quietAt?: number): Promise<Uint8Array<ArrayBuffer>> {
  const { track, packets } = await openFile(fixture('speech.m4a'));
  const decoderConfig = await track.getDecoderConfig();
  const spoken: Uint8Array[] = [];
  for await (const { data } of packets) spoken.push(data);
  // The encoder ends with a frame of silence.
  const silence = spoken.pop() ?? new Uint8Array();
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const source = new EncodedAudioPacketSource('aac');
  output.addAudioTrack(source);
  await output.start();
  const frame = 1024 / 22_050;
  for (let index = 0; index * frame < seconds; index++) {
    const isQuiet = quietAt !== undefined && Math.abs(index * frame - quietAt) < 0.25;
    const data = isQuiet ? silence : (spoken[index % spoken.length] ?? silence);
    await source.add(
      new EncodedPacket(data, 'key', index * frame, frame),
      decoderConfig ? { decoderConfig } : {},
    );
  }
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}

/** The file with what its header says of lengths, or of each packet's, replaced by `value`. */
export function withLyingTimes(
  file: Uint8Array<ArrayBuffer>,
  box: 'mvhd' | 'mdhd' | 'tkhd' | 'stts',
  value: number,
): Uint8Array<ArrayBuffer> {
  const offset = Buffer.from(file).indexOf(box);
  if (offset < 0) throw new Error(`no ${box}`);
  const copy = file.slice();
  const view = new DataView(copy.buffer);
  // Offsets from the box's name; version 0 of each.
  const offsets = { mvhd: 20, mdhd: 20, tkhd: 24 };
  if (box !== 'stts') view.setUint32(offset + offsets[box], value);
  else
    for (let entry = 0; entry < view.getUint32(offset + 8); entry++)
      view.setUint32(offset + 16 + entry * 8, value);
  return copy;
}
