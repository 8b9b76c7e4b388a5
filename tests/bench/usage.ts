/** How long the usage page takes at the gateway over ten million ledger entries. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '#tests/support/server.ts';
import { BENCH_KEY } from './call-gateway.ts';
import { describeLoad, percentile, round, say } from './figures.ts';
import type { Report, Row } from './report.ts';
import { writeUsage } from './usage-rows.ts';
import { cpuSeconds, idleMegabytes, watchProcesses } from './watch-processes.ts';

const SHAPE = {
  entries: Number(process.env['BENCH_ENTRIES'] ?? 10_000_000),
  bots: 20,
  days: 400,
  keys: 40,
  units: 5_000,
};
const TIMES = 20;
const HEADERS = { 'x-user-auth': BENCH_KEY, 'x-bot': '1' };
const DAY = 24 * 3_600_000;

const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

/** What the page opens with, together, as the browser asks. */
const OPENING = [
  '/api/Usage/1',
  '/api/Usage?limit=25',
  '/api/Usage/1/history?by=action',
  '/api/Usage/1/consumers?by=key',
  '/api/Usage/1/failures',
  '/api/Usage/1/calls',
];

const OTHERS = {
  'history by key, 400 days': () => `/api/Usage/1/history?by=key&from=${ago(398)}`,
  'history by unit, 400 days': () => `/api/Usage/1/history?by=unit&from=${ago(398)}`,
  'history by key, a week by the hour': () => `/api/Usage/1/history?by=key&step=hour&from=${ago(6)}`,
  'consumers by unit, 400 days': () => `/api/Usage/1/consumers?by=unit&from=${ago(398)}`,
  'failures, 400 days': () => `/api/Usage/1/failures?from=${ago(398)}`,
  'calls of one rare key, 400 days': () => `/api/Usage/1/calls?key=key-39&from=${ago(398)}`,
  'calls of a key that made none, 400 days': () => `/api/Usage/1/calls?key=nobody&from=${ago(398)}`,
};

export async function measureUsage(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-usage-'));
  const file = join(folder, 'fihrist.sqlite');
  try {
    const begun = performance.now();
    await writeUsage(file, SHAPE, say);
    say(
      `written in ${round((performance.now() - begun) / 1000)} s, ${round(statSync(file).size / 2 ** 20)} MB`,
    );
    return await measureServer(folder, statSync(file).size);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureServer(folder: string, bytes: number): Promise<Report> {
  const settings = { FIHRIST_API_KEY: BENCH_KEY, FIHRIST_LOG: 'error', FIHRIST_DATA: folder };
  const server = await startServer(settings);
  try {
    const pid = server.process.pid ?? 0;
    const idle = await idleMegabytes(pid);
    const stop = watchProcesses(pid);
    const ask = async (path: string): Promise<void> => {
      const response = await fetch(server.origin + path, { headers: HEADERS });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`);
    };
    const measure = async (name: string, work: () => Promise<unknown>): Promise<Row> => {
      const first = await time(work);
      const before = cpuSeconds(pid);
      const times: number[] = [];
      for (let round = 0; round < TIMES; round++) times.push(await time(work));
      const cpu = (cpuSeconds(pid) - before) / TIMES;
      say(`${name}: ${round(percentile(times, 0.5), 1)} ms`);
      return {
        bench: 'usage',
        what: name,
        first: round(first, 1),
        p50: round(percentile(times, 0.5), 1),
        p95: round(percentile(times, 0.95), 1),
        cpu_ms: round(1000 * cpu, 1),
      };
    };
    const rows = [await measure('the page opens (all of these)', () => Promise.all(OPENING.map(ask)))];
    for (const path of OPENING)
      rows.push(await measure(path.replace('/api/Usage', 'Usage'), () => ask(path)));
    for (const [name, path] of Object.entries(OTHERS)) rows.push(await measure(name, () => ask(path())));
    const { server: peak } = stop();
    const print = (row: Row) => ({
      what: typeof row['what'] === 'string' ? row['what'] : '',
      'first ms': Number(row['first']),
      'p50 ms': Number(row['p50']),
      'p95 ms': Number(row['p95']),
      'CPU ms': Number(row['cpu_ms']),
    });
    return {
      tables: [{ title: `Usage over ${SHAPE.entries} ledger entries`, rows: rows.map(print) }],
      rows: [...rows, { bench: 'usage', what: 'memory', idle: round(idle), peak: round(peak) }],
      notes: [
        `${SHAPE.bots} bots, four of five entries in bot 1, ${SHAPE.days} days, ${SHAPE.keys} keys, ${SHAPE.units} units; the file has ${round(bytes / 2 ** 20)} MB. Aim: the page opens within 500 ms at the gateway. Each ${TIMES} times, one after the other, over HTTP; the first time alone.`,
        `Memory of the server: ${round(idle)} MB idle, ${round(peak)} MB at most. Load after: ${describeLoad()}.`,
      ],
    };
  } finally {
    await server.stop({ keep: true });
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
