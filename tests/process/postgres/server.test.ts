/** Servers of two machines on one PostgreSQL, which is stopped and started again under them. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logByLevel } from '#gateway/core/log.ts';
import { composePorts } from '#gateway/node/server/compose-ports.ts';
import { parseSettings } from '#gateway/node/server/settings/settings.ts';
import {
  CRASH_KEY,
  createKillableGateway,
  type KillableGateway,
  pause,
} from '#tests/support/killable-gateway.ts';
import { skipWithout } from '#tests/support/postgres/skip-without.ts';
import { npmPostgres, startPostgres, type TestPostgres } from '#tests/support/postgres/start-postgres.ts';
import { run } from '#tests/support/postgres/test-database.ts';
import { runCommand } from '#tests/unit/node/terminal.ts';

const PASSWORD = 'سر/the@secret';

let postgres: TestPostgres | undefined;
let folder = '';
const gateways: KillableGateway[] = [];
beforeEach(async ({ skip }) => {
  const start = async () => startPostgres(npmPostgres(), { fsync: 'on', synchronous_commit: 'on' });
  postgres = await skipWithout(start(), skip);
  folder = mkdtempSync(join(tmpdir(), 'fihrist-'));
});
afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.stop()));
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function createDatabase(server: TestPostgres): Promise<string> {
  await run(server.url('postgres'), `create role fihrist login password '${PASSWORD}'`);
  await run(server.url('postgres'), 'create database fihrist owner fihrist');
  return server.url('fihrist', `fihrist:${encodeURIComponent(PASSWORD)}`);
}

test('two servers begin at once on an empty database, share it, and outlive its restart', async () => {
  if (!postgres) throw new Error('PostgreSQL was started');
  const address = await createDatabase(postgres);
  const file = join(folder, 'عنوان');
  writeFileSync(file, `${address}\n`);
  for (const name of ['a', 'b']) gateways.push(await createKillableGateway(join(folder, name)));
  // Machines without a bucket share a folder that all of them mount.
  mkdirSync(join(folder, 'a', 'blobs'), { recursive: true });
  mkdirSync(join(folder, 'b'), { recursive: true });
  symlinkSync(join(folder, 'a', 'blobs'), join(folder, 'b', 'blobs'));
  const [first, other] = gateways as [KillableGateway, KillableGateway];
  const secrets = {
    FIHRIST_SIGNING_SECRET: randomBytes(32).toString('base64'),
    FIHRIST_SEALING_KEY: randomBytes(32).toString('base64'),
  };
  await Promise.all([
    first.start({ ...secrets, FIHRIST_DATABASE: address }),
    other.start({ ...secrets, FIHRIST_DATABASE_FILE: file }),
  ]);
  // Without the shared store each gateway would lose the files of the second.
  const apart = { ...secrets, FIHRIST_DATABASE: address, FIHRIST_DATA: join(folder, 'apart') };
  const log = logByLevel(() => () => {});
  await expect(composePorts(parseSettings(apart), log)).rejects.toThrow(
    /fihrist-store\.json is missing there/,
  );
  const pids = [await first.indexer(), await other.indexer(), first.pid(), other.pid()];
  const call = async ({ origin }: KillableGateway, path: string, body?: object) => {
    const headers = { 'x-user-auth': CRASH_KEY, 'x-bot': '1', 'content-type': 'application/json' };
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const response = await fetch(origin + path, { ...init, headers });
    const fault = response.headers.get('x-fault');
    return { status: response.status, fault, text: await response.text() };
  };
  const add = (gateway: KillableGateway, expressions: string[]) =>
    call(gateway, '/api/Synonyms/1', { expressions, note: '' });

  expect(await add(first, ['دوام', 'ساعات العمل'])).toMatchObject({ status: 200 });
  expect((await call(other, '/api/Synonyms/1')).text).toContain('ساعات العمل');
  const observer = new Client({ connectionString: postgres.url('fihrist') });
  observer.on('error', () => {});
  await observer.connect();
  const { rows } = await observer.query<{ role: string }>('select role from process order by role');
  expect(rows.map(({ role }) => role)).toEqual(['indexer', 'indexer', 'server', 'server']);
  const names = await observer.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity where usename = 'fihrist' order by 1`,
  );
  expect(names.rows.map(({ name }) => name)).toEqual(['fihrist-gateway', 'fihrist-indexer']);
  await observer.end();

  const restarting = postgres.restart('immediate').then(() => 'restarted');
  const seen = new Set(['200 null', '503 database-busy']);
  while ((await Promise.race([restarting, pause(5)])) === undefined) {
    const { status, fault } = await call(first, '/api/Synonyms/1');
    seen.add(`${status} ${fault}`);
  }
  expect([...seen]).toEqual(['200 null', '503 database-busy']);
  while ((await call(other, '/api/Synonyms/1')).status !== 200) await pause(20);
  expect(await add(other, ['رسوم', 'مصاريف'])).toMatchObject({ status: 200 });
  expect((await call(first, '/api/Synonyms/1')).text).toMatch(/رسوم.*ساعات العمل/su);
  expect([await first.indexer(), await other.indexer(), first.pid(), other.pid()]).toEqual(pids);

  const environment = { FIHRIST_DATABASE_FILE: file };
  const listed = await runCommand(['keys', 'list', '--json'], environment);
  expect([listed.code, listed.err]).toEqual([0, '']);
  expect(await runCommand(['link'], environment)).toMatchObject({ code: 0 });
  for (const command of ['backup', 'restore'])
    expect(await runCommand([command, join(folder, 'copy')], environment)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/in PostgreSQL.*(?:pg_dump|pg_restore)/u) as string,
    });
  const printed = JSON.stringify([first.log, other.log]);
  expect(printed).not.toContain('secret');
});
