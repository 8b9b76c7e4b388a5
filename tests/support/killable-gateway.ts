/** The real gateway as a process on a folder of its own, made to be killed and started again on the same port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { freePort, startArguments } from './server.ts';

export const CRASH_KEY = 'fih_key-that-outlives-kills';

export interface KillableGateway {
  origin: string;
  /** Starts the gateway and waits until it serves. */
  start(settings?: Record<string, string>): Promise<void>;
  /** SIGKILL to the gateway; its indexer must end by itself. */
  kill(): Promise<void>;
  /** Waits until the indexer has opened its database; its process id. */
  indexer(): Promise<number>;
  /** SIGKILL to the indexer; the gateway must start another. */
  killIndexer(): Promise<void>;
  /** SIGTERM, and wait for an orderly end. */
  stop(): Promise<void>;
  /** Lines of its log, all starts together. */
  log: Record<string, unknown>[];
  pid(): number | undefined;
}

export async function createKillableGateway(dataFolder: string): Promise<KillableGateway> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const log: Record<string, unknown>[] = [];
  let child: ChildProcess | undefined;
  let ready = Promise.withResolvers<number>();

  const hear = (line: string) => {
    if (!line.startsWith('{')) return;
    const entry = JSON.parse(line) as Record<string, unknown>;
    log.push(entry);
    if (entry['msg'] === 'indexer-ready') ready.resolve(Number(entry['pid']));
  };
  const end = async (signal: NodeJS.Signals) => {
    const ending = child;
    child = undefined;
    ready = Promise.withResolvers();
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await ended;
  };

  return {
    origin,
    log,
    async start(settings = {}) {
      const started = spawn(process.execPath, [...startArguments(), '--gateway-only'], {
        env: {
          ...process.env,
          PORT: String(port),
          FIHRIST_DATA: dataFolder,
          FIHRIST_API_KEY: CRASH_KEY,
          ...settings,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child = started;
      let last = '';
      createInterface(started.stderr).on('line', (line) => {
        last = `${last}${line}\n`.slice(-2_000);
        if (child === started) hear(line);
      });
      while (!(await answers(`${origin}/healthz`))) {
        if (started.exitCode !== null) throw new Error(`the gateway ended with ${started.exitCode}: ${last}`);
        await pause(20);
      }
    },
    kill: () => end('SIGKILL'),
    indexer: () => ready.promise,
    async killIndexer() {
      const pid = await ready.promise;
      ready = Promise.withResolvers();
      process.kill(pid, 'SIGKILL');
    },
    stop: () => end('SIGTERM'),
    pid: () => child?.pid,
  };
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok;
  } catch {
    return false;
  }
}
