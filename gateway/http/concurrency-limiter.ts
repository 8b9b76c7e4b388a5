import { GatewayFault } from '#gateway/core/errors.ts';

const RETRY_AFTER_SECONDS = 1;

/** Calls under way, per bot and key, in this process. */
export interface ConcurrencyLimiter {
  /** Takes a slot, or throws 429: there is no queue. The result releases it, once. */
  acquire(botId: number, family: string): () => void;
}

/**
 * A rotated key shares the slots of its predecessor: `family` is the same for both. `shareOf` is what this process may
 * have of a limit; the fault names the whole.
 */
export function createConcurrencyLimiter(
  limitOf: (botId: number) => number,
  shareOf: (limit: number) => number = (limit) => limit,
): ConcurrencyLimiter {
  const active = new Map<string, number>();
  const nameOf = (botId: number, family: string) => `${botId}:${family}`;
  return {
    acquire(botId, family) {
      const name = nameOf(botId, family);
      const count = active.get(name) ?? 0;
      const limit = limitOf(botId);
      if (count >= shareOf(limit))
        throw new GatewayFault(
          'too-many-calls',
          { limit, seconds: RETRY_AFTER_SECONDS },
          { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } },
        );
      active.set(name, count + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const remaining = (active.get(name) ?? 1) - 1;
        if (remaining > 0) active.set(name, remaining);
        else active.delete(name);
      };
    },
  };
}
