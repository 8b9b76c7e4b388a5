/** A process of the product, in a group of its own with what it starts, so that it can die as a machine does. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, personsEnvironment, START } from '#tests/support/server.ts';
import { BENCH_KEY } from '#tests/bench/call-gateway.ts';

export interface Member {
  name: string;
  origin: string;
  pid: number;
  /** SIGTERM, and wait. */
  stop: () => Promise<void>;
  /** SIGKILL to it and to all that it started. */
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
    detached: true,
  });
  const pid = child.pid ?? 0;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async (signal: NodeJS.Signals, target: number) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(target, signal);
    await ended;
  };
  const origin = `http://127.0.0.1:${free}`;
  while (!(await isReady(origin))) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
    await sleep(10);
  }
  return { name, origin, pid, stop: () => end('SIGTERM', pid), kill: () => end('SIGKILL', -pid) };
}

async function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
