import { globSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseWaitOf } from '#gateway/core/database-wait.ts';
import { isDatabaseBusy, isDataDamaged, isDiskFull } from '#gateway/core/errors.ts';
import { explainStartFailure } from '#gateway/node/server/settings/explain-start-failure.ts';
import {
  openPostgres,
  type PostgresOptions,
  readPostgresSchema,
} from '#gateway/node/storage/postgres/open-postgres.ts';
import { NO_LOCK, type SqlDatabase } from '#gateway/sql/database.ts';
import { MIGRATIONS, SCHEMA_VERSION } from '#gateway/sql/migrate.ts';
import { createSqlStores } from '#gateway/stores.ts';
import { startTcpProxy } from '#tests/support/fleet/tcp-proxy.ts';
import { skipWithout } from '#tests/support/postgres/skip-without.ts';
import { run, type SharedPostgres, sharedPostgres } from '#tests/support/postgres/test-database.ts';

/** Sessions that wait for a lock of a table. */
const WAITING = `select pid from pg_locks where not granted and locktype = 'relation'`;

describe('PostgreSQL', () => {
  let server: SharedPostgres;
  const opened: { close(): Promise<void> }[] = [];
  beforeEach(async ({ skip }) => {
    server = await skipWithout(sharedPostgres(), skip);
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });

  async function open(options: Partial<PostgresOptions> = {}): Promise<SqlDatabase> {
    const address = options.url ?? server.url(await server.createDatabase());
    const db = await openPostgres({ url: address, role: 'test', connections: 3, ...options });
    opened.push(db);
    return db;
  }
  async function connect(url: string): Promise<Client> {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    opened.push({ close: () => client.end() });
    return client;
  }
  /** Holds the lock of a bot until the connection is closed. */
  const hold = async (url: string, bot: number) => {
    const client = await connect(url);
    await client.query(`begin; select pg_advisory_xact_lock(1, ${bot})`);
    return client;
  };

  test('is loaded where it is named, and on no other machine', () => {
    const loading = globSync('gateway/**/*.ts')
      .filter((file) => !file.startsWith('gateway/node/storage/postgres/'))
      .filter((file) =>
        /^import (?!type ).*['"](?:pg|#gateway\/node\/storage\/postgres\/(?!database-url).*)['"]/mu.test(
          readFileSync(file, 'utf8'),
        ),
      );
    expect(loading).toEqual([]);
    expect(readFileSync('gateway/node/storage/postgres/database-url.ts', 'utf8')).toMatch(
      /import type .* from 'pg'/u,
    );
  });

  test('is migrated again where a writer stood in the way, and says so where one always does', async () => {
    const url = server.url(await server.createDatabase());
    await (await open({ url })).close();
    const writer = await connect(url);
    // The server ends the one that looks for a deadlock first.
    await writer.query(
      "begin; set local deadlock_timeout = '60s'; lock table synonym_group in row exclusive mode",
    );
    let tries = 0;
    let commit: Promise<unknown> = Promise.resolve();
    // The writer waits for the first table, and the migration for the second.
    const alterBoth = async (db: Kysely<unknown>): Promise<void> => {
      tries += 1;
      await sql`alter table unit add column extra bigint`.execute(db);
      if (tries === 1) {
        commit = writer.query('select 1 from unit').then(() => writer.query('commit'));
        while ((await waiting.query(WAITING)).rows.length === 0) await pause(20);
      }
      await sql`alter table synonym_group add column extra bigint`.execute(db);
    };
    const waiting = await connect(url);
    const db = await open({ url, migrations: [...MIGRATIONS, alterBoth] });
    await commit;
    expect(tries).toBe(2);
    expect((await sql`select extra from synonym_group`.execute(db.read)).rows).toEqual([]);

    const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01', severity: 'ERROR' });
    const failing = [...MIGRATIONS, alterBoth, () => Promise.reject(deadlock)];
    const failure = await open({ url, migrations: failing }).catch((error: unknown) => error);
    expect(explainStartFailure(failure as Error)).toContain('Stop all gateways of the earlier version');
  });

  test('is migrated once by many that start at once', async () => {
    const name = 'fresh';
    await run(server.url('postgres'), `create database ${name}`);
    expect(await readPostgresSchema(server.url(name), 'test')).toBe(0);
    await Promise.all([1, 2, 3, 4].map(() => open({ url: server.url(name) })));
    expect(await readPostgresSchema(server.url(name), 'test')).toBe(SCHEMA_VERSION);
    expect(MIGRATIONS).toHaveLength(SCHEMA_VERSION);
    await run(server.url(name), `update schema_version set version = 99, compatible_from = 99`);
    await expect(open({ url: server.url(name) })).rejects.toThrow(/newer version of Fihrist/u);
  });

  test('gives numbers and plain bytes, and sorts texts by their bytes whatever the database does', async () => {
    const db = await open();
    const bytes = Uint8Array.from([0, 255, 7, 0]);
    await db.change({ bot: 1 }, async (trx) => {
      for (const [generation, part] of [
        [1, bytes],
        [2, new Uint8Array()],
      ] as const)
        await trx
          .insertInto('segment_part')
          .values({ bot_id: 1, unit_id: 2 ** 52, generation, part: 0, bytes: part })
          .execute();
      for (const key of ['ب', 'a', 'B', 'أ', '1;', '1:z'])
        await trx
          .insertInto('idempotency')
          .values({ scope: key, key, fingerprint: '', response: '', kept_on: 0 })
          .execute();
    });
    const parts = await db.read.selectFrom('segment_part').selectAll().orderBy('generation').execute();
    expect(parts.map((part) => part.bytes)).toEqual([bytes, new Uint8Array()]);
    expect(parts[0]?.bytes.constructor).toBe(Uint8Array);
    expect(parts[0]?.unit_id).toBe(2 ** 52);
    const { total } = await db.read
      .selectFrom('segment_part')
      .select(({ fn }) => fn.sum<number>('unit_id').as('total'))
      .executeTakeFirstOrThrow();
    expect(total).toBe(2 ** 53);
    const scopes = await db.read.selectFrom('idempotency').select('scope').orderBy('scope').execute();
    expect(scopes.map(({ scope }) => scope)).toEqual(['1:z', '1;', 'B', 'a', 'أ', 'ب']);
    // The collation of the database itself is another: this would fail without one of the columns' own.
    const { rows } = await sql<{ text: string }>`
      select * from (values ('B'), ('a')) as texts (text) order by text`.execute(db.read);
    expect(rows.map(({ text }) => text)).toEqual(['a', 'B']);
    const { rows: loose } = await sql`
      select table_name, column_name from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'`.execute(
      db.read,
    );
    expect(loose).toEqual([]);
  });

  test('keeps the clock of the server', async () => {
    const db = await open();
    const { processes } = createSqlStores(db, { now: () => new Date(0) }, 'مفهرس');
    await processes.beat('server');
    const [row] = await db.read.selectFrom('process').select('seen_on').execute();
    expect(Math.abs((row?.seen_on ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(Number.isInteger(row?.seen_on)).toBe(true);
  });

  test('lets a bot wait for its own lock alone, and no more than one connection wait for it', async () => {
    const address = server.url(await server.createDatabase());
    const db = await open({ url: address });
    const other = await hold(address, 7);
    const done: number[] = [];
    const write = (bot: number) =>
      db.change({ bot }, () => {
        done.push(bot);
        return Promise.resolve();
      });
    const held = Promise.all([7, 7, 7, 7, 7].map(write));
    // Ids beyond 32 bits share locks with other ids; bot 9 + 2^33 shares no lock with bot 7.
    await Promise.all([write(8), write(2 ** 33 + 9), db.change('global', () => Promise.resolve())]);
    expect(new Set(done)).toEqual(new Set([8, 2 ** 33 + 9]));
    await other.query('rollback');
    await held;
    expect(done).toHaveLength(7);
  });

  test('has connections left for reads, other bots and heartbeats, however many bots somebody holds', async () => {
    const address = server.url(await server.createDatabase());
    const db = await open({ url: address, connections: 4, busyTimeoutMs: 10_000 });
    const other = await connect(address);
    const held = [11, 12, 13, 14, 15, 16, 17, 18];
    await other.query(`begin; select ${held.map((bot) => `pg_advisory_xact_lock(1, ${bot})`).join()}`);
    const ended: string[] = [];
    const note = (name: string, work: Promise<unknown>) =>
      work.then(
        () => ended.push(name),
        (error: unknown) => ended.push(isDatabaseBusy(error) ? `${name} is busy` : String(error)),
      );
    const write = (bot: number) => db.change({ bot }, () => Promise.resolve());
    const waiting = held.map((bot) => note('held', write(bot)));
    const { processes } = createSqlStores(db, { now: () => new Date() }, 'خادم');
    // By then all of them are known to be held.
    await new Promise((resolve) => setTimeout(resolve, 600));
    await Promise.all([
      note('read', db.read.selectFrom('bot').selectAll().execute()),
      note('other', write(1)),
      note('heartbeat', processes.beat('server')),
    ]);
    expect(ended.toSorted()).toEqual(['heartbeat', 'other', 'read']);
    await Promise.all(waiting);
    expect(ended.slice(3)).toEqual(Array(8).fill('held is busy'));
    const busy = await write(11).catch((error: unknown) => error);
    expect(databaseWaitOf(busy as Error)).toMatchObject({ scopes: ['bot 11'] });
    expect(databaseWaitOf(busy as Error)?.waitedMs).toBeGreaterThan(200);
    // A writer with its scope waits for other locks as before.
    const { rows } = await db.change({ bot: 1 }, (trx) =>
      sql<{ ms: string }>`select current_setting('lock_timeout') as ms`.execute(trx),
    );
    expect(rows).toEqual([{ ms: '10s' }]);
    await other.query('rollback');
    await Promise.all(held.map(write));
  });

  test('has heartbeats again soon where connections hang', async () => {
    const proxy = await startTcpProxy({ path: `${server.folder}/.s.PGSQL.5432` });
    opened.push(proxy);
    const database = await server.createDatabase();
    const db = await open({
      url: `postgres://postgres@127.0.0.1:${proxy.port}/${database}`,
      heartbeatTimeoutMs: 5_000,
    });
    const { processes } = createSqlStores(db, { now: () => new Date() }, 'خادم');
    await processes.beat('server');
    proxy.freezeAll();
    const beat = () => processes.beat('server').then(() => 'heard', isDatabaseBusy);
    expect([await beat(), await beat()]).toEqual([true, 'heard']);
  });

  test('is busy for who waits too long in this process, whatever hangs, and lets nobody past', async () => {
    const db = await open({ busyTimeoutMs: 2_000 });
    const { promise: hanging, resolve: goOn } = Promise.withResolvers<void>();
    const done: string[] = [];
    const first = db.change({ bot: 7 }, async () => {
      await hanging;
      done.push('first');
    });
    const write = () => db.change({ bot: 7 }, () => Promise.resolve(done.push('later')));
    for (const _ of [1, 2]) {
      const reasons = await Promise.all(
        [write(), write()].map((write) => write.catch((error: unknown) => error)),
      );
      expect(reasons.map(isDatabaseBusy)).toEqual([true, true]);
    }
    await expect(db.change([{ bot: 7 }, { bot: 8 }], () => Promise.resolve())).rejects.toThrow('in time');
    await db.change({ bot: 8 }, () => Promise.resolve());
    const last = write();
    goOn();
    await Promise.all([first, last]);
    expect(done).toEqual(['first', 'later']);
  });

  test('is busy for who waits too long, is cut off or loses the connection, and serves again', async () => {
    const address = server.url(await server.createDatabase());
    const impatient = await open({ url: address, busyTimeoutMs: 50 });
    const other = await hold(address, 7);
    const fails = async (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: unknown) => (isDatabaseBusy(error) ? 'busy' : error),
      );
    expect(await fails(impatient.change({ bot: 7 }, () => Promise.resolve()))).toBe('busy');
    await other.query('rollback');
    const db = await open({ url: address });
    const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'fihrist-test' and datname = current_database()`;
    const cut = db.change({ bot: 7 }, async (trx) => {
      await other.query(terminate);
      await trx.selectFrom('bot').selectAll().execute();
    });
    expect(await fails(cut)).toBe('busy');
    expect(await fails(db.read.selectFrom('bot').selectAll().execute())).toBe('done');
    await other.query(terminate);
    expect(await fails(db.change({ bot: 7 }, () => Promise.resolve()))).toMatch(/^(?:done|busy)$/u);
    expect(await fails(db.change({ bot: 7 }, () => Promise.resolve()))).toBe('done');
    const fault = (code: string) => Object.assign(new Error('x'), { code, severity: 'ERROR' });
    for (const code of ['40P01', '40001', '55P03', '57P03', '57P01', '08006', '53300'])
      expect([code, isDatabaseBusy(fault(code))]).toEqual([code, true]);
    for (const code of ['23505', '42P01', 'EPERM', 'ECONNREFUSED'])
      expect([code, isDatabaseBusy(fault(code))]).toEqual([code, false]);
    expect(isDiskFull(fault('53100'))).toBe(true);
  });

  test('runs at its own isolation and limits, whatever the database has, behind a pooler too', async () => {
    const name = await server.createDatabase();
    const url = server.url(name);
    await run(
      server.url('postgres'),
      `alter database ${name} set default_transaction_isolation = 'serializable'`,
    );
    const settings = sql<object>`select current_setting('transaction_isolation') as isolation,
      current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`;
    const own = { isolation: 'read committed', lock: '5s', statement: '30s', idle: '30s' };
    const direct = await open({ url });
    expect((await settings.execute(direct.read)).rows).toEqual([own]);
    expect(direct.ledgerGroups).toBeDefined();
    // No connection has settings of its own: only what is said within a transaction holds.
    const pooled = await open({ url, directUrl: url });
    for (const db of [direct, pooled])
      expect((await db.change({ bot: 1 }, (trx) => settings.execute(trx))).rows).toEqual([own]);
    expect(pooled.ledgerGroups).toBeUndefined();
    const usual = server.url(await server.createDatabase());
    expect((await open({ url: usual, directUrl: usual })).ledgerGroups).toBeDefined();
  });

  test('is told apart where the server keeps its own number to itself', async () => {
    const name = 'managed';
    await run(server.url('postgres'), `create role ${name} login`);
    await run(server.url('postgres'), `create database ${name} owner ${name}`);
    await run(server.url(name), 'revoke execute on function pg_control_system() from public');
    const managed = await open({ url: server.url(name, name) });
    const empty = await managed.identity?.();
    expect(empty).toMatch(/^\d+$/u);
    expect(await managed.identity?.()).toBe(empty);
    const bot = { id: 1, name: 'بوت', created_on: 7, version: 1, settings: '{}' };
    await managed.change('global', (trx) => trx.insertInto('bot').values(bot).execute());
    expect(await managed.identity?.()).toBe(`${empty}/7`);
  });

  test('tells damaged data apart, at the start and later', async () => {
    const url = server.url(await server.createDatabase());
    const met: unknown[] = [];
    const db = await open({ url, onDamage: (error) => void met.push(error) });
    const readBots = () => db.read.selectFrom('bot').selectAll().execute();
    expect(await readBots()).toEqual([]);
    // What the server says of a damaged page.
    const damage = (table: string, code: string) =>
      run(
        url,
        `create function damaged_${table}() returns boolean language plpgsql as $$ begin
           raise exception 'invalid page in block 0 of relation base/1/2' using errcode = '${code}'; end $$;
         alter table ${table} rename to ${table}_rows;
         create view ${table} as select * from ${table}_rows where damaged_${table}()`,
      );
    await damage('bot', 'XX002');
    await run(url, `insert into bot_rows values (1, 'بوت', 7)`);
    const error: unknown = await readBots().catch((thrown: unknown) => thrown);
    expect([isDataDamaged(error), met]).toEqual([true, [error]]);
    expect(explainStartFailure(error)).toMatch(/^The database is damaged .*tools of PostgreSQL/u);
    await damage('schema_version', 'XX001');
    const refusal: unknown = await readPostgresSchema(url, 'test').catch((thrown: unknown) => thrown);
    expect(explainStartFailure(refusal)).toMatch(/: its data is damaged \(XX001\)\. Restore it/u);
    const start: unknown = await open({ url }).catch((thrown: unknown) => thrown);
    expect(explainStartFailure(start)).toMatch(/XX001/u);
  });

  test('never uses a connection again that was read-only or was ended by the server', async () => {
    const db = await open({ connections: 1 });
    const backend = async (queries: Parameters<Parameters<SqlDatabase['change']>[1]>[0]) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(queries);
      return rows[0]?.pid;
    };
    const pids: unknown[] = [];
    const fail = (statement: string) =>
      db
        .change(NO_LOCK, async (trx) => {
          pids.push(await backend(trx));
          await sql.raw(statement).execute(trx);
          await new Promise((resolve) => setTimeout(resolve, 50));
          await trx
            .insertInto('absent' as 'bot')
            .defaultValues()
            .execute();
        })
        .catch((error: unknown) => error);
    // An error of a statement keeps the connection.
    await fail('select 1');
    const readOnly = await fail('set transaction read only; create table refused ()');
    expect([isDatabaseBusy(readOnly), readOnly]).toMatchObject([true, { code: '25006' }]);
    const idle = await fail("set local idle_in_transaction_session_timeout = '1ms'");
    expect(isDatabaseBusy(idle)).toBe(true);
    await fail('select 1');
    expect(pids[1]).toBe(pids[0]);
    expect(new Set(pids).size).toBe(3);
  });

  test('keeps nothing of what failed, and two that lock in opposite order do not wait for ever', async () => {
    const db = await open();
    const insert = (id: number) => ({ id, name: 'بوت', created_on: 0, version: 1, settings: '{}' });
    const broken = db.change('global', async (trx) => {
      await trx.insertInto('bot').values(insert(1)).execute();
      throw new Error('refused');
    });
    await expect(broken).rejects.toThrow('refused');
    expect(await db.read.selectFrom('bot').selectAll().execute()).toEqual([]);
    const both = [
      [{ bot: 2 }, { bot: 1 }, 'global'],
      ['global', { bot: 1 }, { bot: 2 }],
    ] as const;
    await Promise.all(
      [0, 1, 0, 1].map((index) => db.change(both[index] ?? NO_LOCK, () => Promise.resolve())),
    );
  });

  test.each([
    [
      'a wrong password',
      (url: string) => url.replace('postgres@', 'fihrist:wrong-password@'),
      /user or the password/u,
    ],
    ['no such database', (url: string) => url.replace('/postgres?', '/absent?'), /no database of that name/u],
    ['nothing there', (url: string) => url.replace(/host=.*/u, 'host=/nowhere'), /no such socket/u],
    [
      'a replica',
      (url: string) => url.replace('postgres@', 'replica@'),
      /read-only, as replicas are\. Give the address of the primary/u,
    ],
    ['no TLS', () => 'postgres://fihrist:wrong-password@127.0.0.1:9/x?sslmode=require', /nothing answers/u],
  ])('says in one line what hinders the first connection: %s', async (_, change, words) => {
    await run(
      server.url('postgres'),
      `do $$ begin
        create role fihrist login password 'right';
        create role replica login superuser;
        alter role replica set default_transaction_read_only = on;
      exception when duplicate_object then null; end $$`,
    );
    const failed = await open({ url: change(server.url('postgres')) }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ name: 'DatabaseStartError' });
    const { message } = failed as Error;
    expect(explainStartFailure(failed)).toBe(message);
    expect(message).toMatch(words);
    expect(message).not.toMatch(/wrong-password|\n/u);
  });
});
