import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logByLevel } from '#gateway/core/log.ts';
import { blobLocationOf } from '#gateway/node/server/settings/blob-settings.ts';
import { parseSettings } from '#gateway/node/server/settings/settings.ts';
import { checkBlobs } from '#gateway/node/storage/data/open-blobs.ts';

const PATHS = { blobs: '/data/blobs', spool: '/data/spool' };
const SET = {
  FIHRIST_BLOBS: 's3://files/fihrist/one/',
  FIHRIST_S3_ENDPOINT: 'https://s3.example.com/',
  FIHRIST_S3_ACCESS_KEY: 'access-key',
  FIHRIST_S3_SECRET_KEY: 'secret/key+',
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const locate = (environment: Record<string, string>) => blobLocationOf(parseSettings(environment), PATHS);

test('files are in the data folder, or in the bucket that is named', async () => {
  expect(await locate({})).toEqual({ kind: 'disk', folder: PATHS.blobs });
  const location = {
    kind: 's3',
    bucket: 'files',
    prefix: 'fihrist/one/',
    endpoint: 'https://s3.example.com',
    region: 'us-east-1',
    accessKey: 'access-key',
    secretKey: 'secret/key+',
    spoolFolder: PATHS.spool,
  };
  expect(await locate(SET)).toEqual(location);
  expect(await locate({ ...SET, FIHRIST_BLOBS: 's3://files' })).toEqual({ ...location, prefix: '' });
  const { FIHRIST_S3_ENDPOINT: _, ...amazon } = SET;
  expect(await locate({ ...amazon, FIHRIST_S3_REGION: 'eu-central-1' })).toMatchObject({
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
  });
});

test('keys are read from files too', async () => {
  const file = join(folder, 'مفتاح');
  writeFileSync(file, 'key-of-the-file\n');
  const { FIHRIST_S3_SECRET_KEY: _, ...rest } = SET;
  const environment = { ...rest, FIHRIST_S3_SECRET_KEY_FILE: file };
  expect(await locate(environment)).toMatchObject({ secretKey: 'key-of-the-file' });
  writeFileSync(file, 'two words');
  await expect(locate(environment)).rejects.toThrow(/^FIHRIST_S3_SECRET_KEY_FILE: its content must/u);
  rmSync(file);
  await expect(locate(environment)).rejects.toThrow('FIHRIST_S3_SECRET_KEY_FILE: cannot be read (ENOENT)');
});

test.each([
  ['FIHRIST_BLOBS', 'files/fihrist'],
  ['FIHRIST_BLOBS', 's3://Files'],
  ['FIHRIST_BLOBS', 's3://files/../others'],
  ['FIHRIST_BLOBS', 's3://files/ملفات'],
  ['FIHRIST_S3_ENDPOINT', 'store.local:9000'],
  ['FIHRIST_S3_ENDPOINT', 'https://user:password@s3.example.com'],
  ['FIHRIST_S3_ENDPOINT', 'ftp://s3.example.com'],
  ['FIHRIST_S3_REGION', 'eu central'],
  ['FIHRIST_S3_SECRET_KEY', 'secret with blanks'],
])('%s=%s is refused by name and without its value', (name, value) => {
  const parse = () => parseSettings({ ...SET, [name]: value });
  expect(parse).toThrow(new RegExp(`^${name}: must`, 'u'));
  expect(parse).not.toThrow(value);
});

test('settings that belong together are requested together', () => {
  const { FIHRIST_BLOBS, ...rest } = SET;
  expect(() => parseSettings(rest)).toThrow('FIHRIST_BLOBS: is missing, although FIHRIST_S3_ENDPOINT is set');
  expect(() => parseSettings({ FIHRIST_BLOBS })).toThrow(
    [
      'FIHRIST_S3_ACCESS_KEY: is missing, although FIHRIST_BLOBS is set',
      'FIHRIST_S3_SECRET_KEY: is missing, although FIHRIST_BLOBS is set',
      'FIHRIST_S3_ENDPOINT: is missing, although FIHRIST_BLOBS is set',
    ].join('\n'),
  );
  expect(() => parseSettings({ ...SET, FIHRIST_S3_ACCESS_KEY_FILE: '/key' })).toThrow(
    'FIHRIST_S3_ACCESS_KEY: cannot be set together with FIHRIST_S3_ACCESS_KEY_FILE',
  );
});

test('a bucket is not used while the files are still in the folder', async () => {
  mkdirSync(join(folder, 'unfinished'));
  mkdirSync(join(folder, 'ab'));
  const log = logByLevel(() => () => {});
  await expect(checkBlobs(await locate(SET), folder, log)).rejects.toThrow(
    /are still in .*Carry them over with "npm run fihrist -- migrate"/su,
  );
});
