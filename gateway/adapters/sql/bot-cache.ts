import type { Bot } from '#gateway/model.ts';
import type { Clock } from '#gateway/ports.ts';

/** How long another process's change may stay unseen. */
const FRESH_MS = 1000;
/** Bots kept in memory; who has more reads some of them again. */
const KEPT = 10_000;

/**
 * Bots as last read, for the check that every call makes. A write of this process empties it, and what was being read
 * before that write is not kept after it.
 */
export function createBotCache(clock: Clock, read: (id: number) => Promise<Bot | undefined>) {
  const kept = new Map<number, { bot: Bot; readOn: number }>();
  let writes = 0;
  return {
    known: (id: number): Bot | undefined => kept.get(id)?.bot,
    async get(id: number): Promise<Bot | undefined> {
      const now = clock.now().getTime();
      const last = kept.get(id);
      if (last && Math.abs(now - last.readOn) < FRESH_MS) return last.bot;
      const before = writes;
      const bot = await read(id);
      if (before !== writes) return bot;
      if (kept.size >= KEPT) kept.clear();
      if (bot) kept.set(id, { bot, readOn: now });
      else kept.delete(id);
      return bot;
    },
    /** After a write was committed. */
    forget(): void {
      writes += 1;
      kept.clear();
    },
  };
}
