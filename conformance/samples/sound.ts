import { readFileSync } from 'node:fs';
import type { SampleFile } from './documents.ts';

const TYPES = { wav: 'audio/wav', mp3: 'audio/mpeg', mp4: 'video/mp4' } as const;
export type SoundFormat = keyof typeof TYPES;

/** Seconds of each sample. */
export const SAMPLE_SECONDS = 2.3;
/** Rate that the header of the WAV states, in Hz. */
export const WAV_RATE_HZ = 8000;

/** Two short sentences, Arabic and English. */
export function soundFile(format: SoundFormat): SampleFile {
  const bytes = readFileSync(new URL(`speech.${format}`, import.meta.url));
  return { extension: format, type: TYPES[format], bytes: new Uint8Array(bytes) };
}
