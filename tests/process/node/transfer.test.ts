import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeBackup } from '#gateway/node/operate/backup/take-backup.ts';
import { compareLedgerSums } from '#gateway/node/operate/transfer/ledger-sums.ts';
import { openServer, openSourceFolder } from '#gateway/node/operate/transfer/places.ts';
import { compareRows, copyRows, countRows } from '#gateway/node/operate/transfer/transfer-rows.ts';
import { parseSettings } from '#gateway/node/server/settings/settings.ts';
import { openDatabase } from '#gateway/node/storage/data/open-database.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { UnfinishedCopyError } from '#gateway/sql/migrate.ts';
import { COPIED_TABLES, PROCESS_TABLES, TABLES } from '#gateway/tables.ts';
import { skipWithout } from '#tests/support/postgres/skip-without.ts';
import { run as runSql, type SharedPostgres, sharedPostgres } from '#tests/support/postgres/test-database.ts';
import {
  type S3StandIn,
  STAND_IN_BUCKET,
  STAND_IN_KEYS,
  startS3StandIn,
} from '#tests/support/s3-stand-in.ts';
import { blobPath, fillData, useFolder } from '#tests/unit/node/backup/data.ts';
import { runCommand } from '#tests/unit/node/terminal.ts';

/** More than a batch of large rows. */
const ROWS = 20;
const folder = useFolder();
const databaseOf = (name: string) => join(folder(), name, 'fihrist.sqlite');

/** Rows in every table, of numbers that a double holds exactly, Arabic, empty text, bytes and nulls. */
/** Their blobs are looked for in no store. */
const BLOBS_WITHOUT_FILE: ReadonlySet<string> = new Set(['orphan_blob', 'reading']);

function fillTables(file: string, blob = 'none'): void {
  const db = new DatabaseSync(file);
  for (const table of COPIED_TABLES) {
    const columns = db.prepare(`pragma table_info(${table})`).all() as {
      name: string;
      type: string;
      notnull: number;
      pk: number;
    }[];
    const insert = db.prepare(`insert or ignore into ${table} values (${columns.map(() => '?').join(', ')})`);
    for (let index = 1; index <= ROWS; index += 1)
      insert.run(
        ...columns.map(({ name, type, notnull, pk }, column) => {
          // Named blobs are files.
          if (/^(?:blob|fetched_blob)$/.test(name))
            return table === 'spoken_audio' ? blob : BLOBS_WITHOUT_FILE.has(table) ? `${index}` : null;
          // Readings of pages name their copies.
          if (table === 'reading' && name === 'url') return null;
          if (table === 'spoken_audio' && name === 'sha256') return null;
          if (notnull === 0 && pk === 0 && (index + column) % 3 === 0) return null;
          if (/blob/i.test(type)) return createHash('sha512').update(`${table}${index}`).digest();
          if (/double/i.test(type)) return index / 7;
          if (/int/i.test(type))
            return index === ROWS ? Number.MAX_SAFE_INTEGER - column : index * 1000 + column;
          return (
            ['', 'Ω≈ z', 'أ', 'إ\n"نص"', '🏺'][index % 5] +
            (index % 4 === 0 && pk === 0 && name !== 'hash' ? '' : String(index))
          );
        }),
      );
  }
  db.close();
}

describe('the tables of a transfer', () => {
  test('are all tables except those of processes, by their primary keys', async () => {
    await (await openSqlite(join(folder(), 'a.sqlite'))).close();
    const db = new DatabaseSync(join(folder(), 'a.sqlite'));
    const tables = db
      .prepare(`select name from sqlite_schema where type = 'table'`)
      .all()
      .map(({ name }) => String(name));
    const others = ['schema_version', ...PROCESS_TABLES];
    expect([...COPIED_TABLES].sort()).toEqual(tables.filter((name) => !others.includes(name)).sort());
    for (const table of COPIED_TABLES) {
      const key = db.prepare(`select name from pragma_table_info('${table}') where pk > 0 order by pk`).all();
      expect([table, TABLES[table].key]).toEqual([table, key.map(({ name }) => name)]);
    }
    db.close();
  });

  test('are compared row by row and sum by sum', async () => {
    const [from, to] = [
      await openSqlite(join(folder(), 'a.sqlite')),
      await openSqlite(join(folder(), 'b.sqlite')),
    ];
    fillTables(join(folder(), 'a.sqlite'));
    const pair = { from: from.read, to, signal: undefined };
    await copyRows(pair, () => {});
    const compare = () => compareRows({ ...pair, to: to.read }, () => {});
    await compare();
    await compareLedgerSums(from.read, to.read);
    const change = (statement: string) => {
      const db = new DatabaseSync(join(folder(), 'b.sqlite'));
      db.exec(statement);
      db.close();
    };
    change('update ledger set used = used + 1 where bot_id = 1000');
    await expect(compare()).rejects.toThrow(/row of ledger \(bot_id 1000,.*Drop the target/);
    await expect(compareLedgerSums(from.read, to.read)).rejects.toThrow(/sums of a ledger.*bot 1000/);
    change(
      'update ledger set used = used - 1 where bot_id = 1000; insert into bot select id + 1, name, created_on, ' +
        'archived_on, deleted_on, version, settings, removed_on, purged_on from bot order by id limit 1',
    );
    await expect(compare()).rejects.toThrow(/row of bot/);
    change(
      "delete from bot where id not in (select id from bot order by id limit 1); insert into sign_in_code (hash, expires_on) values ('􏿽', 1)",
    );
    change(`attach '${join(folder(), 'a.sqlite')}' as a; insert or ignore into bot select * from a.bot`);
    await expect(compare()).rejects.toThrow(/row of sign_in_code \(hash 􏿽\)/);
    await from.close();
    await to.close();
  });
});

describe('fihrist migrate', () => {
  let server: SharedPostgres;
  let standIn: S3StandIn;
  let address = '';
  let bucket: Record<string, string> = {};
  beforeEach(async ({ skip }) => {
    server = await skipWithout(sharedPostgres(), skip);
    address = server.url(await server.createDatabase());
    standIn = await startS3StandIn();
    bucket = {
      FIHRIST_BLOBS: `s3://${STAND_IN_BUCKET}/files`,
      FIHRIST_S3_ENDPOINT: standIn.endpoint,
      FIHRIST_S3_ACCESS_KEY: STAND_IN_KEYS.accessKey,
      FIHRIST_S3_SECRET_KEY: STAND_IN_KEYS.secretKey,
    };
  });
  afterEach(() => standIn.close());

  test('carries a folder to a server and a bucket, and back, every row and file as it was', async () => {
    const keys = await fillData(join(folder(), 'a'));
    fillTables(databaseOf('a'), keys[0]);
    const there = await runCommand(
      ['migrate', '--from', join(folder(), 'a'), '--to', address, '--json'],
      bucket,
    );
    expect([there.code, there.err]).toEqual([0, '']);
    expect(there.json()).toMatchObject({ files: { blobs: 3, missing: [], changed: [] } });
    expect(there.out + there.err).not.toContain(STAND_IN_KEYS.secretKey);
    const to = await openDatabase({ kind: 'postgres', url: address }, 'command');
    const estimate = sql<{
      rows: number;
    }>`select reltuples::int as rows from pg_class where relname = 'audit'`;
    expect((await estimate.execute(to.read)).rows[0]?.rows).toBeGreaterThanOrEqual(ROWS);

    expect(standIn.objects.get('files/fihrist-store.json')?.bytes.toString()).toContain(
      String((await to.read.selectFrom('blob_store').select('id').executeTakeFirst())?.id),
    );
    await to.close();

    const back = await runCommand(['migrate', '--to', join(folder(), 'b')], {
      ...bucket,
      FIHRIST_DATABASE: address,
    });
    expect([back.code, back.err]).toEqual([0, '']);
    expect(back.out).toMatch(/Carried over and compared: \d+ rows, 3 files/);
    for (const key of keys)
      expect(readFileSync(join(folder(), 'b', blobPath(key)))).toEqual(
        readFileSync(join(folder(), 'a', blobPath(key))),
      );
    const [a, b] = [await openSqlite(databaseOf('a')), await openSqlite(databaseOf('b'))];
    const counts = await countRows(a.read);
    expect(await countRows(b.read)).toEqual(counts);
    expect(COPIED_TABLES.filter((table) => counts[table] < 3)).toEqual([]);
    await compareRows({ from: a.read, to: b.read, signal: undefined }, () => {});
    await a.close();
    await b.close();
  });

  test('resumes an interrupted copy, which no other process opens meanwhile', async () => {
    const [first = '', second = ''] = await fillData(join(folder(), 'a'));
    fillTables(databaseOf('a'), first);
    // A file that cannot be read stops it behind the rows.
    const file = join(folder(), 'a', blobPath([first, second].sort()[1] ?? ''));
    const bytes = readFileSync(file);
    rmSync(file);
    mkdirSync(file);
    const command = ['migrate', '--from', join(folder(), 'a')];
    const cut = await runCommand(command, { ...bucket, FIHRIST_DATABASE: address });
    expect(cut.code).toBe(1);
    expect(cut.err).toMatch(/cut off \(.*Run the same command again/);
    rmSync(file, { recursive: true });
    writeFileSync(file, bytes);
    // What would have come last did not arrive yet.
    await runSql(address, 'delete from unit where id > 5000; delete from audit_intent');
    const started = openDatabase({ kind: 'postgres', url: address }, 'gateway');
    await expect(started).rejects.toThrow(UnfinishedCopyError);
    await expect(started).rejects.toThrow(/npm run fihrist -- migrate" again/);

    const again = await runCommand(command, { ...bucket, FIHRIST_DATABASE: address });
    expect([again.code, again.err]).toEqual([0, '']);
    await (await openDatabase({ kind: 'postgres', url: address }, 'gateway')).close();
  });

  test('overwrites a half-written file, and names missing files', async () => {
    const [first = '', second = ''] = await fillData(join(folder(), 'a'));
    const there = [
      'migrate',
      '--from',
      join(folder(), 'a'),
      '--to',
      address,
      '--data',
      join(folder(), 'server'),
    ];
    mkdirSync(join(folder(), 'server', 'blobs', 'unfinished'), { recursive: true });
    writeFileSync(join(folder(), 'server', 'blobs', 'unfinished', first), 'نصف');
    rmSync(join(folder(), 'a', blobPath(second)));
    const missing = await runCommand(there);
    expect([missing.code, missing.err]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(`1 files that the source names.*${second}.*--accept-missing`),
      ) as string,
    ]);
    const accepted = await runCommand([...there, '--accept-missing']);
    expect([accepted.code, accepted.err]).toEqual([0, `Warning: the file ${second} was missing before.\n`]);
  });

  test('reads the source as it was at its beginning, and U+0000 as U+FFFD', async () => {
    await fillData(join(folder(), 'a'));
    const source = await openSourceFolder(join(folder(), 'a'));
    const db = new DatabaseSync(databaseOf('a'));
    db.exec(`insert into sign_in_code (hash, expires_on) values ('late', 1)`);
    expect((await countRows(source.db)).sign_in_code).toBe(0);
    await source.close();
    db.exec(`update bot set name = 'دليل' || char(0)`);
    db.close();
    const { code, err } = await runCommand(
      ['migrate', '--from', join(folder(), 'a'), '--to', address],
      bucket,
    );
    expect([code, err]).toEqual([0, '']);
    const to = await openDatabase({ kind: 'postgres', url: address }, 'command');
    expect((await to.read.selectFrom('bot').select('name').execute())[0]?.name).toBe('دليل\ufffd');
    await to.close();
  });

  test('leaves files in the bucket that a server with SQLite already uses', async () => {
    await fillData(join(folder(), 'a'));
    await runCommand(['migrate', '--from', join(folder(), 'a'), '--to', address], bucket);
    rmSync(join(folder(), 'a', 'blobs'), { recursive: true });
    const other = server.url(await server.createDatabase());
    const again = await runCommand(
      ['migrate', '--from', join(folder(), 'a'), '--to', other, '--json'],
      bucket,
    );
    expect([again.code, again.err]).toEqual([0, '']);
    expect(again.json()).toMatchObject({ files: { blobs: 3, missing: [] } });
  });

  test('carries a backup over, and names files that were damaged before', async () => {
    const [first = '', second = ''] = await fillData(join(folder(), 'a'));
    await takeBackup(join(folder(), 'a'), join(folder(), 'copy'));
    writeFileSync(join(folder(), 'copy', blobPath(first)), 'غيره');
    const files = readdirSync(join(folder(), 'copy'), { recursive: true });
    const { code, err, out } = await runCommand(
      ['migrate', '--from', join(folder(), 'copy'), '--to', address],
      bucket,
    );
    expect([code, err]).toEqual([0, `Warning: the file ${first} had other bytes than were stored.\n`]);
    expect(out).toContain('3 files');
    expect(out).not.toContain(second);
    expect(readdirSync(join(folder(), 'copy'), { recursive: true })).toEqual(files);
  });

  test('leaves files where they are when both sides have the same folder of them', async () => {
    const data = join(folder(), 'a');
    const keys = await fillData(data);
    const { code, err } = await runCommand(['migrate', '--from', data, '--to', address, '--data', data]);
    expect([code, err]).toEqual([0, '']);
    expect(keys.every((key) => existsSync(join(data, blobPath(key))))).toBe(true);
  });

  test('refuses a target with data, a source in use, and unknown values', async () => {
    const data = join(folder(), 'a');
    await fillData(data);
    const migrate = (...args: string[]) => runCommand(['migrate', ...args], bucket);
    for (const [args, message] of [
      [[], /Name one folder/],
      [['--from', data, '--to', join(folder(), 'b')], /Name one folder/],
      [['--from', data, '--blobs', 'file:///x'], /FIHRIST_BLOBS/],
      [['--from', data], /No PostgreSQL is named.*FIHRIST_DATABASE/s],
      [['--from', join(folder(), 'none'), '--to', address], /no data in .*none/],
    ] as const) {
      const { code, err } = await migrate(...args);
      expect([args, code === 0, err]).toEqual([args, false, expect.stringMatching(message) as string]);
    }
    await runSql(address, `insert into process values ('p', 'server', 0, 9e15)`);
    expect((await migrate('--from', data, '--to', address)).err).toMatch(
      /in use \(server\).*Stop every gateway/,
    );
    // Silent since before an outage of the database, and heard again after it.
    await runSql(address, 'update process set seen_on = 1');
    const afterOutage = migrate('--from', data, '--to', address);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await runSql(address, 'update process set seen_on = 9e15');
    expect((await afterOutage).err).toMatch(/in use \(server\)/);
    await runSql(address, `delete from process; insert into orphan_blob values ('b', 1)`);
    expect((await migrate('--from', data, '--to', address)).err).toMatch(
      /not empty \(orphan_blob.*ever overwritten/,
    );
    await runSql(address, 'delete from orphan_blob');
    const other = await openServer(parseSettings({ ...bucket, FIHRIST_DATABASE: address }), 'target');
    expect((await migrate('--from', data, '--to', address)).err).toMatch(/Another fihrist migrate.*Wait/);
    await other.close();
    expect((await migrate('--from', address, '--to', data)).err).toMatch(
      /is not empty \(.*Name one that is empty/,
    );
    expect((await migrate('--to', 'mysql://u:s@host/x')).err).toMatch(/take a folder or an address/);
    expect(existsSync('mysql:')).toBe(false);
    const mark = { bytes: Buffer.from('{"id":"غيره"}'), etag: '', modified: 0 };
    standIn.objects.set('files/fihrist-store.json', mark);
    expect((await migrate('--from', data, '--to', address)).err).toMatch(
      /store belongs to another database.*remove/,
    );
    const db = new DatabaseSync(databaseOf('a'));
    db.exec('update schema_version set version = 9');
    db.close();
    expect((await migrate('--from', data, '--to', address)).err).toMatch(/schema 9.*Start and stop a server/);
  });
});
