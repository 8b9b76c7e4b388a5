import { errorFacts } from '#gateway/error-facts.ts';
import type { Ports } from '#gateway/ports.ts';
import type { Bell } from '#gateway/services/bell.ts';

export interface Looks {
  bell: Bell;
  /** `performance.now()` of the next look at which bots there are. */
  next: number;
}

/** Bots served at once; of each one batch at a time. */
const BOTS_AT_ONCE = 4;
/** Between looks for what was published, set or freed meanwhile. */
const LOOK_MS = 5000;

/** Bots take turns until aborted; waits for what is under way. */
export async function runTurns(
  ports: Pick<Ports, 'bots' | 'log'>,
  turn: (botId: number, signal: AbortSignal) => Promise<boolean>,
  looks: Looks,
  signal: AbortSignal,
): Promise<void> {
  const waiting = new Set<number>();
  const underWay = new Map<number, Promise<void>>();
  const start = (botId: number): void => {
    waiting.delete(botId);
    const work = async () => {
      let worked = false;
      try {
        worked = await turn(botId, signal);
      } catch (error) {
        ports.log.error('embedding-failed', { botId, ...errorFacts(error) });
      }
      underWay.delete(botId);
      // To the end of the queue: bots take turns.
      if (worked) waiting.add(botId);
      looks.bell.ring();
    };
    underWay.set(botId, work());
  };
  while (!signal.aborted) {
    looks.bell.hush();
    try {
      if (performance.now() >= looks.next) {
        for (const { id, archivedOn, deletedOn } of await ports.bots.all())
          if (archivedOn === null && deletedOn === null && !underWay.has(id)) waiting.add(id);
        looks.next = performance.now() + LOOK_MS;
      }
    } catch (error) {
      ports.log.error('embedding-failed', errorFacts(error));
      looks.next = performance.now() + LOOK_MS;
    }
    for (const botId of waiting) {
      if (underWay.size >= BOTS_AT_ONCE || signal.aborted) break;
      start(botId);
    }
    await looks.bell.rest(Math.max(1, looks.next - performance.now()), signal);
  }
  await Promise.all(underWay.values());
}
