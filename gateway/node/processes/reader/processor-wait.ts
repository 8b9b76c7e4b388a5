import { readFileSync } from 'node:fs';

/**
 * Milliseconds in which the main thread of a process could have run and no processor was free for it, since its start; 0
 * where the system does not tell.
 */
export function processorWaitOf(pid: number): number {
  try {
    const [, nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ');
    return Number(nanoseconds) / 1e6 || 0;
  } catch {
    return 0;
  }
}
