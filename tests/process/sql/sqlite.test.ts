import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createSqliteDialect } from '#gateway/node/storage/sqlite/sqlite-dialect.ts';
import { NO_LOCK } from '#gateway/sql/database.ts';
import { migrate, NewerSchemaError, SCHEMA_VERSION } from '#gateway/sql/migrate.ts';
import { createSqlStores } from '#gateway/stores.ts';
import { addUnit, publish, skipFetching } from '#tests/support/stores.ts';

const clock = { now: () => new Date() };

describe('SQLite', () => {
  let folder = '';
  let path = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fihrist-'));
    path = join(folder, 'test.sqlite');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('writes ahead, syncs every commit, and reads where it cannot write', async () => {
    const db = await openSqlite(path);
    const pragma = async (name: string) =>
      (await db.change(NO_LOCK, (trx) => sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(trx)))
        .rows[0];
    expect(await pragma('journal_mode')).toEqual({ journal_mode: 'wal' });
    expect(await pragma('synchronous')).toEqual({ synchronous: 2 });
    await expect(sql`insert into counter values (1, 'أ', 1)`.execute(db.read)).rejects.toThrow(/readonly/);
    await db.close();
  });

  test('opens again with all committed and no rolled back rows', async () => {
    const first = await openSqlite(path);
    await first.change(NO_LOCK, (trx) =>
      trx.insertInto('counter').values({ bot_id: 1, name: 'دليل', value: 1 }).execute(),
    );
    const failing = first.change(NO_LOCK, async (trx) => {
      await trx.insertInto('counter').values({ bot_id: 2, name: 'ناقص', value: 2 }).execute();
      throw new Error('half way');
    });
    await expect(failing).rejects.toThrow(/half way/);
    await first.close();
    const second = await openSqlite(path);
    expect(await second.read.selectFrom('counter').selectAll().execute()).toEqual([
      { bot_id: 1, name: 'دليل', value: 1 },
    ]);
    await second.close();
  });

  test('refuses a database of a newer version, says what to do, and leaves it alone', async () => {
    await (await openSqlite(path)).close();
    const raw = new DatabaseSync(path);
    raw.exec('update schema_version set version = 99, compatible_from = 99');
    raw.close();
    await expect(openSqlite(path)).rejects.toThrow(NewerSchemaError);
    await expect(openSqlite(path)).rejects.toThrow(/newer version of Fihrist.*restore a backup/s);
    const after = new DatabaseSync(path);
    expect(after.prepare('select version from schema_version').get()).toEqual({ version: 99 });
    after.close();
  });

  test('works on a newer schema that only added to its own, and leaves the schema unchanged', async () => {
    await (await openSqlite(path)).close();
    const raw = new DatabaseSync(path);
    raw.exec(
      `update schema_version set version = ${SCHEMA_VERSION + 1}, compatible_from = ${SCHEMA_VERSION}`,
    );
    raw.exec('alter table bot add column colour text');
    const db = await openSqlite(path);
    await createSqlStores(db, clock).bots.createIfMissing({ id: 1, name: 'دليل' }, clock.now());
    await db.close();
    expect(raw.prepare('select version from schema_version').get()).toEqual({ version: SCHEMA_VERSION + 1 });
    raw.exec(`update schema_version set compatible_from = ${SCHEMA_VERSION + 1}`);
    raw.close();
    await expect(openSqlite(path)).rejects.toThrow(NewerSchemaError);
  });

  test('applies missing migrations in one transaction, all or none', async () => {
    await (await openSqlite(path)).close();
    const dialect = createSqliteDialect(new DatabaseSync(path), { readOnly: false, busyTimeoutMs: 0 });
    const bare = new Kysely<unknown>({ dialect });
    const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(bare);
    const version = rows[0]?.version ?? 0;
    const migrations = Array.from({ length: version }, () => () => Promise.resolve());
    const add = async (trx: Kysely<unknown>) => {
      await sql`create table extra (id integer)`.execute(trx);
    };
    const fail = () => Promise.reject(new Error('last migration'));
    const types = {
      bytes: 'blob',
      beforeMigration: [],
      appendOnly: () => [],
      afterEach: () => [],
      dropAppendOnly: () => [],
    } as const;
    await expect(migrate(bare, types, [...migrations, add, fail])).rejects.toThrow(/last migration/);
    await expect(sql`select * from extra`.execute(bare)).rejects.toThrow(/no such table/);
    expect(await migrate(bare, types, [...migrations, add])).toEqual({ from: version, to: version + 1 });
    expect(await migrate(bare, types, [...migrations, add])).toEqual({ from: version + 1, to: version + 1 });
    await bare.destroy();
  });

  test('waits for a writing process, and loses no update of either', async () => {
    // A busy machine is slow, not locked.
    const db = await openSqlite(path, 60_000);
    const stores = createSqlStores(db, clock);
    await stores.ledger.grant(1, 'text', 1_000_000);
    const children = [1, 2].map((name) => startChild('reserve', path, String(name)));
    const own = async () => {
      for (let index = 0; index < 60; index++)
        await stores.ledger.reserve({
          botId: 1,
          ledger: 'text',
          requestId: `own-${index}`,
          keyId: 'k',
          action: 'answer',
          amount: 1,
          on: new Date(),
        });
    };
    await Promise.all([own(), ...children.map(ended)]);
    expect(await stores.ledger.state(1, 'text')).toMatchObject({ used: 0, reserved: 180 });
    await db.close();
  });

  test('never shows half an index while an indexer is killed again and again', async () => {
    const db = await openSqlite(path);
    const stores = { ...createSqlStores(db, clock), db };
    const { id } = await addUnit(stores, 'أطلس المدن');
    await publish(stores, ['الأولى']);
    const seen = new Set<number>();
    // At any point between lease and settlement: the child reports each of its 33 writes.
    for (const kill of [0, 1, 9, 17, 25, 30, 31, 32]) {
      await stores.units.reindex(1, id);
      await skipFetching(stores);
      const child = startChild('index', path, String(kill));
      await heard(child, kill);
      child.kill('SIGKILL');
      await ended(child);
      await stores.jobs.releaseAbandoned();
      const unit = await stores.units.get(1, id);
      const generation = unit?.generation ?? 0;
      const { items, total } = await stores.index.pagePassages(1, id, generation, 0, 100);
      const segment = await stores.index.readSegmentParts(1, id, generation, [0]);
      expect(new TextDecoder().decode(segment.get(0))).toBe(items.map(({ text }) => text).join());
      expect(total).toBe(items.length);
      seen.add(total);
    }
    // Some were killed before they published, some after.
    expect([...seen].toSorted((a, b) => a - b)).toEqual([1, 30]);
    await db.close();
  });
});

function startChild(task: string, path: string, name: string): ChildProcess {
  const entry = fileURLToPath(new URL('./writing-process.ts', import.meta.url));
  return fork(entry, [task, path, name], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', (code, signal) =>
      code === 0 || signal === 'SIGKILL' ? resolve() : reject(new Error(`ended with ${code}`)),
    );
  });
}

/** Until the child has told so many times of a write. */
function heard(child: ChildProcess, times: number): Promise<void> {
  return new Promise((resolve) => {
    let remaining = times;
    child.on('message', () => {
      if (remaining-- === 0) resolve();
    });
    child.once('exit', () => resolve());
  });
}
