import { databaseWaitOf } from '#gateway/core/database-wait.ts';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import type { Log } from '#gateway/core/log.ts';
import { createThrottledLog } from '#gateway/core/throttle-log.ts';

/** Of one cause: an outage of the database answers each call with it. */
const INTERVAL_MS = 10_000;

/** Logs why a call is answered with `database-busy`: one line an interval for each cause, and how many it stands for. */
export type LogDatabaseBusy = (log: Log, error: Error, endpoint: string | undefined) => void;

export function createBusyLog(intervalMs = INTERVAL_MS): LogDatabaseBusy {
  const throttled = createThrottledLog(intervalMs);
  return (log, error, endpoint) => {
    const { error: kind, code, message, cause } = describeErrorForLog(error);
    throttled(`${String(kind)} ${String(code)}`, (silenced) =>
      log.warn('database-busy', {
        endpoint,
        error: kind,
        code,
        message,
        ...(cause === undefined ? {} : { cause: { ...(cause as object), at: undefined } }),
        ...databaseWaitOf(error),
        silenced,
      }),
    );
  };
}
