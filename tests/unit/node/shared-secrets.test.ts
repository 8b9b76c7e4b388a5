import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSecretFingerprintStore } from '#gateway/modules/access/sql/secret-fingerprints.ts';
import { explainStartFailure } from '#gateway/node/server/settings/explain-start-failure.ts';
import { parseSettings } from '#gateway/node/server/settings/settings.ts';
import { readSharedSecrets } from '#gateway/node/server/settings/shared-secrets.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import { openMemory } from '#tests/support/open-test-database.ts';

const secretOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');

let folder = '';
let db: SqlDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-'));
  db = await openMemory();
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const start = (environment: Record<string, string> = {}) =>
  readSharedSecrets(parseSettings(environment), folder, createSecretFingerprintStore(db));
const refusal = async (environment: Record<string, string> = {}): Promise<string> =>
  start(environment).then(() => 'it started', explainStartFailure);

test('a folder keeps its secrets from start to start, and the database holds neither', async () => {
  const first = await start();
  expect(await start()).toEqual(first);
  const rows = await db.read.selectFrom('secret_fingerprint').selectAll().execute();
  expect(rows.map(({ name }) => name).toSorted()).toEqual(['FIHRIST_SEALING_KEY', 'FIHRIST_SIGNING_SECRET']);
  for (const secret of Object.values(first))
    for (const form of ['hex', 'base64'] as const)
      expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString(form));
});

test('a lost or changed key file is named and not made once more, until other secrets are accepted', async () => {
  const { FIHRIST_SIGNING_SECRET: signing } = await start();
  const file = join(folder, 'sealing-key');
  rmSync(file);
  const lost = await refusal();
  expect(lost).toContain(`FIHRIST_SEALING_KEY: the file ${file} is missing.`);
  expect(lost).toMatch(/keys of model servers[^]*from a backup[^]*npm run fihrist -- secrets accept/);
  expect(lost).not.toContain('FIHRIST_SIGNING_SECRET');
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, Buffer.alloc(32, 7));
  expect(await refusal()).toContain('is not the one that this database was used with');
  await createSecretFingerprintStore(db).forgetAll();
  expect(await start()).toEqual({
    FIHRIST_SIGNING_SECRET: signing,
    FIHRIST_SEALING_KEY: Buffer.alloc(32, 7),
  });
});

test('a lost signing secret invalidates file addresses and no sealed value', async () => {
  await start();
  rmSync(join(folder, 'signing-secret'));
  const lost = await refusal();
  expect(lost).toMatch(
    /signing-secret is missing[^]*npm run fihrist -- secrets accept[^]*File addresses[^]*no longer open/,
  );
  expect(lost).not.toMatch(/Owners|webhook|model server/);
});

test('refuses a second server with another secret by the name of its setting, without its value', async () => {
  const shared = { FIHRIST_SIGNING_SECRET: secretOf(1), FIHRIST_SEALING_KEY: secretOf(2) };
  await start(shared);
  await start(shared);
  const other = await refusal({ ...shared, FIHRIST_SEALING_KEY: secretOf(3) });
  expect(other).toContain('FIHRIST_SEALING_KEY: is not the secret that this database was used with.');
  expect(other).not.toContain('FIHRIST_SIGNING_SECRET');
  expect(other).not.toContain(secretOf(3));
  // Without the settings a machine would make secrets of its own.
  expect(await refusal()).toMatch(/FIHRIST_SIGNING_SECRET: the file[^]*FIHRIST_SEALING_KEY: the file/);
});
