import { NoConnectionError, ScopeBusyError } from './errors.ts';

/** How long a write waits for a scope before the scope counts as held. */
const SHORT_WAIT_MS = 200;
/** PostgreSQL takes no wait at all for one without end, and refuses one below that. */
const MIN_WAIT_MS = 1;
/** Share of a pool that is reserved for reads and for writes without a scope. */
const READING_SHARE = 1 / 4;

export interface WriterSlots {
  /**
   * Runs `attempt`, which waits so many milliseconds for its scopes; again, for the rest of `maxWaitMs`, where it throws
   * `ScopeBusyError`. Throws that in the end, or `NoConnectionError`.
   */
  use<Value>(maxWaitMs: number, attempt: (waitMs: number) => Promise<Value>): Promise<Value>;
}

/**
 * Shares the connections of a pool among writes of scopes, so that scopes which somebody holds do not take all of them:
 * some connections are for reads alone, and of the others at most half wait for long. `slotTimeoutMs` is how long a
 * write waits for a connection while others work.
 */
export function createWriterSlots(connections: number, slotTimeoutMs: number): WriterSlots {
  const count = Math.max(1, connections - Math.ceil(connections * READING_SHARE));
  const writers = createSlots(count);
  const patient = createSlots(Math.max(1, Math.floor(count / 2)));
  return {
    async use(maxWaitMs, attempt) {
      const until = performance.now() + maxWaitMs;
      const tryFor = async (waitMs: number) => {
        if (!(await writers.take(slotTimeoutMs))) throw new NoConnectionError();
        try {
          return await attempt(waitMs);
        } finally {
          writers.give();
        }
      };
      try {
        // Nothing may be left of the time, after a wait in this process.
        return await tryFor(Math.max(MIN_WAIT_MS, Math.min(SHORT_WAIT_MS, maxWaitMs)));
      } catch (error) {
        if (maxWaitMs <= SHORT_WAIT_MS || !(error instanceof ScopeBusyError)) throw error;
      }
      const remainingMs = () => Math.ceil(until - performance.now());
      if (!(await patient.take(remainingMs()))) throw new ScopeBusyError();
      try {
        return await tryFor(Math.max(SHORT_WAIT_MS, remainingMs()));
      } finally {
        patient.give();
      }
    },
  };
}

function createSlots(count: number) {
  let free = count;
  const waiting = new Set<() => void>();
  return {
    /** False when none was free in time. */
    async take(timeoutMs: number): Promise<boolean> {
      if (free > 0) {
        free -= 1;
        return true;
      }
      if (timeoutMs <= 0) return false;
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.delete(next);
          resolve(false);
        }, timeoutMs);
        const next = () => {
          clearTimeout(timer);
          waiting.delete(next);
          resolve(true);
        };
        waiting.add(next);
      });
    },
    /** Returns a slot to the longest waiter, or to the free slots. */
    give(): void {
      const [next] = waiting;
      if (next) next();
      else free += 1;
    },
  };
}
