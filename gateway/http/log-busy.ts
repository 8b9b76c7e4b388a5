import { databaseWaitOf } from '#gateway/core/database-wait.ts';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import type { Log } from '#gateway/core/world.ts';

/** Of one cause: an outage of the database answers each call with it. */
const INTERVAL_MS = 10_000;

interface Answered {
  loggedOn: number;
  /** Answers since then. */
  silenced: number;
}

/** Logs why a call is answered with `database-busy`: one line an interval for each cause, and how many it stands for. */
export type LogDatabaseBusy = (log: Log, error: Error, endpoint: string | undefined) => void;

export function createBusyLog(intervalMs = INTERVAL_MS): LogDatabaseBusy {
  const causes = new Map<string, Answered>();
  return (log, error, endpoint) => {
    const { error: kind, code, message, cause } = describeErrorForLog(error);
    const name = `${String(kind)} ${String(code)}`;
    const last = causes.get(name);
    const now = performance.now();
    if (last && now - last.loggedOn < intervalMs) {
      last.silenced += 1;
      return;
    }
    log.warn('database-busy', {
      endpoint,
      error: kind,
      code,
      message,
      ...(cause === undefined ? {} : { cause: { ...(cause as object), at: undefined } }),
      ...databaseWaitOf(error),
      silenced: last?.silenced ?? 0,
    });
    causes.set(name, { loggedOn: now, silenced: 0 });
  };
}
