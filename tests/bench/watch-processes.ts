/** Resident memory of a server and of the processes below it, sampled while something runs. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMegabytes } from '#gateway/node/processes/reader/watch-memory.ts';

const EVERY_MS = 20;
/** Linux tells processor time in hundredths, whatever the kernel's own clock is. */
const TICKS_A_SECOND = 100;
/** Processor time in a quarter of a second, below which processes count as idle. */
const RESTING_SECONDS = 0.1;

export interface MemoryPeaks {
  /** The server process alone: highest sample, and the kernel's own mark (VmHWM) at the end. */
  server: number;
  serverMark: number;
  indexer: number;
  reader: number;
  /** Most readers of one sample. */
  readers: number;
  /** Highest sum of one sample: pages shared between them count each time. */
  together: number;
}

/** Watches from now on; the answer stops it. Linux only: elsewhere the figures are NaN. */
export function watchProcesses(pid: number): () => MemoryPeaks {
  const peaks: MemoryPeaks = { server: 0, serverMark: 0, indexer: 0, reader: 0, readers: 0, together: 0 };
  const sample = () => {
    const server = residentMegabytes(pid);
    if (!server) return;
    const sums = { indexer: 0, reader: 0 };
    let readers = 0;
    for (const child of descendantsOf(pid)) {
      const held = residentMegabytes(child.pid)?.now ?? 0;
      const name = child.command.includes('indexer.ts') ? 'indexer' : 'reader';
      sums[name] += held;
      if (name === 'reader' && held > 0) readers += 1;
    }
    peaks.readers = Math.max(peaks.readers, readers);
    peaks.server = Math.max(peaks.server, server.now);
    peaks.serverMark = server.peak;
    peaks.indexer = Math.max(peaks.indexer, sums.indexer);
    peaks.reader = Math.max(peaks.reader, sums.reader);
    peaks.together = Math.max(peaks.together, server.now + sums.indexer + sums.reader);
  };
  sample();
  const timer = setInterval(sample, EVERY_MS);
  return () => {
    clearInterval(timer);
    sample();
    return peaks;
  };
}

/**
 * Waits until the server's memory stands still and neither server nor indexer works, then says how much memory it is. After
 * its first start an indexer compares all statements of a bot, for seconds in a large library.
 */
export async function idleMegabytes(pid: number): Promise<number> {
  let [held, spent] = [residentMegabytes(pid)?.now ?? Number.NaN, cpuSeconds(pid)];
  for (let still = 0; still < 8; ) {
    await sleep(250);
    const [now, cpu] = [residentMegabytes(pid)?.now ?? Number.NaN, cpuSeconds(pid)];
    const isStill = Math.abs(now - held) < 1 && cpu - spent < RESTING_SECONDS;
    still = isStill || Number.isNaN(now) ? still + 1 : 0;
    [held, spent] = [now, cpu];
  }
  return held;
}

/** Processor time so far of a server and all below it, ended readers included; seconds. A busy machine hardly moves it. */
export function cpuSeconds(pid: number): number {
  const ticksOf = (pid: number): number => {
    const stat = readProc(`/proc/${pid}/stat`);
    const times = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // utime, stime, and those of children that were waited for.
    return times.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
  };
  const ticks = [pid, ...descendantsOf(pid).map((child) => child.pid)].reduce(
    (sum, child) => sum + ticksOf(child),
    0,
  );
  return ticks / TICKS_A_SECOND;
}

export function descendantsOf(root: number): { pid: number; command: string }[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readProc(`/proc/${name}/stat`);
    // The command's name may hold spaces and brackets: the parent follows the last bracket.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (parent) parents.set(Number(name), parent);
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent === root || (parent !== undefined && isBelow(parent));
  };
  return [...parents.keys()]
    .filter(isBelow)
    .map((pid) => ({ pid, command: readProc(`/proc/${pid}/cmdline`).replaceAll('\0', ' ') }));
}

function readProc(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
