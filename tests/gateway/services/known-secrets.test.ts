import { expect, test } from 'vitest';
import { createKnownSecrets } from '#gateway/services/access/known-secrets.ts';

const LONGEST = 200;

test('the hash of a secret is told for that very secret only', () => {
  const known = createKnownSecrets();
  known.keep('fih_سرّ-طويل-بما-يكفي', 'hash');
  expect(known.hashOf('fih_سرّ-طويل-بما-يكفي')).toBe('hash');
  for (const other of ['fih_سرّ-طويل-بما-يكفى', 'Fih_سرّ-طويل-بما-يكفي', 'fih_', '', 'fih_سرّ-طويل-بما-يكفي '])
    expect(known.hashOf(other)).toBeUndefined();
  known.drop('fih_');
  expect(known.hashOf('fih_سرّ-طويل-بما-يكفي')).toBe('hash');
  known.drop('fih_سرّ-طويل-بما-يكفي');
  expect(known.hashOf('fih_سرّ-طويل-بما-يكفي')).toBeUndefined();
});

test('so many are kept, those used last; none that is too long to be right', () => {
  const known = createKnownSecrets(3);
  for (const secret of ['a', 'b', 'c', 'a', 'd']) known.keep(secret, `hash of ${secret}`);
  expect(['a', 'b', 'c', 'd'].map((secret) => known.hashOf(secret))).toEqual([
    'hash of a',
    undefined,
    'hash of c',
    'hash of d',
  ]);
  known.keep('x'.repeat(LONGEST + 1), 'hash');
  expect(known.hashOf('x'.repeat(LONGEST + 1))).toBeUndefined();
});

test('two secrets at one place of the table are never taken for each other', () => {
  const known = createKnownSecrets(1_000_000);
  const secrets = Array.from({ length: 150_000 }, (_, index) => `key-${index.toString(36)}`);
  for (const secret of secrets) known.keep(secret, secret);
  // Of so many, two or three meet in 32 bits; the later one stays, and the earlier is hashed again.
  const wrong = secrets.filter((secret) => ![secret, undefined].includes(known.hashOf(secret)));
  expect(wrong).toEqual([]);
});
