/** Reservations and settlements a second under 50 parallel clients, and what is oversold where quota ends. */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { LedgerStore } from '#gateway/modules/usage/ports/ledger.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { TEST_KEY } from '#tests/support/gateway.ts';
import { percentile, round, say } from './figures.ts';
import { measureLedgerDatabases } from './ledger-databases.ts';
import { createLedgerOfKind, LEDGER_KINDS, type LedgerKindName } from './ledger-kinds.ts';
import type { Report, Row } from './report.ts';
import { cpuSeconds } from './watch-processes.ts';

const CLIENTS = 50;
const CALLS = 10_000;
const CALLS_OVER_HTTP = 5_000;
/** Tokens: the most that a call can cost, and what it does cost. */
const MAX_COST = 30;
const COST = 20;

const KINDS = Object.keys(LEDGER_KINDS) as LedgerKindName[];

export async function measureLedger(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-ledger-'));
  try {
    const rows: Row[] = [];
    for (const kind of KINDS) rows.push(await measureInProcess(kind, join(folder, `${kind}.sqlite`)));
    for (const kind of KINDS) rows.push(await measureOverHttp(kind, join(folder, `${kind}-http.sqlite`)));
    const databases = await measureLedgerDatabases(folder);
    return {
      tables: [
        {
          title: `Ledger, in process, ${CLIENTS} clients`,
          rows: rows.slice(0, KINDS.length).map(printInProcess),
        },
        { title: `Ledger, over HTTP, ${CLIENTS} clients`, rows: rows.slice(KINDS.length).map(printOverHttp) },
        ...databases.tables,
      ],
      rows: [...rows, ...databases.rows],
      notes: [
        `In process: ${CALLS} calls by turns of ${CLIENTS}, each a reservation of ${MAX_COST} and a settlement of ${COST}; an operation is one of the two, durable when it is answered. Oversold: 2,000 calls at once with room for half of them.`,
        `Over HTTP: ${CALLS_OVER_HTTP} chat calls, which without a model server do little more than reserve and settle (503); CPU is the server's.`,
        ...(databases.notes ?? []),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureInProcess(kind: LedgerKindName, file: string): Promise<Row> {
  const db = await openSqlite(file);
  const ledger = createLedgerOfKind(kind, db);
  await ledger.grant(1, 'text', 1_000_000_000);
  const times: number[] = [];
  const timed = async (work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  };
  const before = process.cpuUsage();
  const begun = performance.now();
  await runClients(CALLS, async (call) => {
    await timed(() => reserve(ledger, `call-${call}`));
    await timed(() => ledger.settle(1, `call-${call}`, { amount: COST, estimated: true }));
  });
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(before);
  const oversold = await oversell(ledger);
  await db.close();
  const operations = 2 * CALLS;
  say(`${kind}: ${round(operations / seconds)} a second`);
  return {
    bench: 'ledger',
    over: 'process',
    kind,
    operations_per_second: round(operations / seconds),
    p50: round(percentile(times, 0.5), 2),
    p95: round(percentile(times, 0.95), 2),
    cpu_us: round((user + system) / operations),
    oversold,
  };
}

const reserve = (ledger: LedgerStore, requestId: string) =>
  ledger.reserve({
    botId: 1,
    ledger: 'text',
    requestId,
    keyId: 'k',
    action: 'answer',
    amount: MAX_COST,
    on: new Date(),
  });

/** Units beyond what was granted that 2,000 calls at once were let in for. */
async function oversell(ledger: LedgerStore): Promise<number> {
  const used = (await ledger.state(1, 'text'))?.used ?? 0;
  const remaining = 1000 * MAX_COST;
  await ledger.grant(1, 'text', used + remaining);
  const held = await Promise.all(
    Array.from({ length: 2000 }, (_, index) => reserve(ledger, `rush-${index}`)),
  );
  const accepted = held.filter(({ reserved }) => reserved).length;
  await Promise.all(
    held.map(async ({ reserved }, index) => {
      if (reserved) await ledger.settle(1, `rush-${index}`, { amount: MAX_COST, estimated: true });
    }),
  );
  return Math.max(0, accepted * MAX_COST - remaining);
}

async function measureOverHttp(kind: LedgerKindName, file: string): Promise<Row> {
  const entry = fileURLToPath(new URL('./ledger-server.ts', import.meta.url));
  const child = fork(entry, [kind, file], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)));
    child.once('exit', (code) => reject(new Error(`the server of ${kind} ended with ${code}`)));
  });
  try {
    const pid = child.pid ?? 0;
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    await runClients(500, () => chat(agent, port));
    const times: number[] = [];
    const before = cpuSeconds(pid);
    const begun = performance.now();
    await runClients(CALLS_OVER_HTTP, async () => {
      const sent = performance.now();
      await chat(agent, port);
      times.push(performance.now() - sent);
    });
    const seconds = (performance.now() - begun) / 1000;
    const cpu = cpuSeconds(pid) - before;
    agent.destroy();
    say(`${kind} over HTTP: ${round(CALLS_OVER_HTTP / seconds)} calls a second`);
    return {
      bench: 'ledger',
      over: 'http',
      kind,
      calls_per_second: round(CALLS_OVER_HTTP / seconds),
      p50: round(percentile(times, 0.5), 1),
      p95: round(percentile(times, 0.95), 1),
      cpu_ms: round((1000 * cpu) / CALLS_OVER_HTTP, 2),
    };
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}

async function chat(agent: Agent, port: number): Promise<void> {
  const body = JSON.stringify({ Message: 'مرحبا، متى يفتح المكتب؟', Config: { MaxTokens: 50 } });
  const status = await new Promise<number>((resolve, reject) => {
    const sent = request(
      {
        port,
        agent,
        method: 'POST',
        path: '/api/v1/Model/chat/completions',
        headers: {
          'x-user-auth': TEST_KEY,
          'x-bot': '1',
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (response) => void readText(response).then(() => resolve(response.statusCode ?? 0), reject),
    );
    sent.once('error', reject);
    sent.end(body);
  });
  if (status !== 503) throw new Error(`a chat call was answered with ${status}`);
}

/** Runs a number of calls by clients that each call in sequence. */
async function runClients(calls: number, call: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const client = async () => {
    while (next < calls) await call(next++);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

const printInProcess = (row: Row) => ({
  ledger: LEDGER_KINDS[row['kind'] as LedgerKindName],
  'operations a second': Number(row['operations_per_second']),
  'p50 ms': Number(row['p50']),
  'p95 ms': Number(row['p95']),
  'CPU µs an operation': Number(row['cpu_us']),
  'units oversold': Number(row['oversold']),
});

const printOverHttp = (row: Row) => ({
  ledger: LEDGER_KINDS[row['kind'] as LedgerKindName],
  'calls a second': Number(row['calls_per_second']),
  'p50 ms': Number(row['p50']),
  'p95 ms': Number(row['p95']),
  'CPU ms a call': Number(row['cpu_ms']),
});
