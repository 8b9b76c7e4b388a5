import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildSegment } from '#gateway/engine/segments/build-segment.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import { createSecretSealer } from '#gateway/modules/access/services/secret-sealer.ts';
import { createSecretFingerprintStore } from '#gateway/modules/access/sql/secret-fingerprints.ts';
import { webhookSecretContext } from '#gateway/modules/alerts/services/manage-webhooks.ts';
import { parseSettings } from '#gateway/node/server/settings/settings.ts';
import { readSharedSecrets } from '#gateway/node/server/settings/shared-secrets.ts';
import { lockDataFolder } from '#gateway/node/storage/data/lock.ts';
import { POSTGRES_TYPES } from '#gateway/node/storage/postgres/types.ts';
import { readSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { skipWithout } from '#tests/support/postgres/skip-without.ts';
import { run as runSql, sharedPostgres } from '#tests/support/postgres/test-database.ts';
import { STAND_IN_BUCKET, STAND_IN_KEYS, startS3StandIn } from '#tests/support/s3-stand-in.ts';
import { blobPath, fillData, openData, useFolder } from '#tests/unit/node/backup/data.ts';
import { runCommand } from '#tests/unit/node/terminal.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PASSAGES = ['الإجازة ثلاثون يومًا في السنة.', 'يقدَّم الطلب قبل أسبوعين.'];

const folder = useFolder();
const data = () => join(folder(), 'data');

/** A folder of three files and a unit that is indexed; the keys of the files. */
async function fill(): Promise<string[]> {
  const keys = await fillData(data());
  const open = await openData(data());
  const job = await open.stores.jobs.lease('indexer', 30_000);
  if (!job) throw new Error('one unit waits');
  const passages = PASSAGES.map((text, ordinal) => ({
    ordinal,
    text,
    sectionTitle: 'الإجازات',
    sourceId: 1,
  }));
  const { botId, unitId, generation } = job;
  await open.stores.index.writePassages(botId, unitId, generation, passages);
  const segment = buildSegment(passages, 'دليل الموظف');
  await open.stores.index.writeSegment(botId, unitId, generation, INDEX_VERSION, segment);
  const count = { passages: PASSAGES.length, reason: null, status: 'ready' } as const;
  const sources = [{ ...count, sourceId: 1, warnings: [], pages: null }];
  await open.stores.jobs.settle(job, { ...count, readOn: new Date(), sources });
  await open.db.close();
  return keys;
}

/** A monthly ledger whose calls cost 12 before the period began and 7 in it, and a call under way. */
const LEDGER = `
  insert into ledger (bot_id, ledger, used, reserved, total, period, zone, starts_on, ends_on)
    values (1, 'text', 7, 4, 1000, 'month', 'UTC', 2000, 9000);
  insert into ledger_entry (bot_id, request_id, ledger, key_id, action, reserved, reserved_on, settled, settled_on, estimated)
    values (1, 'أ', 'text', 'k', 'answer', 20, 900, 12, 1000, 0), (1, 'ب', 'text', 'k', 'answer', 9, 2900, 5, 3000, 0),
      (1, 'ج', 'text', 'k', 'answer', 9, 2901, 2, 3001, 0), (1, 'د', 'text', 'k', 'answer', 4, 3500, null, null, 0);
  insert into key_usage (bot_id, key_id, ledger, used, reserved, starts_on) values (1, 'k', 'text', 7, 4, 2000);
  insert into usage_hour (bot_id, ledger, day, hour, action, key_id, calls, amount, estimated) values (1, 'text', 20261121, 9, 'answer', 'k', 3, 19, 0);
  insert into usage_day (bot_id, ledger, day, action, key_id, calls, amount, estimated) values (1, 'text', 20261121, 'answer', 'k', 3, 19, 0);
  insert into usage_unit_hour (bot_id, ledger, day, hour, unit_id, calls, amount, estimated) values (1, 'text', 20261121, 9, 1, 3, 19, 0);
  insert into usage_unit_day (bot_id, ledger, day, unit_id, calls, amount, estimated) values (1, 'text', 20261121, 1, 3, 19, 0);
  insert into usage_unit_month (bot_id, ledger, month, unit_id, calls, amount, estimated) values (1, 'text', 202611, 1, 3, 19, 0)`;

let keys: string[] = [];
beforeEach(async () => void (keys = await fill()));

const sqlOf = (statement: string) => {
  const db = new DatabaseSync(join(data(), 'fihrist.sqlite'));
  db.exec(statement);
  db.close();
};
const check = (environment: Record<string, string> = {}, ...options: string[]) =>
  runCommand(['check-data', ...options], { FIHRIST_DATA: data(), ...environment });
const kindsOf = async (environment: Record<string, string> = {}) => {
  const { code, json } = await check(environment, '--json');
  const { findings } = json() as { findings: { kind: string; remedy: string; level: string }[] };
  for (const { level, remedy } of findings)
    expect([level, remedy !== '']).toEqual([level, level === 'problem']);
  return { code, kinds: findings.map(({ kind }) => kind) };
};

describe('fihrist check-data on a folder', () => {
  test('reports intact data, changes nothing, and needs no lock', async () => {
    const filesOf = () =>
      readdirSync(data(), { recursive: true, encoding: 'utf8' })
        .filter((name) => !name.startsWith('lock'))
        .toSorted();
    const before = filesOf();
    const lock = lockDataFolder(data(), join(data(), 'lock.sqlite'));
    const { code, out, err } = await check();
    lock.release();
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Nothing is changed\. .*\nDatabase \(SQLite\): \d+ tables, \d+ rows, .*\n/u);
    expect(out).toMatch(
      /Held updates: 0 units .*\nSearch index: 1 units, 2 passages; 0 readings\nFiles: 3 read and compared, 0\.0 MB\nNothing is damaged\.\n$/u,
    );
    expect(filesOf()).toEqual(before);
  });

  test('names each missing or changed file, with what to do, and files without a row', async () => {
    const [first = '', second = '', third = ''] = keys;
    const file = join(data(), blobPath(first));
    const bytes = readFileSync(file);
    bytes[3] = (bytes[3] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    writeFileSync(join(data(), blobPath(second)), 'أقصر');
    rmSync(join(data(), blobPath(third)));
    const orphan = join(data(), blobPath('ab'.repeat(16)));
    await mkdir(dirname(orphan), { recursive: true });
    writeFileSync(orphan, 'لا أحد');
    const old = (Date.now() - 2 * DAY_MS) / 1000;
    utimesSync(orphan, old, old);
    const { code, out, err } = await check();
    expect([code, err]).toEqual([1, '3 problems were found.\n']);
    expect(out).toContain(`bot 1, unit 1, file ${first}, دليل.pdf: has other bytes than were stored\n`);
    expect(out).toMatch(new RegExp(`file ${first}.*\n +Replace the file on the page of the unit`));
    expect(out).toMatch(
      new RegExp(`no unit yet, file ${second}.*other bytes than were stored\n +Upload it again`),
    );
    expect(out).toMatch(new RegExp(`file ${third}.*is missing`));
    expect(out).toContain('Note  1 files: nothing refers to them.');
    expect(existsSync(orphan)).toBe(true);
  });

  test('decodes readings and counts their blocks', async () => {
    const open = await openData(data());
    const origin = { unitId: 1, sourceId: 1, fileId: null, url: null, blob: 'أ', size: 1, sha256: null };
    const reader = { format: 'txt', readerVersion: 1, choices: {}, readOn: new Date() };
    const writer = open.stores.readings.begin({ botId: 1, ...origin, ...reader });
    await writer.add(PASSAGES.map((text) => ({ kind: 'paragraph', text })));
    await writer.end({ facts: { warnings: [] }, page: null, letters: 8, textHash: '' });
    await open.db.close();
    expect(await kindsOf()).toEqual({ code: 0, kinds: [] });
    sqlOf('update reading set blocks = 3');
    expect(await kindsOf()).toEqual({ code: 1, kinds: ['reading-damaged'] });
    sqlOf('update reading set blocks = 2; update reading_part set bytes = substr(bytes, 1, 9)');
    expect(await kindsOf()).toEqual({ code: 1, kinds: ['reading-damaged'] });
    sqlOf('delete from reading_part');
    expect(await kindsOf()).toEqual({ code: 1, kinds: ['reading-damaged'] });
  });

  test('decodes the index and compares it with its passages', async () => {
    sqlOf("update segment_part set bytes = substr(bytes, 1, 40) || x'ffffff' where part = 2");
    expect(await kindsOf()).toEqual({ code: 1, kinds: ['index-damaged'] });
    sqlOf('delete from segment_part');
    expect(await kindsOf()).toEqual({ code: 1, kinds: ['index-damaged'] });
    sqlOf('delete from passage where ordinal = 1');
    expect((await check()).out).toContain('its search index has 2 passages, of which 1 are stored');
    sqlOf(
      `insert into passage (bot_id, unit_id, generation, ordinal, source_id, section_title, page, text)
       select bot_id, unit_id, generation, 1, 7, section_title, page, text from passage`,
    );
    sqlOf('update segment set analyzer_version = 1');
    expect(await kindsOf()).toEqual({ code: 1, kinds: ['passage-without-source', 'index-outdated'] });
  });

  test('compares rows with the rows that they refer to', async () => {
    sqlOf("update source set file_id = 'gone'; delete from bot; update generation set retired_on = 1");
    sqlOf(`update version_source set reading_id = 9;
      insert into generation (bot_id, unit_id, generation) values (1, 1, 9)`);
    const { code, kinds } = await kindsOf();
    expect(code).toBe(1);
    expect(kinds).toEqual([
      'source-without-file',
      'unit-without-bot',
      'generation-retired',
      'version-without-reading',
      'generation-orphaned',
    ]);
  });

  test('counts updates that wait for a person, also before the upgrade', async () => {
    sqlOf(
      "update source set url = 'https://example.com/', held_text = 'نص', status = 'failed', passages = 2",
    );
    expect((await check()).out).toContain('Held updates: 1 units');
    sqlOf('update schema_version set version = 23');
    const { code, err } = await check();
    expect([code, err]).toEqual([2, expect.stringContaining('The data has schema 23')]);
    expect(err).toContain('Held updates: 1.');
  });

  test('takes files that are none for findings, and goes on', async () => {
    const [first = '', second = ''] = keys;
    for (const [key, put] of [
      [first, (path: string) => mkdirSync(path)],
      [second, (path: string) => symlinkSync(path, path)],
    ] as const) {
      rmSync(join(data(), blobPath(key)));
      put(join(data(), blobPath(key)));
    }
    writeFileSync(join(data(), 'blobs', 'ملاحظة.txt'), 'نص');
    writeFileSync(join(data(), 'blobs', 'zz'), 'نص');
    mkdirSync(join(data(), 'blobs', '00'), { recursive: true });
    writeFileSync(join(data(), 'blobs', '00', 'صورة.png'), 'نص');
    const { code, kinds } = await kindsOf();
    expect([code, kinds.toSorted()]).toEqual([
      1,
      ['file-odd', ...Array.from({ length: 4 }, () => 'file-odd-name'), 'file-unreadable'],
    ]);
  });

  test('compares ledgers with their entries and the usage of each day', async () => {
    sqlOf(LEDGER);
    expect(await kindsOf()).toEqual({ code: 0, kinds: [] });
    // As after a change from a month to no period.
    sqlOf('update ledger set starts_on = null, used = 7');
    expect(await kindsOf()).toEqual({ code: 0, kinds: ['ledger-period'] });
    for (const [change, back] of [
      ['update ledger set used = used + 5', 'update ledger set used = used - 5'],
      ['update ledger set reserved = 9', 'update ledger set reserved = 4'],
      ['update key_usage set reserved = 9', 'update key_usage set reserved = 4'],
      ['update usage_day set amount = 1', 'update usage_day set amount = 19'],
      ['update usage_unit_month set amount = 1', 'update usage_unit_month set amount = 19'],
    ] as const) {
      sqlOf(change);
      expect([change, (await kindsOf()).kinds]).toEqual([change, expect.arrayContaining(['ledger-sums'])]);
      sqlOf(back);
    }
    sqlOf('delete from usage_hour');
    expect((await check()).out).toContain(
      'bot 1, ledger text: its usage by hour is 0, and its calls cost 19\n',
    );
    sqlOf("delete from ledger_entry where request_id = 'ج'");
    expect((await kindsOf()).code).toBe(1);
    sqlOf('delete from ledger');
    expect((await check()).out).toContain('bot 1, ledger text: is missing');
  });

  test('finds nothing in ledgers that calls were charged to, also after their period was changed', async () => {
    const open = await openData(data());
    const { ledger } = open.stores;
    await ledger.grant(1, 'text', 1000, { period: 'monthly', zone: 'Asia/Riyadh' });
    const call = {
      botId: 1,
      ledger: 'text',
      keyId: 'k',
      action: 'answer',
      amount: 20,
      on: new Date(),
    } as const;
    for (const [requestId, amount] of [
      ['أ', 12],
      ['ب', 0],
      ['ج', 30],
      ['د', undefined],
    ] as const) {
      await ledger.reserve({ ...call, requestId });
      if (amount !== undefined) await ledger.settle(1, requestId, { amount, estimated: false, unitId: 1 });
    }
    expect(await ledger.state(1, 'text')).toMatchObject({ used: 32, reserved: 20 });
    expect(await kindsOf()).toEqual({ code: 0, kinds: [] });
    await ledger.grant(1, 'text', 1000, { period: 'none', zone: 'UTC' });
    await open.db.close();
    expect(await kindsOf()).toEqual({ code: 0, kinds: [] });
  });

  test('compares the schema, its triggers among it, with that of this version', async () => {
    sqlOf(`create table note (text text); create index passage_text on passage (text);
      create trigger odd after insert on ledger_entry begin delete from api_key; end`);
    const { out } = await check();
    expect(out).toContain('PROBLEM  trigger odd: no version of Fihrist makes it\n');
    expect(out).toContain('Note  table note: no version');
    expect(out).toContain('Note  index passage_text: no version');
    sqlOf(`drop trigger odd; drop table note; drop index passage_text; drop trigger audit_refuses_update;
      drop trigger audit_refuses_delete; drop index reading_of_text; drop table synonym_group;
      create trigger audit_refuses_delete before delete on audit begin select 1; end;
      alter table unit add column extra text; alter table source drop column accepted_always`);
    const { code, json } = await check({}, '--json');
    const { findings } = json() as { findings: { kind: string; subject: string }[] };
    expect(code).toBe(1);
    expect(findings.map(({ kind, subject }) => `${kind} ${subject}`).toSorted()).toEqual([
      'schema-changed trigger audit_refuses_delete',
      'schema-foreign column unit.extra',
      'schema-missing column source.accepted_always',
      'schema-missing index reading_of_text',
      'schema-missing table synonym_group',
      'schema-missing trigger audit_refuses_update',
      'unchecked rows',
    ]);
  });

  test('compares secrets with their fingerprints, opens what is sealed, and shows neither', async () => {
    const secrets = ['signing-secret', 'sealing-key'].map((name) => join(data(), name));
    const [signing = '', sealing = ''] = secrets;
    for (const file of secrets) writeFileSync(file, randomBytes(32));
    const open = await openData(data());
    const settings = parseSettings({ FIHRIST_DATA: data() });
    const { FIHRIST_SEALING_KEY: key } = await readSharedSecrets(
      settings,
      data(),
      createSecretFingerprintStore(open.db),
    );
    await open.db.close();
    const sealed = await createSecretSealer(key).seal('كلمة سر', webhookSecretContext(1));
    sqlOf(`insert into webhook (bot_id, id, name, url, kinds, secret_sealed, enabled, created_on, consecutive_failures)
      values (1, 1, 'بوابة', 'https://example.org', '[]', '${sealed}', 1, 1, 0)`);
    expect(await kindsOf()).toEqual({ code: 0, kinds: [] });
    sqlOf('update webhook set bot_id = 2');
    const foreign = await check();
    expect(foreign.out).toContain('bot 2, secret of webhook 1: the key does not open it\n');
    expect(foreign.out).not.toContain('كلمة سر');

    const bytes = readFileSync(sealing);
    bytes[7] = (bytes[7] ?? 0) ^ 1;
    writeFileSync(sealing, bytes);
    rmSync(signing);
    expect((await kindsOf()).kinds).toEqual(['secret-missing', 'secret-changed']);
    rmSync(sealing);
    mkdirSync(sealing);
    expect((await kindsOf()).kinds).toEqual(['secret-missing', 'secret-unreadable']);
    sqlOf('delete from secret_fingerprint');
    expect(await kindsOf()).toEqual({ code: 0, kinds: [] });
  });

  test('says what to do with a damaged database, and checks as much as possible', async () => {
    const file = join(data(), 'fihrist.sqlite');
    const db = new DatabaseSync(file);
    db.exec('pragma wal_checkpoint(truncate)');
    const root = db.prepare("select rootpage as page from sqlite_schema where name = 'passage'").get()?.[
      'page'
    ];
    const pageSize = Number(db.prepare('pragma page_size').get()?.['page_size']);
    db.close();
    const bytes = readFileSync(file);
    bytes.fill(0xa5, (Number(root) - 1) * pageSize, Number(root) * pageSize);
    writeFileSync(file, bytes);
    const { code, out } = await check();
    expect(code).toBe(1);
    expect(out).toMatch(/PROBLEM {2}.*\n +.*[Rr]estore the last backup/u);
    expect(out).toContain('Files: 3 read and compared');
    writeFileSync(file, 'لا قاعدة هنا'.repeat(500));
    const unreadable = await check();
    expect([unreadable.code, unreadable.err]).toEqual([
      1,
      expect.stringMatching(/is damaged \(.*restore the last backup/u) as string,
    ]);
  });

  test('reads the write-ahead log of a crashed server, and detects frames that SQLite drops from a damaged log', async () => {
    const [file, log] = [join(data(), 'fihrist.sqlite'), join(data(), 'fihrist.sqlite-wal')];
    const db = new DatabaseSync(file);
    db.exec('pragma wal_checkpoint(truncate)');
    for (const name of ['أ', 'ب', 'ج']) db.exec(`update source set file_id = '${name}'`);
    const [pages, frames] = [readFileSync(file), readFileSync(log)];
    db.close();
    const damage = async (offset: number | undefined) => {
      const bytes = Buffer.from(frames);
      if (offset !== undefined) bytes[offset] = (bytes[offset] ?? 0) ^ 1;
      for (const [path, content] of [[file, pages] as const, [log, bytes] as const])
        writeFileSync(path, content);
      rmSync(`${file}-shm`, { force: true });
      return (await kindsOf()).kinds;
    };
    expect(await damage(undefined)).toEqual(['source-without-file']);
    // Of the header, also its byte order, and of the page and the header of its first frame.
    for (const offset of [9, 3, 500, 36]) expect(await damage(offset)).toEqual(['database-log']);
    // A crash leaves a last transaction that is not whole, and so does damage to it.
    expect(await damage(frames.length - 9)).toEqual(['source-without-file']);
  });

  test('reads the writes of a server that starts meanwhile', async () => {
    const { db, close } = readSqlite(join(data(), 'fihrist.sqlite'), { holdsMoment: false });
    const names = async () => (await db.selectFrom('bot').select('name').execute()).map(({ name }) => name);
    expect(await names()).toEqual(['دليل']);
    const server = new DatabaseSync(join(data(), 'fihrist.sqlite'));
    server.exec("update bot set name = 'آخر'");
    expect(await names()).toEqual(['آخر']);
    server.close();
    expect(await names()).toEqual(['آخر']);
    await close();
  });

  test('refuses a folder without data', async () => {
    const { code, err } = await check({ FIHRIST_DATA: folder() });
    expect([code, err]).toEqual([2, expect.stringContaining('There is no data in') as string]);
  });
});

test('checks PostgreSQL and a bucket in the same way, through a connection that cannot write', async ({
  skip,
}) => {
  const server = await skipWithout(sharedPostgres(), skip);
  const standIn = await startS3StandIn();
  const environment = {
    FIHRIST_DATABASE: server.url(await server.createDatabase()),
    FIHRIST_DATA: join(folder(), 'none'),
    FIHRIST_BLOBS: `s3://${STAND_IN_BUCKET}/files`,
    FIHRIST_S3_ENDPOINT: standIn.endpoint,
    FIHRIST_S3_ACCESS_KEY: STAND_IN_KEYS.accessKey,
    FIHRIST_S3_SECRET_KEY: STAND_IN_KEYS.secretKey,
  };
  const [first = '', second = ''] = keys;
  sqlOf(LEDGER);
  await runCommand(['migrate', '--from', data()], environment);
  await runSql(environment.FIHRIST_DATABASE, 'create extension amcheck');
  const sound = await check(environment);
  expect([sound.code, sound.err]).toEqual([0, '']);
  expect(sound.out).toMatch(
    /Database \(PostgreSQL\): .*\nHeld updates: 0 .*\n.*1 units, 2 passages; 0 readings\nFiles: 3 read and compared/u,
  );
  expect(existsSync(environment.FIHRIST_DATA)).toBe(false);

  const nameOf = (key: string) => `files/${key.slice(0, 2)}/${key}`;
  await runSql(
    environment.FIHRIST_DATABASE,
    `create function odd() returns trigger language plpgsql as $$ begin delete from api_key; return null; end $$;
    create trigger odd after insert on ledger_entry for each row execute function odd();
    drop trigger audit_refuses_change on audit; drop index reading_of_text; create table note (text text);
    alter table source drop column accepted_always;
    alter table unit disable trigger unit_after_update; alter table unit alter column title drop not null`,
  );
  expect((await kindsOf(environment)).kinds.toSorted()).toEqual([
    'schema-changed',
    'schema-changed',
    'schema-foreign',
    'schema-foreign',
    'schema-missing',
    'schema-missing',
    'schema-missing',
  ]);
  const restored = [
    'drop trigger odd on ledger_entry; alter table unit enable trigger unit_after_update; drop table note',
    'alter table unit alter column title set not null; alter table source add column accepted_always text collate "C"',
    'create index reading_of_text on reading (bot_id, text_hash)',
    ...POSTGRES_TYPES.appendOnly('audit', ['bot_id', 'id']).slice(1),
  ];
  await runSql(environment.FIHRIST_DATABASE, restored.join('; '));
  await runSql(environment.FIHRIST_DATABASE, 'update ledger set used = used + 5');
  expect((await kindsOf(environment)).kinds).toEqual(['ledger-sums']);
  await runSql(environment.FIHRIST_DATABASE, 'update ledger set used = used - 5');
  const object = standIn.objects.get(nameOf(first));
  if (object) standIn.objects.set(nameOf(first), { ...object, bytes: Buffer.from('غيره أحدهم') });
  standIn.objects.delete(nameOf(second));
  await runSql(environment.FIHRIST_DATABASE, "update source set file_id = 'gone'");
  const { code, kinds } = await kindsOf(environment);
  expect([code, kinds.toSorted()]).toEqual([1, ['file-changed', 'file-missing', 'source-without-file']]);
  await runSql(environment.FIHRIST_DATABASE, "update blob_store set id = 'other'");
  expect((await kindsOf(environment)).kinds).toContain('files-of-another');
  await standIn.close();
  const unreachable = await check(environment);
  expect([unreachable.code, unreachable.err]).toEqual([
    2,
    expect.stringContaining('The object store does not respond') as string,
  ]);
});
