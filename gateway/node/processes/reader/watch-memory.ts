import { readFileSync } from 'node:fs';

const POLL_INTERVAL_MS = 25;

/** Megabytes the process holds resident, and the most it ever held; undefined where the system does not tell. */
export function residentMegabytes(pid: number): { now: number; peak: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const megabytesOf = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
    const now = megabytesOf('VmRSS');
    return Number.isFinite(now) ? { now, peak: megabytesOf('VmHWM') } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Calls `onExcess` once when the process holds more than `limit` megabytes: a native parser's memory is outside of
 * the heap that V8 bounds. Answers a function that stops watching and tells the peak that was seen.
 */
export function watchMemory(pid: number, limit: number, onExcess: () => void): () => number {
  let peak = 0;
  const timer = setInterval(() => {
    const held = residentMegabytes(pid);
    if (!held) return;
    peak = Math.max(peak, held.peak);
    if (held.now <= limit) return;
    clearInterval(timer);
    onExcess();
  }, POLL_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    return Math.round(peak);
  };
}
