import { hostname } from 'node:os';
import { expect, test, vi } from 'vitest';
import { drain } from '#gateway/node/server/fleet/drain.ts';
import { nameProcess } from '#gateway/node/server/fleet/name-process.ts';
import { checkRole } from '#gateway/node/server/fleet/roles.ts';
import { createHealth } from '#gateway/node/server/http/health.ts';
import { parseSettings } from '#gateway/node/server/settings/settings.ts';
import { isSchemaReady } from '#gateway/sql/check-schema.ts';
import { openMemory } from '#tests/support/open-test-database.ts';

const answerOf = async (response: Response) => [response.status, await response.json()];

test('a process is ready while every part answers in time, and not once it drains', async () => {
  let outcome: () => Promise<boolean> = () => Promise.resolve(true);
  const health = createHealth(
    { database: () => outcome(), indexer: () => true },
    { timeoutMs: 20, lifetimeMs: 0 },
  );
  expect(await answerOf(await health.readyz())).toEqual([200, { status: 'ready' }]);
  const notReady = [503, { status: 'not-ready', notReady: ['database'] }];
  outcome = () => Promise.resolve(false);
  expect(await answerOf(await health.readyz())).toEqual(notReady);
  outcome = () => Promise.reject(new Error('لا تجيب'));
  expect(await answerOf(await health.readyz())).toEqual(notReady);
  outcome = () => new Promise(() => {});
  expect(await answerOf(await health.readyz())).toEqual(notReady);
  outcome = () => Promise.resolve(true);
  health.drain();
  expect(await answerOf(await health.readyz())).toEqual([
    503,
    { status: 'not-ready', notReady: ['draining'] },
  ]);
});

test('concurrent readiness calls share one check of the parts', async () => {
  let looks = 0;
  const health = createHealth({ database: () => (looks += 1) > 0 }, { lifetimeMs: 60_000 });
  const answers = await Promise.all(Array.from({ length: 50 }, () => health.readyz()));
  expect([looks, ...new Set(answers.map(({ status }) => status))]).toEqual([1, 200]);
});

test('background work that fails to stop cuts no call short, and is told at the end', async () => {
  const events: string[] = [];
  const unhandled = vi.fn<() => void>();
  process.once('unhandledRejection', unhandled);
  const drained = drain({
    health: { drain: () => events.push('draining') },
    server: { close: async () => void events.push('closed') },
    seconds: 1,
    stopWork: () => Promise.reject(new Error('لا تجيب')),
    stopping: new AbortController(),
    closing: new AbortController(),
    // Long enough for a rejection to go by unhandled.
    wait: () => new Promise((resolve) => setTimeout(() => setImmediate(resolve))),
  });
  await expect(drained).rejects.toThrow('لا تجيب');
  process.removeListener('unhandledRejection', unhandled);
  expect([events, unhandled.mock.calls]).toEqual([['draining', 'closed'], []]);
});

test('a schema of this version is ready, and a closed database is not', async () => {
  const db = await openMemory();
  expect(await isSchemaReady(db.read)).toBe(true);
  await db.close();
  await expect(isSchemaReady(db.read)).rejects.toThrow('destroyed');
});

test.each(['gateway', 'indexer'] as const)('the role %s is refused on SQLite by what to do', (role) => {
  const settings = parseSettings({ FIHRIST_ROLE: role });
  expect(() => checkRole(settings, { kind: 'sqlite', file: 'x' })).toThrow(
    /^FIHRIST_ROLE: .*database that several servers share.*"all"/,
  );
  expect(() => checkRole(parseSettings({}), { kind: 'sqlite', file: 'x' })).not.toThrow();
  expect(() => parseSettings({ FIHRIST_ROLE: role, FIHRIST_UPSTREAM: 'https://gateway.example' })).toThrow(
    /^FIHRIST_ROLE: cannot be set together with FIHRIST_UPSTREAM/,
  );
});

test.each([
  ['FIHRIST_DATABASE', 'postgres://fihrist@127.0.0.1/fihrist'],
  ['FIHRIST_DATABASE_FILE', '/etc/fihrist/database'],
  ['FIHRIST_BLOBS', 's3://files/fihrist'],
])('%s beside another server, which has a place of its own, is refused', (name, value) => {
  const s3 = { FIHRIST_S3_REGION: 'x', FIHRIST_S3_ACCESS_KEY: 'k', FIHRIST_S3_SECRET_KEY: 's' };
  const given = { ...(name === 'FIHRIST_BLOBS' ? s3 : {}), [name]: value };
  expect(() => parseSettings(given)).not.toThrow();
  expect(() => parseSettings({ ...given, FIHRIST_UPSTREAM: 'https://gateway.example' })).toThrow(
    new RegExp(`^${name}: cannot be set together with FIHRIST_UPSTREAM.*Remove one`),
  );
});

test('a process has its configured name, else its host name with its id; a single process shows no name', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const given = parseSettings({ FIHRIST_PROCESS_NAME: 'gateway-1.riyadh' });
  expect(nameProcess(given, id)).toEqual({ name: 'gateway-1.riyadh', isShown: true });
  const { name, isShown } = nameProcess(parseSettings({}), id);
  expect([name, isShown]).toEqual([`${hostname().replace(/[^\w.-]/gu, '-')}-0f8fad`, false]);
  const database = 'postgres://fihrist@127.0.0.1/fihrist';
  expect(nameProcess(parseSettings({ FIHRIST_DATABASE: database }), id).isShown).toBe(true);
});
