import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '#gateway/node/storage/postgres/open-postgres.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import { createSqlStores, type SqlStores } from '#gateway/stores.ts';
import { openFile } from '#tests/support/open-test-database.ts';
import { sharedPostgres } from '#tests/support/postgres/test-database.ts';
import {
  countSpent,
  type SpendingProcess,
  type SpendingTask,
  startSpending,
  ZONE,
} from '#tests/support/spending/start-spending.ts';

interface Opened {
  db: SqlDatabase;
  /** For other processes to open. */
  address: string;
  dispose(): void;
}

const OPEN: Record<string, () => Promise<Opened>> = {
  SQLite: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fihrist-ledger-'));
    const address = join(folder, 'حصة.sqlite');
    return { address, db: await openFile(address), dispose: () => rmSync(folder, { recursive: true }) };
  },
  'PostgreSQL 18': async () => {
    const server = await sharedPostgres();
    const address = server.url(await server.createDatabase());
    const db = await openPostgres({ url: address, role: 'test', connections: 8 });
    return { address, db, dispose: () => {} };
  },
};

const sumOf = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((sum, item) => sum + of(item), 0);

describe.each(Object.keys(OPEN))('four processes on %s', (name) => {
  let opened: Opened | undefined;
  let missing = '';
  let stores: SqlStores;
  let children: SpendingProcess[] = [];
  beforeAll(async () => {
    try {
      opened = await OPEN[name]?.();
    } catch (error) {
      if (process.env['CI'] === 'true') throw error;
      missing = String(error);
    }
    if (!opened) return;
    const { db, address } = opened;
    stores = createSqlStores(db, { now: () => new Date() });
    children = await Promise.all([1, 2, 3, 4].map((number) => startSpending(address, `process-${number}`)));
  });
  afterAll(async () => {
    await Promise.all(children.map((child) => child.kill()));
    await opened?.db.close();
    opened?.dispose();
  });

  /** What each of them has to say; they begin at the same moment. */
  async function runFour<Result>(task: SpendingTask, bot: number): Promise<Result[]> {
    for (const child of children) child.send(task, bot);
    return (await Promise.all(children.map((child) => child.said()))) as Result[];
  }

  const database = (skip: (note: string) => void): Opened => {
    if (!opened) skip(missing);
    return opened as Opened;
  };

  test('1,000 calls against 100 units oversell by none, nor a cap of 30', async ({ skip }) => {
    const { db } = database(skip);
    await stores.ledger.grant(1, 'text', 100);
    const outcomes = await runFour<{ held: number; capped: number }>('rush', 1);
    expect(sumOf(outcomes, ({ held }) => held)).toBe(100);
    expect(sumOf(outcomes, ({ capped }) => capped)).toBe(30);
    const { used, reserved } = await countSpent(db, 1);
    expect([used.length, reserved.length, (used[0] ?? 0) + (reserved[0] ?? 0)]).toEqual([1, 1, 100]);
  });

  test('the same requests count once', async ({ skip }) => {
    const { db } = database(skip);
    await stores.ledger.grant(2, 'text', 1000);
    const outcomes = await runFour<{ held: number }>('repeat', 2);
    // Each child is told that it holds a reservation of the group; 30 of the 125 carry the cap.
    expect(outcomes.map(({ held }) => held)).toEqual([155, 155, 155, 155]);
    const { used, reserved } = await countSpent(db, 2);
    expect([used.length, reserved.length, (used[0] ?? 0) + (reserved[0] ?? 0)]).toEqual([1, 1, 155]);
  });

  test('the ledger and every sum show exactly the settled amounts', async ({ skip }) => {
    const { db } = database(skip);
    await stores.ledger.grant(3, 'text', 5000, { period: 'monthly', zone: 'Africa/Cairo' });
    const outcomes = await runFour<{ charged: number }>('cycle', 3);
    const charged = sumOf(outcomes, (outcome) => outcome.charged);
    expect(await countSpent(db, 3)).toEqual({ used: [charged], reserved: [0] });
    // The quota is used up until no further amount fits.
    expect(charged).toBeGreaterThan(4980);
    expect(charged).toBeLessThanOrEqual(5000);
  });

  test('calls of 20 bots and two ledgers in different orders do not wait for each other for ever', async ({
    skip,
  }) => {
    const { db } = database(skip);
    for (let bot = 10; bot < 30; bot++)
      for (const kind of ['text', 'audio'] as const)
        await stores.ledger.grant(bot, kind, 1000, { period: 'daily', zone: ZONE });
    const outcomes = await runFour<{ charged: number }>('mix', 10);
    const charged = sumOf(outcomes, (outcome) => outcome.charged);
    expect(charged).toBe(4 * 20 * 45);
    expect(await countSpent(db, 10, 29)).toEqual({ used: [charged], reserved: [0] });
  });

  test('frees the reservations of a killed process by age, for the bot and for its key', async ({ skip }) => {
    const { db } = database(skip);
    await stores.ledger.grant(4, 'text', 100);
    const [child] = children;
    if (!child) throw new Error('no process');
    child.send('hold', 4);
    expect(await child.said()).toEqual({ reserved: true });
    await child.kill();
    expect(await countSpent(db, 4)).toEqual({ used: [0], reserved: [30] });
    const more = { botId: 4, ledger: 'text', requestId: 'more', keyId: 'مقيّد', action: 'answer' } as const;
    const wanted = { ...more, amount: 31, cap: 60, on: new Date() };
    expect(await stores.ledger.reserve(wanted)).toMatchObject({ reserved: false, shortage: { of: 'key' } });
    // Not while it could still be at work.
    expect(await stores.ledger.releaseOlderThan(new Date(Date.now() - 3_600_000))).toBe(0);
    expect(await stores.ledger.releaseOlderThan(new Date(Date.now() + 1))).toBeGreaterThan(0);
    expect(await countSpent(db, 4)).toEqual({ used: [0], reserved: [0] });
    expect(await stores.ledger.reserve(wanted)).toEqual({ reserved: true });
  });
});
