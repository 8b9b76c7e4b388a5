import { url as debuggerUrl } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** What the thread of a watchdog is started with. */
export interface WatchdogTask {
  /** A number that grows as long as the event loop turns. */
  beats: SharedArrayBuffer;
  tickMs: number;
  /** Ticks without a beat that end the process. */
  maxSilentTicks: number;
  /** Facts of the line that is logged; null where no errors are. */
  line: Record<string, unknown> | null;
}

export interface Watchdog {
  /** Ends the watch: what follows may be long and synchronous. */
  stop(): Promise<void>;
}

/** How long the event loop may stand. No request, and no step of background work, takes as long. */
const LIMIT_MS = 30_000;
const TICKS_PER_LIMIT = 30;
const THREAD = fileURLToPath(new URL('./watchdog-thread.ts', import.meta.url));

/**
 * Ends this process, with exit code 70 and one line in the log, when its event loop has stood for 30 seconds: then
 * neither health checks nor SIGTERM reach it, and a supervisor starts another. For processes that listen, from when they
 * do until they close. Where a debugger listens, which may stop the loop for as long as it likes, it does nothing.
 */
export function startWatchdog(
  { level, process }: { level: string; process?: string | undefined },
  limitMs = LIMIT_MS,
): Watchdog {
  if (debuggerUrl() !== undefined) return { stop: () => Promise.resolve() };
  const tickMs = limitMs / TICKS_PER_LIMIT;
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const counter = new Int32Array(beats);
  const line = level === 'silent' ? null : { process, seconds: limitMs / 1000 };
  const workerData: WatchdogTask = { beats, tickMs, maxSilentTicks: TICKS_PER_LIMIT, line };
  const thread = new Worker(THREAD, { workerData, execArgv: [], name: 'watchdog' });
  thread.unref();
  // Without its thread nothing is watched, and the server goes on.
  thread.on('error', () => {});
  const timer = setInterval(() => {
    if (debuggerUrl() === undefined) Atomics.add(counter, 0, 1);
    else void stop();
  }, tickMs).unref();
  async function stop(): Promise<void> {
    clearInterval(timer);
    await thread.terminate();
  }
  return { stop };
}
