/** One machine with SQLite, before something came and after it: start, memory, size. `--before DIR` is another checkout. */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMegabytes } from '#gateway/node/processes/reader/watch-memory.ts';
import { BENCH_KEY } from '#tests/bench/call-gateway.ts';
import { median, round, say } from '#tests/bench/figures.ts';
import { BenchFailure, type QualityOptions, type Report, type Row } from '#tests/bench/report.ts';
import { cpuSeconds, descendantsOf, idleMegabytes } from '#tests/bench/watch-processes.ts';
import { freePort, personsEnvironment, START } from '#tests/support/server.ts';

const TIMES = 7;

interface Started {
  milliseconds: number;
  /** Of server and indexer, once they are idle. */
  cpuMilliseconds: number;
  server: number;
  indexer: number;
}

export async function measureOneMachine({ before }: QualityOptions): Promise<Report> {
  if (before === undefined) throw new BenchFailure('--before names the checkout to compare with.');
  const checkouts = { before, after: resolve('.') };
  const starts: Record<keyof typeof checkouts, Started[]> = { before: [], after: [] };
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-one-'));
  try {
    // The first start builds the dashboard and fills the compile cache.
    for (let turn = 0; turn <= TIMES; turn++)
      for (const name of ['before', 'after'] as const) {
        const started = await start(checkouts[name], join(folder, name));
        if (turn > 0) starts[name].push(started);
        say(`${name}: ${round(started.milliseconds)} ms`);
      }
    const installs = Object.entries(checkouts).map(([name, checkout]) => ({
      checkout: name,
      all: installedMegabytes(checkout, join(folder, `${name}-all`), []),
      production: installedMegabytes(checkout, join(folder, `${name}-production`), ['--omit=dev']),
    }));
    return describe(starts, installs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function start(checkout: string, dataFolder: string): Promise<Started> {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(process.execPath, START, {
    cwd: checkout,
    env: {
      ...personsEnvironment(),
      PORT: String(port),
      FIHRIST_DATA: dataFolder,
      FIHRIST_API_KEY: BENCH_KEY,
      FIHRIST_LOG: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const pid = child.pid ?? 0;
  try {
    while (!(await isHealthy(port))) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
      await sleep(5);
    }
    const milliseconds = performance.now() - begun;
    const server = await idleMegabytes(pid);
    const indexer = descendantsOf(pid).find(({ command }) => command.includes('indexer.ts'));
    return {
      milliseconds,
      cpuMilliseconds: 1000 * cpuSeconds(pid),
      server,
      indexer: residentMegabytes(indexer?.pid ?? 0)?.now ?? NaN,
    };
  } finally {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill();
    await ended;
  }
}

const isHealthy = (port: number) =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Of `npm ci` in a copy of the package files. */
function installedMegabytes(checkout: string, folder: string, args: readonly string[]): number {
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    if (existsSync(join(checkout, file))) cpSync(join(checkout, file), join(folder, file));
  execFileSync('npm', ['ci', ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const [kilobytes = ''] = execFileSync('du', ['-sk', join(folder, 'node_modules')], {
    encoding: 'utf8',
  }).split('\t');
  rmSync(folder, { recursive: true });
  return round(Number(kilobytes) / 1024);
}

type Installed = { checkout: string; all: number; production: number };

function describe(starts: Record<string, Started[]>, installs: readonly Installed[]): Report {
  const rows: Row[] = installs.map(({ checkout, all, production }) => {
    const of = (name: keyof Started, digits = 0) =>
      round(median((starts[checkout] ?? []).map((start) => start[name])), digits);
    return {
      bench: 'one-machine',
      checkout,
      start_ms: of('milliseconds'),
      start_cpu_ms: of('cpuMilliseconds'),
      server_mb: of('server', 1),
      indexer_mb: of('indexer', 1),
      install_mb: all,
      install_production_mb: production,
    };
  });
  const titles = {
    'start to /healthz, ms': 'start_ms',
    'CPU of a start, server and indexer, ms': 'start_cpu_ms',
    'server idle, MB': 'server_mb',
    'indexer idle, MB': 'indexer_mb',
    'npm ci, MB': 'install_mb',
    'npm ci --omit=dev, MB': 'install_production_mb',
  };
  const [before = {}, after = {}] = rows;
  return {
    rows,
    tables: [
      {
        title: 'One machine with SQLite, before and after',
        rows: Object.entries(titles).map(([figure, name]) => ({
          figure,
          before: Number(before[name]),
          after: Number(after[name]),
        })),
      },
    ],
    notes: [
      `Medians of ${TIMES} starts by turns, without npm, with the dashboard built and code compiled; idle: memory that stands still.`,
    ],
  };
}
