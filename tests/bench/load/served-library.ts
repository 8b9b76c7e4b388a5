/** One server of a checkout with a library to ask, keys to ask with, and documents that it can be kept busy indexing. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { BENCH_KEY } from '#tests/bench/call-gateway.ts';
import { addUnit } from '#tests/bench/fleet/knowledge.ts';
import type { LibraryUnit } from '#tests/bench/search-corpus.ts';
import { descendantsOf } from '#tests/bench/watch-processes.ts';
import { freePort, personsEnvironment, START } from '#tests/support/server.ts';

export interface ServedLibrary {
  origin: string;
  /** Of the port of the metrics, which also answers health checks. */
  metricsOrigin: string;
  pid: number;
  /** Headers of a key each. */
  keys: Record<string, string>[];
  /** Queues the documents for indexing, except waiting and running ones. */
  keepIndexing(): Promise<void>;
  /** Documents that are not indexed yet. */
  countWaiting(): Promise<number>;
  /** The longest turn of the server's event loop since this was last asked, in milliseconds. */
  longestTurn(): Promise<number>;
  /** Pauses or resumes the server and its children, so that another measurement has the machine for itself. */
  setRunning(running: boolean): void;
  stop(): Promise<void>;
}

const OWNER = { 'x-user-auth': BENCH_KEY, 'x-bot': '1' };
const UPLOADS_AT_ONCE = 4;
/** Of the indexing states of a unit. */
const WAITING = 0;
const INDEXING = 1;

export async function serveLibrary(
  checkout: string,
  dataFolder: string,
  { documents, keys }: { documents: readonly LibraryUnit[]; keys: number },
): Promise<ServedLibrary> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const metricsOrigin = `http://127.0.0.1:${metricsPort}`;
  const child = spawn(process.execPath, START, {
    cwd: checkout,
    env: {
      ...personsEnvironment(),
      PORT: String(port),
      FIHRIST_DATA: dataFolder,
      FIHRIST_API_KEY: BENCH_KEY,
      FIHRIST_QUOTA_TOKENS: '1000000000000',
      FIHRIST_METRICS: `127.0.0.1:${metricsPort}`,
      FIHRIST_LOG: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const pid = child.pid ?? 0;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    await sleep(20);
  }
  const ids: number[] = [];
  const remaining = [...documents];
  const upload = async () => {
    for (let unit = remaining.pop(); unit; unit = remaining.pop()) ids.push(await addUnit(origin, unit));
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, upload));

  const statusOf = async (id: number): Promise<number> => {
    const response = await fetch(`${origin}/api/AIKnowledge/byId/${id}`, { headers: OWNER });
    return ((await response.json()) as { sourceStatus: number }).sourceStatus;
  };
  const listWaiting = async () => {
    const statuses = await Promise.all(ids.map(statusOf));
    return ids.filter((_, index) => statuses[index] === WAITING || statuses[index] === INDEXING);
  };
  return {
    origin,
    metricsOrigin,
    pid,
    keys: await Promise.all(Array.from({ length: keys }, (_, index) => createKey(origin, index))),
    async keepIndexing() {
      const waiting = new Set(await listWaiting());
      for (const id of ids)
        if (!waiting.has(id))
          await fetch(`${origin}/api/AIKnowledge/1/${id}/reindex`, { method: 'POST', headers: OWNER });
    },
    countWaiting: async () => (await listWaiting()).length,
    async longestTurn() {
      const text = await (await fetch(`${metricsOrigin}/metrics`)).text();
      return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]);
    },
    setRunning(running) {
      const signal = running ? 'SIGCONT' : 'SIGSTOP';
      for (const target of [pid, ...descendantsOf(pid).map((below) => below.pid)])
        try {
          process.kill(target, signal);
        } catch (error) {
          // A reader that ended meanwhile.
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
        }
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}

async function createKey(origin: string, number: number): Promise<Record<string, string>> {
  const response = await fetch(`${origin}/api/Keys`, {
    method: 'POST',
    headers: { ...OWNER, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `مكتب ${number + 1}`, role: 'tester', bots: [1] }),
  });
  const { Response } = (await response.json()) as { Response: { key: string } };
  return { 'x-user-auth': Response.key, 'x-bot': '1' };
}
