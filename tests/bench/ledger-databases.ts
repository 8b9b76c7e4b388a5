/** The ledger on SQLite and on PostgreSQL by turns, in one process and in four, with one bot and with twenty. */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLedgerStore } from '#gateway/modules/usage/sql/ledger.ts';
import { openPostgres } from '#gateway/node/storage/postgres/open-postgres.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { npmPostgres, startPostgres, type TestPostgres } from '#tests/support/postgres/start-postgres.ts';
import { run } from '#tests/support/postgres/test-database.ts';
import { median, percentile, round, say } from './figures.ts';
import type { ClientFigures } from './ledger-client.ts';
import type { Report, Row } from './report.ts';
import { cpuSeconds } from './watch-processes.ts';

const ROUNDS = 3;
const CLIENTS = 100;
const CALLS = 4_000;
const CASES = [
  { processes: 1, bots: 1 },
  { processes: 1, bots: 20 },
  { processes: 4, bots: 1 },
  { processes: 4, bots: 20 },
];
/** As a server is run: every commit waits for the disk. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', shared_buffers: '128MB' };

type Kind = 'sqlite' | 'postgres';
type Case = (typeof CASES)[number];

/** `folder` is for the databases of SQLite; the server has one of its own beside it. */
export async function measureLedgerDatabases(folder: string): Promise<Report> {
  const server = await startPostgres(npmPostgres(), DURABLE);
  try {
    const rows: Row[] = [];
    let databases = 0;
    for (let turn = 0; turn < ROUNDS; turn++)
      for (const benchCase of CASES)
        for (const kind of ['sqlite', 'postgres'] as const) {
          const name = `ledger_${databases++}`;
          const address = kind === 'sqlite' ? join(folder, `${name}.sqlite`) : server.url(name);
          if (kind === 'postgres') await run(server.url('postgres'), `create database ${name}`);
          await grant(address, benchCase.bots);
          const figures = await measure(address, benchCase, server);
          rows.push({ bench: 'ledger', over: 'database', kind, ...benchCase, ...figures });
          say(`${nameOf(kind, benchCase)}: ${figures.operations_per_second} a second`);
        }
    return {
      tables: [
        {
          title: `Ledger, SQLite and PostgreSQL by turns, ${CLIENTS} clients`,
          rows: CASES.flatMap((benchCase) => printCase(benchCase, rows)),
        },
      ],
      rows,
      notes: [
        `By turns: ${ROUNDS} rounds of ${CALLS} calls, the clients shared out over the processes; medians, and the ratio to SQLite of each round. PostgreSQL 18 with fsync on the same machine, over a Unix socket; its own CPU stands apart.`,
      ],
    };
  } finally {
    await server.stop();
  }
}

async function grant(address: string, bots: number): Promise<void> {
  const db = await open(address);
  const ledger = createLedgerStore(db, { now: () => new Date() });
  for (let bot = 1; bot <= bots; bot++) await ledger.grant(bot, 'text', 1_000_000_000);
  await db.close();
}

const open = (address: string) =>
  address.startsWith('postgres://')
    ? openPostgres({ url: address, role: 'bench', connections: 1 })
    : openSqlite(address);

async function measure(address: string, { processes, bots }: Case, server: TestPostgres) {
  const entry = fileURLToPath(new URL('./ledger-client.ts', import.meta.url));
  const children = Array.from({ length: processes }, (_, index) => {
    const counts = [bots, CALLS / processes, CLIENTS / processes].map(String);
    const child = fork(entry, [address, `p${index}`, ...counts], { execArgv: [], serialization: 'advanced' });
    const said = <Message>() =>
      new Promise<Message>((resolve, reject) => {
        child.once('message', (message) => resolve(message as Message));
        child.once('exit', (code) => reject(new Error(`a process of clients ended with ${code}`)));
      });
    return { child, said };
  });
  await Promise.all(children.map(({ said }) => said()));
  const serverPid = Number(
    readFileSync(join(server.folder, 'data/postmaster.pid'), 'utf8').split('\n', 1)[0],
  );
  const before = cpuSeconds(serverPid);
  const begun = performance.now();
  for (const { child } of children) child.send('go');
  const figures = await Promise.all(children.map(({ said }) => said<ClientFigures>()));
  const seconds = (performance.now() - begun) / 1000;
  const serverCpu = cpuSeconds(serverPid) - before;
  const times = figures.flatMap((figure) => figure.times);
  const clientCpu = figures.reduce((sum, figure) => sum + figure.cpuSeconds, 0);
  return {
    operations_per_second: round((2 * CALLS) / seconds),
    p95: round(percentile(times, 0.95), 1),
    client_cpu_us: round((1e6 * clientCpu) / CALLS),
    server_cpu_us: round((1e6 * serverCpu) / CALLS),
  };
}

const count = (number: number, singular: string, more: string) =>
  `${number} ${number === 1 ? singular : more}`;

const nameOf = (kind: Kind, { processes, bots }: Case): string =>
  [
    kind === 'sqlite' ? 'SQLite' : 'PostgreSQL',
    count(processes, 'process', 'processes'),
    count(bots, 'bot', 'bots'),
  ].join(', ');

function printCase({ processes, bots }: Case, rows: readonly Row[]) {
  const valuesOf = (kind: Kind, name: string) =>
    rows
      .filter((row) => row['kind'] === kind && row['processes'] === processes && row['bots'] === bots)
      .map((row) => Number(row[name]));
  const name = 'operations_per_second';
  const ratios = valuesOf('postgres', name).map(
    (value, index) => value / (valuesOf('sqlite', name)[index] ?? 0),
  );
  return (['sqlite', 'postgres'] as const).map((kind) => ({
    ledger: nameOf(kind, { processes, bots }),
    'operations a second': median(valuesOf(kind, name)),
    'p95 ms': median(valuesOf(kind, 'p95')),
    'CPU µs a call': median(valuesOf(kind, 'client_cpu_us')),
    'of the server': kind === 'sqlite' ? '' : median(valuesOf(kind, 'server_cpu_us')),
    'of SQLite’s': kind === 'sqlite' ? '' : ratios.map((ratio) => ratio.toFixed(2)).join(', '),
  }));
}
