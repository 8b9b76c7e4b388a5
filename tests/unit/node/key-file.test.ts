import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DamagedKeyFileError, readKeyFile } from '#gateway/node/storage/disk/key-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('makes 32 random bytes that only the owner can read, once', async () => {
  const key = await readKeyFile(folder, 'sealing-key');
  expect(key).toHaveLength(32);
  expect(statSync(join(folder, 'sealing-key')).mode & 0o777).toBe(0o600);
  expect(await readKeyFile(folder, 'sealing-key')).toEqual(key);
  expect(await readKeyFile(folder, 'signing-secret')).not.toEqual(key);
  expect(readdirSync(folder).toSorted()).toEqual(['sealing-key', 'signing-secret']);
});

test('gives concurrent callers the same new key', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => readKeyFile(folder, 'sealing-key')));
  expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
  expect(readdirSync(folder)).toEqual(['sealing-key']);
});

test('ignores the leftover of an interrupted start', async () => {
  writeFileSync(join(folder, 'sealing-key.1.unfinished'), 'half');
  expect(await readKeyFile(folder, 'sealing-key')).toHaveLength(32);
});

test('refuses an invalid key file, says what to do, and leaves the file unchanged', async () => {
  const file = join(folder, 'sealing-key');
  writeFileSync(file, 'قصير');
  const refusal = readKeyFile(folder, 'sealing-key');
  await expect(refusal).rejects.toThrow(DamagedKeyFileError);
  await expect(refusal).rejects.toThrow(/backup/);
  expect(readFileSync(file, 'utf8')).toBe('قصير');
  chmodSync(file, 0o600);
});
