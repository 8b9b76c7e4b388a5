import { TooManyRequests } from '#src/api/transport/gateway-errors.ts';

const MAX_REPEATS = 2;
/** Seconds to wait where the gateway names none, and the most that a page waits by itself. */
const DEFAULT_WAIT_SECONDS = 5;
const MAX_WAIT_SECONDS = 120;

/**
 * When a call that a busy gateway refused is repeated by itself, in milliseconds since the epoch; undefined where only a
 * person repeats it. `repeats`: how often it was repeated by itself before. Both belong to the call: what shows them may
 * go and come back.
 */
export function planRepeat(error: unknown, repeats: number, now = Date.now()): number | undefined {
  if (!(error instanceof TooManyRequests) || repeats >= MAX_REPEATS) return undefined;
  const seconds = Math.max(1, error.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS);
  return seconds > MAX_WAIT_SECONDS ? undefined : now + seconds * 1000;
}
