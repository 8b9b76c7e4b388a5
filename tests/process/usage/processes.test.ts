import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import { createSqlStores, type SqlStores } from '#gateway/stores.ts';
import { openSqlite } from '#gateway/node/data/sqlite.ts';

let folder: string;
let path: string;
let db: SqlDatabase;
let stores: SqlStores;
const now = { on: new Date() };
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-ledger-'));
  path = join(folder, 'حصة.sqlite');
  db = await openSqlite(path);
  stores = createSqlStores(db, { now: () => new Date(now.on) });
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

interface Child {
  process: ChildProcess;
  said: () => Promise<unknown>;
}

async function start(task: string, name: number): Promise<Child> {
  const entry = fileURLToPath(new URL('./spending-process.ts', import.meta.url));
  const child = fork(entry, [task, path, String(name)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const heard: unknown[] = [];
  let wake = (): void => {};
  child.on('message', (message) => {
    heard.push(message);
    wake();
  });
  child.once('exit', () => wake());
  const said = async (): Promise<unknown> => {
    while (heard.length === 0) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`process ${name} ended early`);
      await new Promise<void>((resolve) => (wake = resolve));
    }
    return heard.shift();
  };
  expect(await said()).toBe('ready');
  return { process: child, said };
}

/** Four processes that begin at the same moment; what each has to say. */
async function runFour<Result>(task: string): Promise<Result[]> {
  const children = await Promise.all([1, 2, 3, 4].map((name) => start(task, name)));
  for (const { process } of children) process.send('go');
  return (await Promise.all(children.map(({ said }) => said()))) as Result[];
}
const sumOf = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((sum, item) => sum + of(item), 0);

test('1,000 calls of four processes against 100 units oversell by none, nor a cap of 30', async () => {
  await stores.ledger.grant(1, 'text', 100);
  const outcomes = await runFour<{ held: number; capped: number }>('rush');
  expect(sumOf(outcomes, ({ held }) => held)).toBe(100);
  expect(sumOf(outcomes, ({ capped }) => capped)).toBe(30);
  const state = await stores.ledger.state(1, 'text');
  expect((state?.used ?? 0) + (state?.reserved ?? 0)).toBe(100);
}, 60_000);

test('the same requests sent through four processes count once', async () => {
  await stores.ledger.grant(1, 'text', 1000);
  const outcomes = await runFour<{ held: number }>('repeat');
  // Each is told that it holds what one of them reserved; 30 of the 125 with the cap.
  expect(outcomes.map(({ held }) => held)).toEqual([155, 155, 155, 155]);
  const state = await stores.ledger.state(1, 'text');
  expect((state?.used ?? 0) + (state?.reserved ?? 0)).toBe(155);
}, 60_000);

test('what four processes settled is what was used, in the ledger and in every sum', async () => {
  await stores.ledger.grant(1, 'text', 5000, { period: 'monthly', zone: 'Africa/Cairo' });
  const outcomes = await runFour<{ charged: number }>('cycle');
  const charged = sumOf(outcomes, (outcome) => outcome.charged);
  expect(await stores.ledger.state(1, 'text')).toMatchObject({ used: charged, reserved: 0 });
  // It was spent to where nothing more fitted.
  expect(charged).toBeGreaterThan(4980);
  expect(charged).toBeLessThanOrEqual(5000);
  const all = { botId: 1, ledger: 'text', from: 20200101, to: 29991231 } as const;
  for (const by of ['action', 'key', 'unit'] as const)
    expect(sumOf((await stores.usage.groups({ ...all, by })).items, ({ amount }) => amount)).toBe(charged);
}, 60_000);

test('what a process held that was killed is freed by age, for the bot and for its key', async () => {
  await stores.ledger.grant(1, 'text', 100);
  const child = await start('die', 1);
  child.process.send('go');
  expect(await child.said()).toEqual({ reserved: true });
  const ended = new Promise((resolve) => child.process.once('exit', resolve));
  child.process.kill('SIGKILL');
  await ended;
  const text = () => stores.ledger.state(1, 'text');
  expect(await text()).toMatchObject({ used: 0, reserved: 30 });
  const more = { botId: 1, ledger: 'text', requestId: 'more', keyId: 'مقيّد', action: 'answer' } as const;
  const wanted = { ...more, amount: 31, cap: 60, on: now.on };
  expect(await stores.ledger.reserve(wanted)).toMatchObject({ reserved: false, shortage: { of: 'key' } });
  // Not while it could still be at work.
  expect(await stores.ledger.releaseOlderThan(new Date(Date.now() - 3_600_000))).toBe(0);
  expect(await stores.ledger.releaseOlderThan(new Date(Date.now() + 1))).toBe(1);
  expect(await text()).toMatchObject({ used: 0, reserved: 0 });
  expect(await stores.ledger.reserve(wanted)).toEqual({ reserved: true });
  expect(
    await stores.usage.totals({ botId: 1, ledger: 'text', from: 20200101, to: 29991231, step: 'day' }),
  ).toEqual([]);
}, 60_000);
