const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits after the first, second, ... try that failed, in milliseconds; after the last one there is none. */
export const BACKOFF_DELAYS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  24 * HOUR_MS,
] as const;
/** Share of a wait by which it is longer at most, so that what failed together is not tried together. */
const JITTER_SHARE = 0.2;

/** When to try again after `attempts` tries, or null when that was the last. `random` is in [0, 1). */
export function nextRetryOn(attempts: number, now: Date, random: () => number = Math.random): Date | null {
  const wait = BACKOFF_DELAYS_MS[attempts - 1];
  return wait === undefined
    ? null
    : new Date(now.getTime() + Math.round(wait * (1 + JITTER_SHARE * random())));
}
