import type { Log, QueuedJob } from '#gateway/ports.ts';

/** More jobs than that wait unnamed: their lines only lack the request id. */
const MOST = 1_000;

/** Which call queued a unit last, so that the lines about its indexing carry that call's request id. */
export function createJobCauses() {
  const causes = new Map<string, string>();
  const keyOf = (botId: unknown, unitId: unknown) => `${String(botId)}/${String(unitId)}`;
  return {
    note({ botId, unitId, requestId }: QueuedJob): void {
      const key = keyOf(botId, unitId);
      causes.delete(key);
      if (requestId === undefined) return;
      causes.set(key, requestId);
      for (const [oldest] of causes) {
        if (causes.size <= MOST) break;
        causes.delete(oldest);
      }
    },
    /** A log whose lines about a unit name the call. */
    nameIn(log: Log): Log {
      const named =
        (level: keyof Log): Log[keyof Log] =>
        (event, facts) => {
          const key = keyOf(facts?.['botId'], facts?.['unitId']);
          const requestId = causes.get(key);
          // Whatever is done to this unit later has another cause, or none.
          if (event === 'indexed') causes.delete(key);
          log[level](event, requestId === undefined ? facts : { requestId, ...facts });
        };
      return { debug: named('debug'), info: named('info'), warn: named('warn'), error: named('error') };
    },
  };
}
