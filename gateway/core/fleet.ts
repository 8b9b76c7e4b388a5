/** Between two heartbeats of a process. */
export const HEARTBEAT_INTERVAL_MS = 5_000;
/** A process that is silent for so long is dead: what it held is freed, and others take its tasks over. */
export const DEAD_AFTER_MS = 30_000;
/** How often a process asks for a task that another one has, so that it takes over within seconds. */
export const TASK_RETRY_MS = 3_000;
