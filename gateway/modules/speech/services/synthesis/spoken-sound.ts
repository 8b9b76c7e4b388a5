import { joinChunks } from '#common/join-chunks.ts';
import { createResampler, joinSamples, toFloats, toPcm16 } from '#common/resample.ts';
import { writeWav } from '#common/wav.ts';
import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';

/** Spoken sound: as mono samples, or as MP3, which is not taken apart. */
export type SpokenSound =
  | { kind: 'samples'; pcm: Int16Array; sampleRate: number }
  | { kind: 'file'; bytes: Uint8Array; mime: 'audio/mpeg'; seconds: number; sampleRate: number };

/** A sound that can be sent: a WAV file, or what the server sent. */
export interface SoundFile {
  bytes: Uint8Array;
  mime: 'audio/wav' | 'audio/mpeg';
  seconds: number;
  sampleRate: number;
}

export function secondsOf(sound: SpokenSound): number {
  return sound.kind === 'file' ? sound.seconds : sound.pcm.length / sound.sampleRate;
}

/** Samples that are brought to another rate in one go: some milliseconds of work. */
const SAMPLES_PER_TURN = 24_000;

/** The same sound at another rate, where it is samples; others have a turn in between. */
export async function resampleTo(sound: SpokenSound, sampleRate?: number): Promise<SpokenSound> {
  if (sound.kind === 'file' || sampleRate === undefined || sampleRate === sound.sampleRate) return sound;
  const resampler = createResampler(sound.sampleRate, sampleRate);
  const parts: Int16Array[] = [];
  for (let start = 0; start < sound.pcm.length; start += SAMPLES_PER_TURN) {
    parts.push(toPcm16(resampler.push(toFloats(sound.pcm.subarray(start, start + SAMPLES_PER_TURN)))));
    await yieldToEventLoop();
  }
  parts.push(toPcm16(resampler.end()));
  return { kind: 'samples', sampleRate, pcm: joinSamples(parts) };
}

/** As a file: a WAV file, or what it is. */
export function toFile(sound: SpokenSound): SoundFile {
  if (sound.kind === 'file') return sound;
  const { pcm, sampleRate } = sound;
  return { bytes: writeWav(pcm, sampleRate), mime: 'audio/wav', seconds: secondsOf(sound), sampleRate };
}

/** One sound out of several of one rate; undefined where their formats cannot be put together. */
export function concatSounds(sounds: readonly SpokenSound[]): SpokenSound | undefined {
  const [first] = sounds;
  if (!first || sounds.length === 1) return first;
  if (first.kind === 'samples') {
    const parts = sounds.map((sound) =>
      sound.kind === 'samples' && sound.sampleRate === first.sampleRate ? sound.pcm : undefined,
    );
    return parts.every((part) => part !== undefined) ? { ...first, pcm: joinSamples(parts) } : undefined;
  }
  // MP3 files can be joined: each frame stands alone.
  const chunks = sounds.map((sound) => (sound.kind === 'file' ? sound.bytes : undefined));
  if (!chunks.every((chunk) => chunk !== undefined)) return undefined;
  const size = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  const seconds = sounds.reduce((sum, sound) => sum + secondsOf(sound), 0);
  return { ...first, bytes: joinChunks(chunks, size), seconds };
}
