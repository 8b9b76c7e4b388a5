/** From `npm start` to the first answer of /healthz: with the dashboard to build, and with it built. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#tests/support/server.ts';
import { type Figure, median, percentile, round, say } from './figures.ts';

const TIMES = 5;

/** In a copy of the checkout, so that nobody's built dashboard is taken away. */
export async function measureStart(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-start-'));
  const checkout = join(folder, 'checkout');
  try {
    copyCheckout(checkout);
    const first = await timeStart(checkout, join(folder, 'data'));
    say(`first start ${round(first)} ms`);
    const second: number[] = [];
    const bare: number[] = [];
    for (let run = 0; run < TIMES; run++) second.push(await timeStart(checkout, join(folder, 'data')));
    for (let run = 0; run < TIMES; run++) bare.push(await timeStart(checkout, join(folder, 'data'), false));
    const spread = `${round(percentile(second, 0))}-${round(percentile(second, 1))}`;
    return [
      { figure: 'first start (npm start, builds)', measured: round(first / 1000, 2), unit: 's' },
      {
        figure: 'second start (npm start)',
        measured: round(median(second) / 1000, 2),
        unit: 's, median of 5',
        aim: '<= 2',
      },
      { figure: 'second start, range', measured: spread, unit: 'ms' },
      {
        figure: 'second start, npm left out',
        measured: round(median(bare) / 1000, 2),
        unit: 's, median of 5',
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function copyCheckout(to: string): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(file, join(to, file));
  }
  symlinkSync(resolve('node_modules'), join(to, 'node_modules'), 'dir');
}

/** Milliseconds until /healthz said yes; the server has ended when this returns. */
async function timeStart(checkout: string, dataFolder: string, byNpm = true): Promise<number> {
  const port = await freePort();
  const [command, args] = byNpm ? ['npm', ['start']] : [process.execPath, ['gateway/node/server/start.ts']];
  const begun = performance.now();
  const child = spawn(command, args, {
    cwd: checkout,
    env: { ...process.env, PORT: String(port), FIHRIST_DATA: dataFolder, FIHRIST_LOG: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
    // A process group of its own, so that npm and its children can be ended together.
    detached: true,
  });
  try {
    while (!(await isHealthy(port))) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
      await sleep(10);
    }
    return performance.now() - begun;
  } finally {
    await endGroup(child);
  }
}

async function isHealthy(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    (response) => response.ok,
    () => false,
  );
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = new Promise((done) => child.once('exit', done));
  process.kill(-child.pid, 'SIGTERM');
  await ended;
  // The data folder is free again only when the last process of the group is gone.
  for (let gone = false; !gone; await sleep(20))
    try {
      process.kill(-child.pid, 0);
    } catch {
      gone = true;
    }
}
