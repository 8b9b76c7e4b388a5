import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MOST_PICTURES } from '#gateway/text/reading/ocr/most-pictures.ts';
import type { ReadLimits } from './run-reader.ts';
import { spawnSealed } from './spawn-sealed.ts';

const ENTRY = fileURLToPath(new URL('./reader-process.ts', import.meta.url));

/** Starts a reader within its limits; pictures get the time that they take. */
export function spawnReader({ seconds, megabytes, pictureSeconds }: ReadLimits, ocr = false): ChildProcess {
  const cpuSeconds = Math.ceil(seconds * 3 + 10 + (ocr ? pictureSeconds * MOST_PICTURES : 0));
  return spawnSealed(ENTRY, { megabytes, cpuSeconds });
}
