const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits after the first, second, ... try that failed, in milliseconds; after the last one there is none. */
export const RETRY_WAITS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  HOUR,
  6 * HOUR,
  24 * HOUR,
] as const;
/** Share of a wait by which it is longer at most, so that what failed together is not tried together. */
const JITTER = 0.2;

/** When to try again after `attempts` tries, or null when that was the last. `random` is in [0, 1). */
export function nextTry(attempts: number, now: Date, random: () => number = Math.random): Date | null {
  const wait = RETRY_WAITS[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + Math.round(wait * (1 + JITTER * random())));
}
