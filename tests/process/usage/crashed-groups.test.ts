/** Clients and backends of PostgreSQL that die while a group of the ledger is being written. */
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPostgres } from '#gateway/node/storage/postgres/open-postgres.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import { createSqlStores, type SqlStores } from '#gateway/stores.ts';
import { run, sharedPostgres } from '#tests/support/postgres/test-database.ts';
import {
  countSpent,
  type SpendingProcess,
  startSpending,
  ZONE,
} from '#tests/support/spending/start-spending.ts';

let address = '';
let missing = '';
let db: SqlDatabase;
let stores: SqlStores;
let child: SpendingProcess;
let processes = 0;
let bot = 0;

beforeAll(async () => {
  try {
    const server = await sharedPostgres();
    address = server.url(await server.createDatabase());
  } catch (error) {
    if (process.env['CI'] === 'true') throw error;
    missing = String(error);
    return;
  }
  // A backend that is killed takes the server's memory along, and with it what is not on the disk.
  await run(
    address,
    `do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$`,
  );
  db = await openPostgres({ url: address, role: 'test', connections: 4 });
  stores = createSqlStores(db, { now: () => new Date() });
});
afterAll(() => db?.close());
beforeEach(async ({ skip }) => {
  if (missing !== '') skip(missing);
  bot++;
  await stores.ledger.grant(bot, 'text', 1000, { period: 'daily', zone: ZONE });
  child = await startSpending(address, `spending-${++processes}`);
});
afterEach(() => child?.kill());

interface Backend {
  pid: number;
}

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: address });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Holds the bot's ledger as another transaction would, and says which backend stands there with a group half written. */
async function stopInMidGroup(): Promise<{ pid: number; goOn: () => Promise<void> }> {
  // What others do looks the same throughout a transaction: two connections.
  const [holder, observer] = await Promise.all([connect(), connect()]);
  await holder.query('begin');
  await holder.query('select from ledger where bot_id = $1 for update', [bot]);
  child.send('burst', bot);
  const findStopped = async () => {
    const { rows } = await observer.query<Backend>(
      // The first attempt gives up after 200 ms; the second waits as long as a call may.
      `select pid from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'
        and query like '%fihrist_reserve%' and query not like '%''lock_timeout'', ''200''%'`,
      [`fihrist-${child.name}`],
    );
    return rows[0];
  };
  let stopped: Backend | undefined;
  const look = async () => (stopped = await findStopped());
  await expect.poll(look).toBeDefined();
  await observer.end();
  return { pid: stopped?.pid ?? 0, goOn: () => holder.end() };
}

/** Whether the server still does something for the process. */
async function isBeingServed(): Promise<boolean> {
  const client = await connect();
  const { rows } = await client.query('select from pg_stat_activity where application_name = $1', [
    `fihrist-${child.name}`,
  ]);
  await client.end();
  return rows.length > 0;
}

test('frees the reservations of a client killed during a group as soon as it counts as dead', async () => {
  const { goOn } = await stopInMidGroup();
  await child.kill();
  await goOn();
  await expect.poll(isBeingServed).toBe(false);
  // The server wrote the group to its end, with nobody there to be told.
  expect(await countSpent(db, bot)).toEqual({ used: [0], reserved: [60] });
  await stores.ledger.releaseAbandoned();
  expect((await countSpent(db, bot)).reserved).toEqual([60]);
  await stores.processes.remove(child.name);
  expect(await stores.ledger.releaseAbandoned()).toBe(60);
  expect(await countSpent(db, bot)).toEqual({ used: [0], reserved: [0] });
});

const ENDS: Readonly<Record<string, (pid: number) => Promise<void>>> = {
  ended: (pid) => run(address, `select pg_terminate_backend(${pid})`),
  // The server ends all of its processes and starts again.
  killed: async (pid) => void process.kill(pid, 'SIGKILL'),
};

test.each(Object.keys(ENDS))(
  'nothing is left of a group whose backend was %s in the middle of it',
  async (how) => {
    child.send('burst', bot);
    expect(await child.said()).toEqual({ held: 60, busy: 0 });
    const { pid, goOn } = await stopInMidGroup();
    await ENDS[how]?.(pid);
    expect(await child.said()).toEqual({ held: 0, busy: 60 });
    await goOn();
    const spent = () => countSpent(db, bot).catch(() => undefined);
    await expect.poll(spent).toEqual({ used: [0], reserved: [60] });
    // The same process goes on where the server does.
    child.send('burst', bot);
    expect(await child.said()).toEqual({ held: 60, busy: 0 });
    expect(await spent()).toEqual({ used: [0], reserved: [120] });
  },
);
