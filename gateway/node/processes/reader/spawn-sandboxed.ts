import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { processorWaitOf } from './processor-wait.ts';
import { watchMemory } from './watch-memory.ts';

const SHELL = '/bin/sh';
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** All that it may open: our own code and the libraries. What is read comes over a pipe. */
const READ_PERMISSIONS = ['gateway/*', 'src/common/*', 'node_modules/*', 'package.json'].map(
  (path) => `--allow-fs-read=${ROOT}${path}`,
);

/**
 * Starts one of our files without environment, without leave to write files, start processes or workers, and with a heap
 * that ends before the memory limit does. Where there is a shell, the kernel also bounds its CPU time, so that it ends by
 * itself when it outlives its parent. It answers on descriptors from 3 on; standard output is left to libraries.
 */
export function spawnSandboxed(
  entry: string,
  limits: { megabytes: number; cpuSeconds: number; heapMegabytes?: number; youngMegabytes?: number },
  descriptors = 1,
): ChildProcess {
  const { megabytes, heapMegabytes = megabytes * 0.75, youngMegabytes } = limits;
  const heap = `--max-old-space-size=${Math.floor(Math.min(heapMegabytes, megabytes * 0.75))}`;
  const young = youngMegabytes === undefined ? [] : [`--max-semi-space-size=${youngMegabytes}`];
  const node = [
    process.execPath,
    heap,
    ...young,
    '--permission',
    ...READ_PERMISSIONS,
    '--no-warnings',
    entry,
  ];
  // With one limit for both, the kernel sends SIGKILL, which anybody may have sent. The softer one sends SIGXCPU.
  const { cpuSeconds } = limits;
  const bounds = `ulimit -c 0; ulimit -f 0; ulimit -S -t ${cpuSeconds}; ulimit -H -t ${cpuSeconds + GRACE_SECONDS}; exec "$@"`;
  const [command = '', ...rest] = !existsSync(SHELL) ? node : [SHELL, '-c', bounds, 'sh', ...node];
  return spawn(command, rest, {
    cwd: ROOT,
    env: {},
    stdio: ['pipe', 'ignore', 'pipe', ...Array.from({ length: descriptors }, () => 'pipe' as const)],
    windowsHide: true,
  });
}

/** Processor time from SIGXCPU to SIGKILL. */
const GRACE_SECONDS = 5;
const MAX_STDERR_LENGTH = 64 * 1024;

/** Why a sandboxed process is killed, or failed by itself. */
interface SandboxFailures {
  tooBig: Error;
  tooLong: Error;
  crashed: Error;
  /** Ended from outside: what it was given is not to blame. */
  interrupted: Error;
}

/** How people and supervisors end processes: a whole group of them at once, as Ctrl+C does and systemd at a stop. */
const SIGNALS_FROM_OUTSIDE: readonly unknown[] = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGKILL'];
/** Share of its memory limit from which on a process is to blame where the kernel takes the memory back. */
const OWN_MEMORY_SHARE = 0.5;

/** The shortest wait for a processor that extends a time limit. */
const MIN_WAIT_MS = 50;

/** Calls `onEnd` after a time in which the waits for a processor do not count; `waitedSoFar` is their sum. */
function createWorkTimer(waitedSoFar: () => number, onEnd: () => void) {
  let waitedMs = 0;
  let leftMs = 0;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  const timeSpent = (): number => {
    // The system tells nothing more of a process that has ended.
    waitedMs = Math.max(waitedMs, waitedSoFar());
    return performance.now() - waitedMs;
  };
  const start = (ms: number): void => {
    clearTimeout(timer);
    [leftMs, since] = [ms, timeSpent()];
    timer = setTimeout(endOrExtend, ms);
  };
  const endOrExtend = (): void => {
    const restMs = leftMs - (timeSpent() - since);
    if (restMs < MIN_WAIT_MS) onEnd();
    else start(restMs);
  };
  return {
    start,
    pause: (): void => {
      clearTimeout(timer);
      leftMs -= timeSpent() - since;
    },
    /** Goes on with the time that was left when it was paused. */
    resume: () => start(leftMs),
    stop: () => clearTimeout(timer),
  };
}

/**
 * Kills a sandboxed process that is aborted, holds too much memory or takes too long, and tells how it ended. The time in
 * which it waits for a processor does not count: no document is to blame for a busy machine.
 */
export function superviseSandboxed(
  child: ChildProcess,
  limits: { megabytes: number; seconds: number },
  { tooBig, tooLong, crashed, interrupted }: SandboxFailures,
  signal: AbortSignal | undefined,
  waitOf = processorWaitOf,
) {
  let killReason: unknown;
  const kill = (reason: unknown): void => {
    killReason ??= reason;
    child.kill('SIGKILL');
  };
  const onAbort = (): void => kill(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  const stopWatching = watchMemory(child.pid ?? 0, limits.megabytes, () => kill(tooBig));
  const timer = createWorkTimer(
    () => waitOf(child.pid ?? 0),
    () => kill(tooLong),
  );
  timer.start(limits.seconds * 1000);
  const exit = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }));
    child.once('close', (code, endedBy) => resolve({ code, signal: endedBy }));
  });
  const stderr = collectText(child.stderr as Readable, MAX_STDERR_LENGTH);
  return {
    kill,
    exit,
    pauseTimer: timer.pause,
    resumeTimer: timer.resume,
    restartTimer: (seconds = limits.seconds) => timer.start(seconds * 1000),
    /** Waits for the end and throws unless the process ended well by itself. */
    async checkExit(): Promise<void> {
      const ended = await exit;
      const complaint = await stderr;
      if (killReason !== undefined) throw killReason;
      if (ended.code === 0) return;
      if (/heap out of memory|allocation failed/i.test(complaint)) throw tooBig;
      if (ended.signal === 'SIGXCPU') throw tooLong;
      // Nobody here sent it: the kernel took the memory back, or somebody ended more than this process.
      if (ended.signal === 'SIGKILL' && stopWatching() >= OWN_MEMORY_SHARE * limits.megabytes) throw tooBig;
      throw SIGNALS_FROM_OUTSIDE.includes(ended.signal) ? interrupted : crashed;
    },
    /** Ends the supervision; megabytes, the peak that was seen. */
    stop(): number {
      timer.stop();
      signal?.removeEventListener('abort', onAbort);
      return stopWatching();
    },
  };
}

/** The text that a process writes, up to `limit` characters. A killed process's pipes may break instead of ending. */
export async function collectText(from: Readable, limit: number): Promise<string> {
  let text = '';
  try {
    for await (const chunk of from as AsyncIterable<Buffer>)
      if (text.length < limit) text += chunk.toString('utf8');
  } catch {
    // What came before the break counts.
  }
  return text.slice(0, limit);
}
