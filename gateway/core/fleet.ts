/** Between two heartbeats of a process. */
export const HEARTBEAT_INTERVAL_MS = 5_000;
/**
 * A process that is silent for so long is dead, if another was heard all that time: what it held is freed, and others
 * take its tasks over.
 */
export const DEAD_AFTER_MS = 30_000;
/** Heartbeats further apart than that show an outage, of the database or of the process, rather than a late one. */
export const HEARD_WITHIN_MS = 3 * HEARTBEAT_INTERVAL_MS;
/** How often a process asks for a task that another one has, so that it takes over within seconds. */
export const TASK_RETRY_MS = 3_000;
