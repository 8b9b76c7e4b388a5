import { setTimeout as sleep } from 'node:timers/promises';
import type { Health } from '#gateway/node/server/http/health.ts';
import type { RunningServer } from '#gateway/node/server/http/server.ts';

/** How long calls in flight may take to end, at least. */
const MIN_FINISH_MS = 5_000;
/** How long calls that were cut off may take to settle their cost and to send their fault. */
const SETTLE_MS = 2_000;

interface Draining {
  health: Pick<Health, 'drain'>;
  server: Pick<RunningServer, 'close'>;
  /** `FIHRIST_DRAIN_SECONDS`. */
  seconds: number;
  /** Stops background work, so that other processes take over while this server still answers. */
  stopWork: () => Promise<void>;
  /** Aborted when no new calls are taken. */
  stopping: AbortController;
  /** Aborted when streams are waited for no longer: each ends with a fault. */
  closing: AbortController;
  /** Tests have less patience, and end the first wait themselves. */
  minFinishMs?: number;
  wait?: (ms: number) => Promise<void>;
}

/**
 * Stops a server so that nobody notices: it says that it is not ready and gives its background work up; serves as ever
 * until load balancers have seen that; takes no new calls and lets those in flight end, for as long once more; then ends
 * the streams that are left with a fault and closes the rest. Rejects at the end, and not before, where `stopWork` did.
 */
export async function drain({
  health,
  server,
  seconds,
  stopWork,
  stopping,
  closing,
  minFinishMs = MIN_FINISH_MS,
  wait = sleep,
}: Draining): Promise<void> {
  health.drain();
  const stopped = stopWork();
  // The rejection is awaited at the end. Until then it must not end the process, with calls in flight, as unhandled.
  stopped.catch(() => {});
  if (seconds > 0) await wait(seconds * 1000);
  stopping.abort();
  const finishMs = Math.max(minFinishMs, seconds * 1000);
  const cut = setTimeout(() => closing.abort(), finishMs);
  try {
    await server.close({ timeoutMs: finishMs + SETTLE_MS });
  } finally {
    clearTimeout(cut);
    closing.abort();
  }
  await stopped;
}
