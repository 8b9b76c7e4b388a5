import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDatabaseLocation } from '#gateway/node/server/settings/database-settings.ts';
import { parseSettings } from '#gateway/node/server/settings/settings.ts';
import { parseDatabaseUrl } from '#gateway/node/storage/postgres/database-url.ts';

const ADDRESS = 'postgres://fihrist:p%40ss%2Fسر@db.example:6000/kb';
const DIRECT = 'postgresql://fihrist@10.0.0.1/kb';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const locate = (environment: Record<string, string>) =>
  readDatabaseLocation(parseSettings(environment), 'fihrist.sqlite');

test('the rows are in the data folder, or where the settings or the files that they name say', async () => {
  expect(await locate({})).toEqual({ kind: 'sqlite', file: 'fihrist.sqlite' });
  const file = join(folder, 'عنوان');
  writeFileSync(file, `${ADDRESS}\n`);
  expect(await locate({ FIHRIST_DATABASE: ADDRESS })).toMatchObject({ kind: 'postgres', url: ADDRESS });
  expect(await locate({ FIHRIST_DATABASE_FILE: file, FIHRIST_DATABASE_DIRECT: DIRECT })).toEqual({
    kind: 'postgres',
    url: ADDRESS,
    directUrl: DIRECT,
  });
  writeFileSync(file, 'mysql://secret-of-another');
  const failed = await locate({ FIHRIST_DATABASE_FILE: file }).catch(String);
  expect(failed).toMatch(/FIHRIST_DATABASE_FILE: its content must be an address such as postgres:/u);
  expect(failed).not.toContain('secret');
  await expect(locate({ FIHRIST_DATABASE_FILE: join(folder, 'x') })).rejects.toThrow(
    /cannot be read \(ENOENT\)/u,
  );
});

test('the parts of an address, with a password as it was before it was escaped', () => {
  const parts = { host: 'db.example', port: 6000, user: 'fihrist', password: 'p@ss/سر', database: 'kb' };
  expect(parseDatabaseUrl(ADDRESS)).toEqual({ ...parts, ssl: false });
  expect(parseDatabaseUrl(DIRECT)).toMatchObject({ host: '10.0.0.1', port: 5432 });
  expect(parseDatabaseUrl('postgres://u@[::1]/kb').host).toBe('::1');
  expect(parseDatabaseUrl('postgres://u@localhost/kb?host=/run/postgresql').host).toBe('/run/postgresql');
});

test('sslmode says what of the server is checked, as in libpq', () => {
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, 'شهادة');
  const of = (query: string) => parseDatabaseUrl(`${DIRECT}?${query}`).ssl;
  expect(of('sslmode=disable')).toBe(false);
  expect(of('sslmode=require')).toMatchObject({ rejectUnauthorized: false });
  expect(of(`sslmode=require&sslrootcert=${ca}`)).toMatchObject({ rejectUnauthorized: true, ca: 'شهادة' });
  expect(of('sslmode=verify-ca')).toMatchObject({
    rejectUnauthorized: true,
    checkServerIdentity: expect.any(Function) as unknown,
  });
  expect(of('sslmode=verify-full')).toEqual({ rejectUnauthorized: true });
});

test.each([
  ['an address of another kind', 'mysql://u:secret@h/d'],
  ['no address', 'secret'],
  ['several hosts', 'postgres://u:secret@a:1,b:2/d'],
  ['no user', 'postgres://h/secret'],
  ['no database', 'postgres://u:secret@h'],
  ['a slash in the password', 'postgres://u:12/secret@h/d'],
  ['a hash in the password', 'postgres://u:1#secret@h/d'],
  ['a question mark in the password', 'postgres://u:1?secret@h/d'],
  ['a percent sign in the password', 'postgres://u:100%secret@h/d'],
  ['an unknown parameter', 'postgres://u@h/d?secret=1'],
  ['an unknown sslmode', 'postgres://u@h/d?sslmode=secret'],
  ['a certificate that is not there', 'postgres://u@h/d?sslmode=verify-ca&sslrootcert=/secret'],
])('%s is refused by the name of the setting, and none of it is repeated', (_, value) => {
  for (const name of ['FIHRIST_DATABASE', 'FIHRIST_DATABASE_DIRECT']) {
    const parse = () => parseSettings({ FIHRIST_DATABASE: ADDRESS, [name]: value });
    expect(parse).toThrow(new RegExp(`^${name}: `, 'u'));
    expect(parse).not.toThrow(/secret/u);
  }
});

test('contradicting settings', () => {
  expect(() => parseSettings({ FIHRIST_DATABASE: ADDRESS, FIHRIST_DATABASE_FILE: '/x' })).toThrow(
    /^FIHRIST_DATABASE: cannot be set together with FIHRIST_DATABASE_FILE$/u,
  );
  expect(() => parseSettings({ FIHRIST_DATABASE_DIRECT: DIRECT })).toThrow(/needs FIHRIST_DATABASE/u);
});
