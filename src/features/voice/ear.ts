import type { Level } from './level.ts';
import { WINDOW } from './level.ts';

/** Seconds of silence that end what a caller says. */
export const PAUSE = 1.5;
/** Seconds until nobody is expected to speak any more. */
export const PATIENCE = 10;

/** Decibels that a voice is above the noise of the room. */
const ABOVE = 10;
const FLOOR = { lowest: -70, highest: -45, share: 0.1 };
/** Tenths of a second of voice, in a row, that are the beginning of speech and not a knock. */
const BEGINNING = 2;

export type Ear = {
  /** Undefined: nobody has spoken yet. Seconds since the voice was last heard. */
  silence: number | undefined;
  /** Whether a caller would be answered now. */
  ended: boolean;
  /** Whether nobody spoke at all. */
  gaveUp: boolean;
};

/** Tells from the levels so far whether somebody spoke and has come to an end. */
export function listen(levels: readonly Level[]): Ear {
  const sorted = levels.map(({ mean }) => mean).sort((one, other) => one - other);
  const low = sorted[Math.floor(sorted.length * FLOOR.share)] ?? FLOOR.lowest;
  const floor = Math.min(FLOOR.highest, Math.max(FLOOR.lowest, low));
  let inRow = 0;
  let last = -1;
  for (const [index, { mean }] of levels.entries()) {
    inRow = mean >= floor + ABOVE ? inRow + 1 : 0;
    if (inRow >= BEGINNING) last = index;
  }
  const seconds = levels.length * WINDOW;
  if (last < 0) return { silence: undefined, ended: false, gaveUp: seconds >= PATIENCE };
  const silence = Math.round((levels.length - 1 - last) * WINDOW * 10) / 10;
  return { silence, ended: silence >= PAUSE, gaveUp: false };
}
