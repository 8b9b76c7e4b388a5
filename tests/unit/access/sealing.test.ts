import { expect, test } from 'vitest';
import { createSecretSealer, UnsealError } from '#gateway/modules/access/services/secret-sealer.ts';

const KEY = new Uint8Array(32).fill(7);
const SECRET = 'whsec_سرّ';

test('opens a secret with another sealer of the same key', async () => {
  const sealed = await createSecretSealer(KEY).seal(SECRET, 'webhook of bot 1');
  expect(sealed).not.toContain('whsec');
  expect(await createSecretSealer(KEY).open(sealed, 'webhook of bot 1')).toBe(SECRET);
});

test('never produces the same ciphertext twice', async () => {
  const sealer = createSecretSealer(KEY);
  const sealed = await Promise.all(Array.from({ length: 20 }, () => sealer.seal(SECRET, 'a')));
  expect(new Set(sealed).size).toBe(20);
});

test('refuses a secret of another key, of another context, or with a changed byte', async () => {
  const sealer = createSecretSealer(KEY);
  const sealed = await sealer.seal(SECRET, 'a');
  const other = createSecretSealer(new Uint8Array(32).fill(8));
  await expect(other.open(sealed, 'a')).rejects.toThrow(UnsealError);
  await expect(sealer.open(sealed, 'b')).rejects.toThrow(UnsealError);
  for (let index = 0; index < sealed.length - 1; index += 1) {
    const changed = sealed.slice(0, index) + (sealed[index] === 'A' ? 'B' : 'A') + sealed.slice(index + 1);
    await expect(sealer.open(changed, 'a')).rejects.toThrow(UnsealError);
  }
  for (const nothing of ['', 'v1', 'v1..', 'v1.AAAA.AAAA', SECRET])
    await expect(sealer.open(nothing, 'a')).rejects.toThrow(UnsealError);
});
