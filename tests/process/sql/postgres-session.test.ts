import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPostgres } from '#gateway/node/storage/postgres/open-postgres.ts';
import { createSession } from '#gateway/node/storage/postgres/session.ts';
import { createSqlStores } from '#gateway/stores.ts';
import { startTcpProxy } from '#tests/support/fleet/tcp-proxy.ts';
import { skipWithout } from '#tests/support/postgres/skip-without.ts';
import { run, sharedPostgres } from '#tests/support/postgres/test-database.ts';

describe('the session of a process', () => {
  const opened: { close(): Promise<void> }[] = [];
  let url = '';
  let cut: (name: string) => Promise<void>;
  beforeEach(async ({ skip }) => {
    const server = await skipWithout(sharedPostgres(), skip);
    url = server.url(await server.createDatabase());
    const cutOf = (name: string) =>
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${name}' and datname = '${new URL(url).pathname.slice(1)}'`;
    cut = (name) => run(server.url('postgres'), cutOf(name));
  });
  afterEach(async () => {
    for (const database of opened.splice(0).reverse()) await database.close();
  });
  async function openTwo() {
    const db = await openPostgres({ url, role: 'test', connections: 3 });
    opened.push(db);
    const open = (name: string) => {
      const session = createSession({ connectionString: url, application_name: name });
      opened.push(session);
      return {
        ...session,
        stores: createSqlStores({ ...db, taskLocks: session.taskLocks }, { now: () => new Date() }, name),
      };
    };
    return { db, first: open('one'), second: open('two') };
  }

  test('holds a task until it is released or its connection is lost, and then another takes it over', async () => {
    const { first, second } = await openTwo();
    const claims = async () => [
      await first.stores.processes.claim('alerts'),
      await second.stores.processes.claim('alerts'),
    ];
    expect(await claims()).toEqual([true, false]);
    expect(await claims()).toEqual([true, false]);
    await cut('one');
    await expect.poll(() => second.stores.processes.claim('alerts')).toBe(true);
    // Whoever held it learns so, instead of going on.
    expect(await claims()).toEqual([false, true]);
    await second.stores.processes.releaseTasks();
    expect(await claims()).toEqual([true, false]);
  });

  test('hears signals, again after its connection was lost, until nobody listens', async () => {
    const { db, first } = await openTwo();
    let signals = 0;
    const end = first.listen('index-job', () => (signals += 1));
    const notify = async () => {
      await db.signals?.notify('index-job');
      return signals;
    };
    await expect.poll(notify).toBeGreaterThan(0);
    await cut('one');
    signals = 0;
    await expect.poll(notify).toBeGreaterThan(0);
    end();
    signals = 0;
    await notify();
    await run(url, 'select 1');
    expect(signals).toBe(0);
  });

  test('takes no lock of a server that is a replica, and leaves no connection behind', async () => {
    const name = new URL(url).pathname.slice(1);
    // A replica reports recovery, and grants advisory locks like any server.
    await run(
      url,
      `create schema replica; create function replica.pg_is_in_recovery() returns boolean language sql as 'select true';
        alter database ${name} set search_path = replica, pg_catalog, public`,
    );
    const { first } = await openTwo();
    first.listen('index-job', () => {});
    const claim = () => first.stores.processes.claim('alerts').catch(() => 'refused');
    expect([await claim(), await claim(), await claim()]).toEqual(Array(3).fill('refused'));
    const observer = new Client({ connectionString: url });
    await observer.connect();
    opened.push({ close: () => observer.end() });
    const count = async () => {
      const text = `select count(*)::int from pg_stat_activity where application_name = 'one' and datname = $1`;
      return (await observer.query<{ count: number }>(text, [name])).rows[0]?.count;
    };
    await expect.poll(count).toBe(0);
    await run(url, 'drop function replica.pg_is_in_recovery()');
    expect(await claim()).toBe(true);
  });

  test('ends, and takes nothing for held, where the server is gone without a word', async () => {
    const server = await sharedPostgres();
    const proxy = await startTcpProxy({ path: `${server.folder}/.s.PGSQL.5432` });
    opened.push(proxy);
    const session = createSession({
      connectionString: `postgres://postgres@127.0.0.1:${proxy.port}${new URL(url).pathname}`,
    });
    expect(await session.taskLocks.tryHold('alerts')).toBe(true);
    proxy.freezeAll();
    await session.close();
    await expect(session.taskLocks.tryHold('alerts')).rejects.toThrow('closed');
  });
});
