import { joinChunks } from '#gateway/join-chunks.ts';
import { resample } from '#gateway/sound/resample.ts';
import { writeWav } from '#gateway/sound/wav.ts';

/** Spoken sound: as mono samples, or as a file of a format that we do not take apart. */
export type Sound =
  | { kind: 'samples'; pcm: Int16Array; sampleRate: number }
  | { kind: 'file'; bytes: Uint8Array; mime: string; seconds: number; sampleRate: number };

/** A sound that can be sent: a WAV file, or what the server sent. */
export interface SoundFile {
  bytes: Uint8Array;
  mime: string;
  seconds: number;
  sampleRate: number;
}

export function secondsOf(sound: Sound): number {
  return sound.kind === 'file' ? sound.seconds : sound.pcm.length / sound.sampleRate;
}

/** As a file; samples at the rate that is asked for, where one is. */
export function toFile(sound: Sound, sampleRate?: number): SoundFile {
  if (sound.kind === 'file') return sound;
  const rate = sampleRate ?? sound.sampleRate;
  const pcm = resample(sound.pcm, sound.sampleRate, rate);
  return { bytes: writeWav(pcm, rate), mime: 'audio/wav', seconds: secondsOf(sound), sampleRate: rate };
}

/** One sound out of several; undefined where their formats cannot be put together. */
export function joinSounds(sounds: readonly Sound[]): Sound | undefined {
  const [first] = sounds;
  if (!first || sounds.length === 1) return first;
  if (first.kind === 'samples') {
    const parts = sounds.map((sound) =>
      sound.kind === 'samples' ? resample(sound.pcm, sound.sampleRate, first.sampleRate) : undefined,
    );
    if (!parts.every((part) => part !== undefined)) return undefined;
    const pcm = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      pcm.set(part, at);
      at += part.length;
    }
    return { ...first, pcm };
  }
  // Frames of MP3 follow one another; other formats have heads.
  const chunks = sounds.map((sound) =>
    sound.kind === 'file' && sound.mime === 'audio/mpeg' ? sound.bytes : undefined,
  );
  if (!chunks.every((chunk) => chunk !== undefined)) return undefined;
  const size = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  const seconds = sounds.reduce((sum, sound) => sum + secondsOf(sound), 0);
  return { ...first, bytes: joinChunks(chunks, size), seconds };
}
