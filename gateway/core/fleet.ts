/** Between two heartbeats of a process. */
export const HEARTBEAT_INTERVAL_MS = 5_000;
/**
 * Silence after which a process counts as dead, if another process was heard all that time. Its locks are freed, and
 * the other processes take its tasks over.
 */
export const DEAD_AFTER_MS = 30_000;
/** Heartbeats further apart than that show an outage, of the database or of the process, rather than a late one. */
export const HEARD_WITHIN_MS = 3 * HEARTBEAT_INTERVAL_MS;
/** Interval at which a process retries to claim a task held by another, so that a takeover needs only seconds. */
export const TASK_RETRY_MS = 3_000;
