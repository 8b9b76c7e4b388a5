import { GatewayFault } from '#gateway/errors.ts';

const RETRY_AFTER_SECONDS = 1;

/** Calls under way, per bot and key, in this process. */
export interface Gate {
  /** Lets a call in, or throws 429: there is no queue. The result lets it out again, once. */
  enter(botId: number, family: string): () => void;
  /** How many calls of a bot and key are in. */
  inside(botId: number, family: string): number;
}

/** A key that took another's place shares its room: `family` is the same for both. */
export function createGate(limitOf: (botId: number) => number): Gate {
  const underWay = new Map<string, number>();
  const caller = (botId: number, family: string) => `${botId}:${family}`;
  return {
    inside: (botId, family) => underWay.get(caller(botId, family)) ?? 0,
    enter(botId, family) {
      const who = caller(botId, family);
      const count = underWay.get(who) ?? 0;
      const limit = limitOf(botId);
      if (count >= limit)
        throw new GatewayFault(
          'too-many-calls',
          { limit, seconds: RETRY_AFTER_SECONDS },
          { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } },
        );
      underWay.set(who, count + 1);
      let inside = true;
      return () => {
        if (!inside) return;
        inside = false;
        const left = (underWay.get(who) ?? 1) - 1;
        if (left > 0) underWay.set(who, left);
        else underWay.delete(who);
      };
    },
  };
}
