/**
 * Processes that spend from one quota on PostgreSQL, and the server's own, are killed at any moment. What was told to be
 * charged is written, every sum is the same, and nothing stays reserved once the dead count as dead.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { openPostgres } from '#gateway/node/storage/postgres/open-postgres.ts';
import { createSqlStores } from '#gateway/stores.ts';
import { countOf } from '#tests/support/full-counts.ts';
import { npmPostgres, startPostgres } from '#tests/support/postgres/start-postgres.ts';
import { countSpent, type SpendingProcess, startSpending } from '#tests/support/spending/start-spending.ts';

const KILLS = countOf(15, 200);
const PROCESSES = 3;
const BOT = 1;
const DURABLE = { synchronous_commit: 'on' };

interface Spender extends SpendingProcess {
  /** Sum of the charges confirmed to the process. */
  charged: number;
}

async function startSpender(address: string, name: string): Promise<Spender> {
  const spender: Spender = { ...(await startSpending(address, name)), charged: 0 };
  spender.send('spend', BOT);
  const listen = async () => {
    for (;;) spender.charged = ((await spender.said()) as { charged: number }).charged;
  };
  // A killed process sends no further messages.
  listen().catch(() => {});
  return spender;
}

/** A process of the server that writes for one of the spenders, if there is one just now. */
async function findBackend(address: string): Promise<number | undefined> {
  const client = new Client({ connectionString: address });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name like 'fihrist-spender-%' order by random() limit 1`,
    );
    return rows[0]?.pid;
  } catch {
    // It starts again after the kill before.
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

test(`keeps a ledger exact over ${KILLS} kills`, async () => {
  const server = await startPostgres(npmPostgres(), DURABLE);
  const address = server.url('postgres');
  const db = await openPostgres({ url: address, role: 'test', connections: 2 });
  const stores = createSqlStores(db, { now: () => new Date() });
  await stores.ledger.grant(BOT, 'text', 100_000_000, { period: 'daily', zone: 'Asia/Riyadh' });
  let started = 0;
  const start = () => startSpender(address, `spender-${++started}`);
  const spenders = await Promise.all(Array.from({ length: PROCESSES }, start));
  const ended: Spender[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(100 + Math.random() * 400);
    if (kill % 3 === 0) {
      const [spender] = spenders.splice(0, 1);
      await spender?.kill();
      if (spender) ended.push(spender);
      spenders.push(await start());
    } else {
      const backend = await findBackend(address);
      // The second kind takes the whole server down, which starts again.
      if (backend !== undefined) process.kill(backend, kill % 3 === 1 ? 'SIGTERM' : 'SIGKILL');
    }
  }
  for (const spender of spenders) {
    await spender.kill();
    ended.push(spender);
  }
  await expect.poll(() => findBackend(address)).toBeUndefined();
  const spent = () => countSpent(db, BOT).catch(() => undefined);
  await expect.poll(spent).toBeDefined();
  for (const { name } of ended) await stores.processes.remove(name);
  const freed = await stores.ledger.releaseAbandoned();
  const { used, reserved } = await countSpent(db, BOT);
  const charged = ended.reduce((sum, spender) => sum + spender.charged, 0);
  expect([used.length, reserved]).toEqual([1, [0]]);
  expect(charged).toBeGreaterThan(0);
  expect(used[0]).toBeGreaterThanOrEqual(charged);
  console.log(`${started} processes, ${used[0]} charged, ${charged} of it told, ${freed} reservations freed`);
  await db.close();
  await server.stop();
});
