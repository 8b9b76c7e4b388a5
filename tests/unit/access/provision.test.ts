import { afterEach, beforeEach, expect, test } from 'vitest';
import { provision } from '#gateway/modules/access/services/provision.ts';
import { ensureOperatorKey } from '#gateway/modules/access/services/sign-in.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';

const KEY = 'a-key-that-the-operator-chose';
let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway({ settings: { botId: 7, quotas: { text: 500, speech: 60, audio: 70 } } });
});
afterEach(() => gateway.close());

const start = (key: string | undefined = KEY) => provision(gateway.ports, key);
const status = async (key: string, bot = '7') =>
  (await gateway.call('/api/Session', { headers: { 'x-user-auth': key, 'x-bot': bot } })).status;

test('the first start makes the bot of the settings with its quotas, and a key for every bot', async () => {
  await start();
  expect(await gateway.ports.bots.get(7)).toMatchObject({ name: 'Bot 7', archivedOn: null });
  expect((await gateway.ports.ledger.all(7)).map(({ ledger, total }) => [ledger, total])).toEqual([
    ['audio', 70],
    ['speech', 60],
    ['text', 500],
  ]);
  for (const bot of ['1', '2', '7']) expect(await status(KEY, bot)).toBe(200);
});

test("a server that loses the race to create the operator's key uses the stored key", async () => {
  await start();
  const { keys, clock } = gateway.ports;
  let looks = 0;
  const late = {
    ...keys,
    byHash: async (hash: string) => ((looks += 1) === 1 ? undefined : keys.byHash(hash)),
  };
  expect(await ensureOperatorKey(late, KEY, clock.now())).toBe(true);
  expect((await keys.list()).filter(({ createdBy }) => createdBy === 'operator')).toHaveLength(1);
});

test('a later start does not rename the bot, restore it from the archive, or grant a withdrawn quota', async () => {
  await start();
  await gateway.ports.bots.change(7, { name: 'دليل الموظف' });
  await gateway.ports.bots.archive(7, gateway.ports.clock.now());
  await gateway.ports.ledger.grant(7, 'text', 9);
  await gateway.ports.ledger.withdraw(7, 'speech');
  await start();
  expect(await gateway.ports.bots.get(7)).toMatchObject({
    name: 'دليل الموظف',
    archivedOn: gateway.ports.clock.now(),
  });
  expect((await gateway.ports.ledger.all(7)).map(({ ledger, total }) => [ledger, total])).toEqual([
    ['audio', 70],
    ['text', 9],
  ]);
});

test('a later start grants nothing when every ledger was withdrawn', async () => {
  await start();
  for (const kind of ['text', 'speech', 'audio'] as const) await gateway.ports.ledger.withdraw(7, kind);
  await start();
  expect(await gateway.ports.ledger.all(7)).toEqual([]);
});

test('a bot in the bin is restored; a bot under removal is created again without its old data', async () => {
  await start();
  await gateway.ports.bots.moveToBin(7, gateway.ports.clock.now());
  expect(await status(KEY)).toBe(403);
  await start();
  expect(await status(KEY)).toBe(200);
  await gateway.ports.contexts.append(7, 'k', [{ role: 'user', content: 'سؤال' }], gateway.ports.clock.now());
  await gateway.ports.bots.beginRemoval(7, gateway.ports.clock.now());
  await start();
  expect(await status(KEY)).toBe(200);
  expect(await gateway.ports.contexts.read(7, 'k', new Date(0))).toEqual([]);
  expect((await gateway.ports.ledger.all(7)).length).toBe(3);
});

test('an operator key changed by an owner stays changed, and a rotated or revoked key does not come back', async () => {
  await start();
  const own = async () => (await gateway.ports.keys.list()).find(({ createdBy }) => createdBy === 'operator');
  const { id = '' } = (await own()) ?? {};
  const now = gateway.ports.clock.now();
  await gateway.addKey('another', { allBots: true, bots: [] });
  await gateway.ports.keys.change(
    id,
    (key) => ({ ...key, name: 'التكامل', role: 'monitor', allBots: false, bots: [7] }),
    now,
  );
  await start();
  expect(await own()).toMatchObject({ name: 'التكامل', role: 'monitor', bots: [7], allBots: false });
  // A renamed operator key is still the previous key.
  await start('another-key-of-the-operator');
  expect([await status(KEY), await status('another-key-of-the-operator')]).toEqual([401, 200]);
  await start();
  expect(await status(KEY)).toBe(401);
  expect(gateway.lines.map(({ event }) => event)).toContain('operator-key-revoked');
});

test('a start without a key creates and ends no key', async () => {
  await start();
  await provision(gateway.ports, undefined);
  expect(await status(KEY)).toBe(200);
});
