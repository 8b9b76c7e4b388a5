/** Starts the product as a person does, on a free port and a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
/** What `npm start` runs (`exec node ...`), as arguments of Node. */
export const START = scripts.start.split(' ').slice(2);

/** As `START`, from the bundle of `bundle-gateway.ts` in tiers that have one. */
export function startArguments(): string[] {
  const bundle = process.env['TEST_GATEWAY'];
  return bundle === undefined ? START : [...START.filter((flag) => flag.startsWith('--max')), bundle];
}

export interface RunningServer {
  origin: string;
  /** The link printed at the start, good once; of a server that passes calls on, its bare address. */
  link: string;
  dataFolder: string;
  process: ChildProcess;
  /** The output so far. */
  output(): string;
  /** SIGTERM, and wait; `keep` leaves the data folder for the next start. */
  stop(options?: { keep?: boolean; signal?: NodeJS.Signals }): Promise<void>;
}

/** Without what the test runner sets, by which a dashboard built at the start would be one for tests. */
export function personsEnvironment(): NodeJS.ProcessEnv {
  const ofRunner = /^(?:VITEST.*|NODE_ENV|TEST|TEST_GATEWAY|MODE|DEV|PROD|SSR|BASE_URL)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofRunner.test(name)));
}

/** Ports below the range from which the kernel serves connections. */
const PORTS = { first: 16_384, count: 16_384 };
/** Process ids in a row, such as those of workers, begin far from each other. */
let nextPort = (process.pid * 97) % PORTS.count;

/**
 * A port for a server that is started later, or again and again. No other caller gets the same one: a UDP socket of its
 * number is the claim, which the kernel ends with this process.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS.count; tries++) {
    const port = PORTS.first + (nextPort++ % PORTS.count);
    if ((await claim(port)) && (await isFree(port))) return port;
  }
  throw new Error('no free port');
}

function claim(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  return new Promise((resolve) => {
    socket.once('error', () => socket.close(() => resolve(false)));
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true));
  });
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

export async function startServer(
  settings: Record<string, string> = {},
  reuse?: { dataFolder: string; port: number; checkout?: string },
): Promise<RunningServer> {
  const port = reuse?.port ?? (await freePort());
  const dataFolder = reuse?.dataFolder ?? (await mkdtemp(join(tmpdir(), 'fihrist-data-')));
  const child = spawn(process.execPath, startArguments(), {
    env: { ...personsEnvironment(), PORT: String(port), FIHRIST_DATA: dataFolder, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(reuse?.checkout === undefined ? {} : { cwd: reuse.checkout }),
  });
  let printed = '';
  const link = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no link within 110 s:\n${printed}`)), 110_000);
    const hear = (chunk: Buffer) => {
      printed += chunk.toString();
      const [, address] = /(http:\/\/\S+\/(?:#code=\S+)?)\n/u.exec(printed) ?? [];
      if (address) {
        clearTimeout(timer);
        resolve(address);
      }
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${code} before it printed a link:\n${printed}`));
    });
  });
  return {
    origin: new URL(link).origin,
    link,
    dataFolder,
    process: child,
    output: () => printed,
    async stop({ keep = false, signal = 'SIGTERM' } = {}) {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill(signal);
        await ended;
      }
      if (!keep) await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
