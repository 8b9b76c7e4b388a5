/** Gateways and indexers as processes of their own on one PostgreSQL and one store, all on 127.0.0.1, made to be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { guardProcesses, type ProcessGuard } from './fleet/process-guard.ts';
import { startTcpProxy, type TcpProxy } from './fleet/tcp-proxy.ts';
import { npmPostgres, startPostgres, type TestPostgres } from './postgres/start-postgres.ts';
import { run } from './postgres/test-database.ts';
import { type S3StandIn, STAND_IN_BUCKET, STAND_IN_KEYS, startS3StandIn } from './s3-stand-in.ts';
import { freePort, startArguments } from './server.ts';

export const FLEET_KEY = 'fih_key-of-the-whole-fleet';
/** Of all gateways together, as a load balancer would have it; nothing answers there. */
export const FLEET_URL = 'http://fleet.test';
const START_TIMEOUT_MS = 240_000;
const READY_POLL_MS = 50;

export interface FleetProcess {
  readonly name: string;
  readonly role: 'gateway' | 'indexer';
  readonly origin: string;
  /** Starts it; resolves once it is ready, or has ended. */
  start(): Promise<boolean>;
  isRunning(): boolean;
  pid(): number | undefined;
  /** Of the process that indexes; undefined while it starts. */
  indexerPid(): number | undefined;
  /** Resolves once it has ended. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

export interface LogLine {
  process: string;
  /** Time by this machine's clock, whatever the clock of the process. */
  on: number;
  msg?: string;
  level?: number;
  code?: string | number | null;
  message?: string;
  [fact: string]: unknown;
}

export interface Fleet {
  gateways: FleetProcess[];
  indexers: FleetProcess[];
  postgres: TestPostgres;
  /** The database as tests look at it: past the proxy. */
  databaseUrl: string;
  store: S3StandIn;
  proxy: TcpProxy;
  /** Lines of all logs, at most the last ones. */
  log: LogLine[];
  /** Environment of a command that works on the same data. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

export interface FleetOptions {
  gateways?: number;
  indexers?: number;
  settings?: Record<string, string>;
  /** Environment of single processes, by name: `gateway-1`, `indexer-2`. */
  of?: Record<string, Record<string, string>>;
}

/** Message of the line about a process that nobody killed. */
export const ENDED_BY_ITSELF = 'ended-by-itself';
const MAX_LOG_LINES = 50_000;
const PASSWORD = 'fleet';
const DATABASE = 'fihrist';

/** Starts a fleet, or throws the name of a missing program. The fleet ends with this process. */
export async function startFleet({
  gateways = 2,
  indexers = 2,
  settings = {},
  of = {},
}: FleetOptions = {}): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-fleet-'));
  const guard = guardProcesses(folder);
  const databasePort = await freePort();
  const postgres = await startPostgres(npmPostgres(), {
    listen_addresses: '127.0.0.1',
    port: databasePort,
    // What was committed must be there after a crash.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
  });
  // The socket is named after the port.
  const socketUrl = (database: string) =>
    `postgres://postgres@localhost:${databasePort}/${database}?host=${postgres.folder}`;
  await run(socketUrl('postgres'), `alter user postgres password '${PASSWORD}'`);
  await run(socketUrl('postgres'), `create database ${DATABASE}`);
  const store = await startS3StandIn();
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: databasePort });
  const log: LogLine[] = [];
  const environment = {
    FIHRIST_DATABASE: `postgres://postgres:${PASSWORD}@127.0.0.1:${proxy.port}/${DATABASE}`,
    FIHRIST_BLOBS: `s3://${STAND_IN_BUCKET}`,
    FIHRIST_S3_ENDPOINT: store.endpoint,
    FIHRIST_S3_ACCESS_KEY: STAND_IN_KEYS.accessKey,
    FIHRIST_S3_SECRET_KEY: STAND_IN_KEYS.secretKey,
    FIHRIST_SIGNING_SECRET: randomBytes(32).toString('base64'),
    FIHRIST_SEALING_KEY: randomBytes(32).toString('base64'),
    FIHRIST_API_KEY: FLEET_KEY,
    // Addresses of files are those of all gateways together.
    FIHRIST_PUBLIC_URL: FLEET_URL,
    ...settings,
  };
  const make = async (role: FleetProcess['role'], count: number) => {
    const processes: FleetProcess[] = [];
    for (let number = 1; number <= count; number++) {
      const name = `${role}-${number}`;
      const env = { ...environment, FIHRIST_DATA: join(folder, name), ...of[name] };
      processes.push(createFleetProcess({ name, role, port: await freePort(), env, guard, log }));
    }
    return processes;
  };
  const fleet: Fleet = {
    gateways: await make('gateway', gateways),
    indexers: await make('indexer', indexers),
    postgres,
    databaseUrl: socketUrl(DATABASE),
    store,
    proxy,
    log,
    environment: { ...environment, FIHRIST_DATA: join(folder, 'command') },
    async close() {
      await Promise.all([...fleet.gateways, ...fleet.indexers].map((process) => process.end('SIGKILL')));
      await proxy.close();
      await store.close();
      await postgres.stop();
      await guard.close();
    },
  };
  return fleet;
}

interface ProcessOptions {
  name: string;
  role: FleetProcess['role'];
  port: number;
  env: Record<string, string>;
  guard: ProcessGuard;
  log: LogLine[];
}

function createFleetProcess({ name, role, port, env, guard, log }: ProcessOptions): FleetProcess {
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let indexerPid: number | undefined;
  const isEnding = new WeakSet<ChildProcess>();

  const hear = (line: string) => {
    const facts = line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : { msg: line };
    if (facts['msg'] === 'indexer-ready') indexerPid = Number(facts['pid']);
    if (facts['msg'] === 'indexer-exited') indexerPid = undefined;
    log.push({ ...facts, process: name, on: Date.now() });
    if (log.length > MAX_LOG_LINES) log.splice(0, MAX_LOG_LINES / 10);
  };
  const isAlive = (child: ChildProcess | undefined): child is ChildProcess =>
    child !== undefined && child.exitCode === null && child.signalCode === null;

  return {
    name,
    role,
    origin,
    isRunning: () => isAlive(child),
    pid: () => (isAlive(child) ? child.pid : undefined),
    indexerPid: () => indexerPid,
    async start() {
      const started = spawn(process.execPath, [...startArguments(), '--gateway-only'], {
        env: {
          ...process.env,
          ...env,
          PORT: String(port),
          FIHRIST_ROLE: role,
          FIHRIST_PROCESS_NAME: name,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      guard.add(started);
      child = started;
      indexerPid = undefined;
      createInterface(started.stderr).on('line', (line) => {
        if (child === started) hear(line);
      });
      const until = performance.now() + START_TIMEOUT_MS;
      while (isAlive(started) && performance.now() < until) {
        if (await answers(`${origin}/readyz`)) {
          started.once('exit', (code, signal) => {
            if (!isEnding.has(started))
              log.push({ process: name, on: Date.now(), msg: ENDED_BY_ITSELF, code, signal });
          });
          return true;
        }
        await pause(READY_POLL_MS);
      }
      return false;
    },
    async end(signal) {
      const ending = child;
      if (!isAlive(ending)) return;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      isEnding.add(ending);
      ending.kill(signal);
      await ended;
      indexerPid = undefined;
    },
  };
}

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}
