import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSecret } from '#gateway/node/server/settings/secret-setting.ts';
import { parseSettings } from '#gateway/node/server/settings/settings.ts';

const BYTES = Uint8Array.from({ length: 32 }, (_, index) => index * 7);
const BASE64 = Buffer.from(BYTES).toString('base64');
const HEX = Buffer.from(BYTES).toString('hex');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const readSetting = (environment: Record<string, string>) =>
  readSecret(parseSettings(environment), 'FIHRIST_SEALING_KEY', folder);

test.each([BASE64, HEX, HEX.toUpperCase(), Buffer.from(BYTES).toString('base64url')])(
  'a secret is read from the setting or a file: %s',
  async (text) => {
    expect(await readSetting({ FIHRIST_SEALING_KEY: text })).toEqual(BYTES);
    const file = join(folder, 'سر');
    writeFileSync(file, `${text}\n`);
    expect(await readSetting({ FIHRIST_SEALING_KEY_FILE: file })).toEqual(BYTES);
  },
);

test('without a setting the data folder keeps a secret of its own', async () => {
  const secret = new Uint8Array(await readSetting({}));
  expect(secret).toHaveLength(32);
  expect(new Uint8Array(await readSetting({}))).toEqual(secret);
  expect(new Uint8Array(readFileSync(join(folder, 'sealing-key')))).toEqual(secret);
});

test('refuses an invalid secret by the name of its setting, without its value', async () => {
  const value = 'too-short-to-be-a-secret';
  expect(() => parseSettings({ FIHRIST_SEALING_KEY: value })).toThrow(/^FIHRIST_SEALING_KEY: must be 32/u);
  expect(() => parseSettings({ FIHRIST_SEALING_KEY: value })).not.toThrow(new RegExp(value, 'u'));
  expect(() => parseSettings({ FIHRIST_SEALING_KEY: BASE64, FIHRIST_SEALING_KEY_FILE: '/key' })).toThrow(
    /cannot be set together with FIHRIST_SEALING_KEY_FILE/u,
  );
  const file = join(folder, 'سر');
  await expect(readSetting({ FIHRIST_SEALING_KEY_FILE: file })).rejects.toThrow(
    /FIHRIST_SEALING_KEY_FILE: cannot be read \(ENOENT\)/u,
  );
  writeFileSync(file, value);
  await expect(readSetting({ FIHRIST_SEALING_KEY_FILE: file })).rejects.toThrow(/its content must be 32/u);
});
