/** Clients that reserve and settle, in a process of their own: `node ledger-client.ts database name bots calls clients`. */
import { createLedgerStore } from '#gateway/modules/usage/sql/ledger.ts';
import { openPostgres } from '#gateway/node/storage/postgres/open-postgres.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';

/** Tokens: the most that a call can cost, and what it does cost. */
const MAX_COST = 30;
const COST = 20;
const WARM_UP_CALLS = 100;

/** Figures of a process about its own calls. */
export interface ClientFigures {
  /** Milliseconds an operation. */
  times: number[];
  cpuSeconds: number;
}

const [database = '', name = '', ...counts] = process.argv.slice(2);
const [bots = 1, calls = 0, clients = 1] = counts.map(Number);
const db = database.startsWith('postgres://')
  ? await openPostgres({ url: database, role: 'bench', connections: 8 })
  : await openSqlite(database);
const ledger = createLedgerStore(db, { now: () => new Date() });
const times: number[] = [];

async function timed(work: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await work();
  times.push(performance.now() - begun);
}

async function call(number: number): Promise<void> {
  const botId = 1 + (number % bots);
  const requestId = `${name}-${number}`;
  const wanted = {
    botId,
    ledger: 'text',
    requestId,
    keyId: 'k',
    action: 'answer',
    amount: MAX_COST,
  } as const;
  await timed(() => ledger.reserve({ ...wanted, on: new Date() }));
  await timed(() => ledger.settle(botId, requestId, { amount: COST, estimated: true }));
}

/** Calls `from` to before `to`; each client calls in sequence. */
async function run(from: number, to: number): Promise<void> {
  let next = from;
  const client = async () => {
    while (next < to) await call(next++);
  };
  await Promise.all(Array.from({ length: clients }, client));
}

await run(0, WARM_UP_CALLS);
process.once('message', () => void measure());
process.send?.('ready');

async function measure(): Promise<void> {
  times.length = 0;
  const before = process.cpuUsage();
  await run(WARM_UP_CALLS, WARM_UP_CALLS + calls);
  const { user, system } = process.cpuUsage(before);
  const figures: ClientFigures = { times, cpuSeconds: (user + system) / 1e6 };
  process.send?.(figures, () => void db.close().then(() => process.disconnect()));
}
