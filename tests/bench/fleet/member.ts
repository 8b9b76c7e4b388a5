/** A process of the product that can die with all that it started, as a machine does. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { BENCH_KEY } from '#tests/bench/call-gateway.ts';
import { descendantsOf } from '#tests/bench/watch-processes.ts';
import { freePort, personsEnvironment, START } from '#tests/support/server.ts';

export interface Member {
  name: string;
  origin: string;
  pid: number;
  /** SIGTERM, and wait. */
  stop: () => Promise<void>;
  /** Sends SIGKILL to the process and its descendants. */
  kill: () => Promise<void>;
}

/** What is granted to a bot is never used up. */
const QUOTA = '1000000000000';

/** Starts it as `npm start` does, and waits until `/readyz` says yes. */
export async function startMember(
  name: string,
  settings: Readonly<Record<string, string>>,
  port?: number,
): Promise<Member> {
  const free = port ?? (await freePort());
  const child = spawn(process.execPath, START, {
    env: {
      ...personsEnvironment(),
      PORT: String(free),
      FIHRIST_API_KEY: BENCH_KEY,
      FIHRIST_QUOTA_TOKENS: QUOTA,
      FIHRIST_LOG: 'error',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const pid = child.pid ?? 0;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const end = async (signal: NodeJS.Signals, below: readonly number[] = []) => {
    if (!hasEnded()) for (const target of [pid, ...below]) send(target, signal);
    await ended;
  };
  const origin = `http://127.0.0.1:${free}`;
  while (!(await isReady(origin))) {
    if (hasEnded()) throw new Error(`${name} ended with ${child.exitCode ?? child.signalCode}`);
    await sleep(10);
  }
  const kill = () =>
    end(
      'SIGKILL',
      descendantsOf(pid).map((below) => below.pid),
    );
  return { name, origin, pid, stop: () => end('SIGTERM'), kill };
}

async function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
