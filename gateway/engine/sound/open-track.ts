import type { AudioCodec, Input, InputAudioTrack } from 'mediabunny';
import { AudioDecodeError } from './audio-decode-error.ts';
import { checkMp4Tables } from './check-mp4-tables.ts';
import type { SoundFormat } from './detect-sound.ts';

/** Formats whose packets are read from the whole file. `aac` is a bare row of AAC frames (ADTS). */
export type ContainerFormat = Extract<SoundFormat, 'm4a' | 'webm' | 'aac'>;

/** The first sound track of a file. */
export interface SoundTrack {
  file: Uint8Array<ArrayBuffer>;
  format: ContainerFormat;
  track: InputAudioTrack;
  /** Null: the container can be read, its sound is of a kind that has no name here. */
  codec: AudioCodec | null;
  /** What a decoder has to know; null where the codec is. */
  config: Awaited<ReturnType<InputAudioTrack['getDecoderConfig']>>;
}

/** Whether a file of this format holds tracks, of which one is opened. */
export function isContainer(format: SoundFormat): format is ContainerFormat {
  return format === 'm4a' || format === 'webm' || format === 'aac';
}

/** Opens the first sound track; nothing is decoded. Throws `AudioDecodeError` where there is none. */
export async function openTrack(file: Uint8Array<ArrayBuffer>, format: ContainerFormat): Promise<SoundTrack> {
  const { ADTS, BufferSource, Input: MediaInput, MATROSKA, MP4, QTFF, WEBM } = await import('mediabunny');
  if (format === 'm4a') checkMp4Tables(file);
  const formats = { m4a: [MP4, QTFF], webm: [WEBM, MATROSKA], aac: [ADTS] }[format];
  const input: Input = new MediaInput({ source: new BufferSource(file), formats });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new AudioDecodeError('no-sound-track');
  const codec = await track.getCodec();
  return { file, format, track, codec, config: codec === null ? null : await track.getDecoderConfig() };
}

/** What describes a track's sound to its decoder, as bytes; empty where nothing does. */
export function descriptionOf({ config }: Pick<SoundTrack, 'config'>): Uint8Array {
  const description = config?.description;
  if (description === undefined) return new Uint8Array(0);
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
}
