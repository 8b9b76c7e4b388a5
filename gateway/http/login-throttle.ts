import ipaddr from 'ipaddr.js';
import { HEADERS } from '#contract/headers.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { FORGET_ATTEMPTS_AFTER_MS, MAX_REMEMBERED_ADDRESSES } from '#gateway/core/login-attempts.ts';
import { delay } from '#gateway/core/wake-signal.ts';

/** What a rejected key gets: its 401 after a delay, or 429 at once. */
type Backoff = { delayMs: number; release(): void } | { retryAfterSeconds: number };

/** Wrong keys that an address may send before it is delayed: people mistype, and old browsers keep revoked keys. */
const FREE_ATTEMPTS = 5;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 8_000;
/** Delayed responses at a time: of one address, and of all. Each holds a connection and a timer. */
const MAX_DELAYED = { perAddress: 8, all: 200 };
/** Concurrent look-ups of an address without wrong keys: many browsers share an address. */
const MAX_LOOKUPS = 100;

/** Wrong keys that all servers of a database count together. */
export interface SharedAttempts {
  /** Adds wrong keys of a network; what all servers counted. 0 where no other server lives, or it cannot be known. */
  add(network: string, wrong: number): Promise<number>;
}

const NOT_SHARED: SharedAttempts = { add: () => Promise.resolve(0) };

interface Attempts {
  wrong: number;
  last: number;
  waiting: number;
}

/**
 * Exponential backoff for wrong keys by network address: the sixth within a quarter of an hour is answered after 250 ms,
 * each further one after twice as long, up to 8 s. While an address has its maximum of delayed responses, further
 * attempts are rejected without a look-up. A valid key is never delayed. Attempts that other servers counted count too.
 */
export function createLoginThrottle(now: () => number, shared = NOT_SHARED) {
  const addresses = new Map<string, Attempts>();
  /** Look-ups in progress, delayed responses included. */
  const lookups = new Map<string, number>();
  let waiting = 0;

  return {
    /**
     * Makes one wrong key known to the other servers, before `reject`; what all counted. The first of an address stays
     * here: most are typing errors, and whoever has many addresses must not make a write of each.
     */
    share(address: string): Promise<number> {
      const network = networkOf(address);
      const { wrong = 0, last = 0 } = addresses.get(network) ?? {};
      if (network === '' || wrong === 0 || now() - last >= FORGET_ATTEMPTS_AFTER_MS)
        return Promise.resolve(0);
      return shared.add(network, wrong === 1 ? 2 : 1);
    },
    /**
     * Counts one wrong key; `counted` by all servers, where there are several. The address '' is that of a call within
     * this process, which is never delayed.
     */
    reject(address: string, counted = 0): Backoff {
      const network = networkOf(address);
      if (network === '') return { delayMs: 0, release() {} };
      const time = now();
      const attempts = addresses.get(network) ?? { wrong: 0, last: time, waiting: 0 };
      if (time - attempts.last >= FORGET_ATTEMPTS_AFTER_MS) attempts.wrong = 0;
      attempts.wrong = Math.max(attempts.wrong + 1, counted);
      attempts.last = time;
      // Moved to the end, so that the first entry is the least recently active.
      addresses.delete(network);
      addresses.set(network, attempts);
      evict();
      const delayMs = delayOf(attempts.wrong);
      if (delayMs === 0) return { delayMs, release() {} };
      if (attempts.waiting >= MAX_DELAYED.perAddress || waiting >= MAX_DELAYED.all)
        return { retryAfterSeconds: Math.ceil(delayMs / 1000) };
      attempts.waiting += 1;
      waiting += 1;
      let isReleased = false;
      return {
        delayMs,
        release() {
          if (isReleased) return;
          isReleased = true;
          attempts.waiting -= 1;
          waiting -= 1;
        },
      };
    },
    /**
     * Begins the look-up of a key that may be wrong. Rejected while the address has as many look-ups in progress as
     * could be delayed, so that a burst is not looked up before its first key is known to be wrong.
     */
    attempt(address: string): { retryAfterSeconds: number } | { end(): void } {
      const network = networkOf(address);
      if (network === '') return { end() {} };
      const attempts = addresses.get(network);
      const delayMs =
        attempts && now() - attempts.last < FORGET_ATTEMPTS_AFTER_MS ? delayOf(attempts.wrong + 1) : 0;
      const inProgress = lookups.get(network) ?? 0;
      const limit = delayMs === 0 ? MAX_LOOKUPS : MAX_DELAYED.perAddress;
      if (inProgress >= limit || (delayMs > 0 && waiting >= MAX_DELAYED.all))
        return { retryAfterSeconds: Math.max(1, Math.ceil(delayMs / 1000)) };
      lookups.set(network, inProgress + 1);
      let ended = false;
      return {
        end() {
          if (ended) return;
          ended = true;
          const remaining = (lookups.get(network) ?? 1) - 1;
          if (remaining > 0) lookups.set(network, remaining);
          else lookups.delete(network);
        },
      };
    },
    /** How many addresses are remembered, and responses delayed. */
    size: () => ({ addresses: addresses.size, waiting }),
  };

  function evict(): void {
    const before = now() - FORGET_ATTEMPTS_AFTER_MS;
    for (const [network, { last }] of addresses) {
      if (last > before && addresses.size <= MAX_REMEMBERED_ADDRESSES) return;
      addresses.delete(network);
    }
  }
}

function delayOf(wrong: number): number {
  return wrong <= FREE_ATTEMPTS
    ? 0
    : Math.min(FIRST_DELAY_MS * 2 ** Math.min(wrong - FREE_ATTEMPTS - 1, 20), MAX_DELAY_MS);
}

/** The network of a client: an IPv4 address, or the /64 prefix of an IPv6 address, since a subscriber gets a whole /64. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return (parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

/** Begins a look-up that `end` ends, or throws 429 while too many of the address are in progress. */
export function beginAttempt(throttle: LoginThrottle, address: string): { end(): void } {
  const attempt = throttle.attempt(address);
  if ('retryAfterSeconds' in attempt) throw tooManyAttempts(attempt.retryAfterSeconds);
  return attempt;
}

/**
 * The fault to answer with, after the delay of a rejected key; 429 at once where too many responses are delayed. Every
 * other fault is returned as it is. `stopping` ends all delays.
 */
export async function delayRejection(
  error: unknown,
  throttle: LoginThrottle,
  { address, request }: { address: string; request: Pick<Request, 'headers' | 'signal'> },
  stopping: AbortSignal | undefined,
): Promise<unknown> {
  if (!isRejection(error, request.headers)) return error;
  const backoff = throttle.reject(address, await throttle.share(address));
  if ('retryAfterSeconds' in backoff) return tooManyAttempts(backoff.retryAfterSeconds);
  if (backoff.delayMs > 0)
    await delay(backoff.delayMs, stopping ? AbortSignal.any([request.signal, stopping]) : request.signal);
  backoff.release();
  return error;
}

const tooManyAttempts = (seconds: number) =>
  new GatewayFault('too-many-attempts', { seconds }, { headers: { 'Retry-After': String(seconds) } });

/** A wrong key or sign-in code; a call without a key is no attempt. */
function isRejection(error: unknown, headers: Headers): boolean {
  if (!(error instanceof GatewayFault)) return false;
  return error.code === 'code-used' || (error.code === 'invalid-key' && Boolean(headers.get(HEADERS.key)));
}
