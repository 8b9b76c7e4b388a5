import { afterEach, beforeEach, expect, test } from 'vitest';
import { capabilitiesSchema } from '#contract/capabilities.ts';
import { keyListSchema, type SignIn, sessionSchema, signInResponseSchema } from '#contract/session.ts';
import { createSignInCode, ensureOperatorKey } from '#gateway/modules/access/services/sign-in.ts';
import { createTestGateway, TEST_KEY, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway();
});
afterEach(() => gateway.close());

const exchange = (code: string, more: { name?: string; zone?: string } = {}): Promise<Response> =>
  gateway.call('/api/Session', {
    method: 'POST',
    json: { code, name: 'Firefox', ...more },
    headers: { 'x-user-auth': null, 'x-bot': null },
  });
const signIn = async (zone?: string): Promise<SignIn> => {
  const code = await createSignInCode(gateway.ports.keys, gateway.ports.clock.now());
  return signInResponseSchema.parse(
    await responseOf(await exchange(code, zone === undefined ? {} : { zone })),
  );
};

test('a code makes one key of an owner, for thirty days, named after browser and date', async () => {
  const { key, botId, view } = await signIn();
  expect(view).toMatchObject({ name: 'Firefox, 2026-11-21', role: 'owner', createdBy: 'code', bots: [1, 2] });
  expect(view.expiresOn).toBe('2026-12-21T09:00:00.000Z');
  expect(key.startsWith(view.prefix)).toBe(true);
  expect(view.prefix.length).toBeLessThan(key.length / 2);
  const session = await gateway.call('/api/Session', {
    headers: { 'x-user-auth': key, 'x-bot': String(botId) },
  });
  expect(sessionSchema.parse(await responseOf(session)).view).toMatchObject({ id: view.id, current: true });
  gateway.time.now = new Date('2026-12-21T09:00:00Z');
  expect((await gateway.call('/api/Session', { headers: { 'x-user-auth': key } })).status).toBe(401);
});

test('the first browser sets the time zone of bots without one, and the audit log shows the change', async () => {
  const zones = async () => {
    const session = sessionSchema.parse(await responseOf(await sessionWith(signedIn, '1')));
    return session.bots.map(({ zone }) => zone);
  };
  const { ledger, bots, audit } = gateway.ports;
  await ledger.grant(2, 'text', 100, { period: 'daily', zone: 'Africa/Cairo' });
  const { key: signedIn } = await signIn('Not/AZone');
  expect(await zones()).toEqual(['UTC', 'Africa/Cairo']);
  const { view } = await signIn('Asia/Riyadh');
  expect(await zones()).toEqual(['Asia/Riyadh', 'Africa/Cairo']);
  expect((await audit.list(1, { offset: 0, limit: 1 })).items).toMatchObject([
    {
      action: 'signIn',
      actor: { keyId: view.id },
      subject: { kind: 'bot', id: '1' },
      before: { zone: 'UTC' },
      after: { zone: 'Asia/Riyadh' },
    },
  ]);
  // A zone chosen by a person stays, UTC included.
  await signIn('Europe/Berlin');
  expect(await zones()).toEqual(['Asia/Riyadh', 'Africa/Cairo']);
  await gateway.call('/api/Bots/1', { method: 'PUT', json: { zone: 'UTC' } });
  await signIn('Europe/Berlin');
  expect(await zones()).toEqual(['UTC', 'Africa/Cairo']);
  expect((await bots.get(1))?.settings.zoneChosen).toBe(true);
});

test('the first browser keeps UTC where the audit log shows that a person chose it', async () => {
  const zone = async () => (await gateway.ports.ledger.all(1))[0]?.zone;
  for (const zone of ['Africa/Cairo', 'UTC'])
    await gateway.call('/api/Bots/1', { method: 'PUT', json: { zone: zone } });
  // As versions left it that did not keep the choice.
  await gateway.ports.bots.change(1, { settings: { zoneChosen: false } }, undefined);
  await gateway.call('/api/Bots/1', { method: 'PUT', json: { name: 'بوت المتجر' } });
  await signIn('Asia/Riyadh');
  expect(await zone()).toBe('UTC');
});

test('a sign-in code works once, also when two browsers redeem it at the same moment', async () => {
  const code = await createSignInCode(gateway.ports.keys, gateway.ports.clock.now());
  const statuses = await Promise.all([exchange(code), exchange(code), exchange(code)]);
  expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await faultOf(await exchange(code))).toMatchObject({ status: 401, fault: 'code-used' });
});

test('a sign-in code expires after ten minutes', async () => {
  const code = await createSignInCode(gateway.ports.keys, gateway.ports.clock.now());
  gateway.time.now = new Date('2026-11-21T09:10:00Z');
  expect((await exchange(code)).status).toBe(401);
  expect((await exchange('short')).status).toBe(400);
});

test("signing out ends a key that a sign-in code made, but not the operator's key", async () => {
  const { key } = await signIn();
  const out = (secret: string): Promise<Response> =>
    gateway.call('/api/Session', { method: 'DELETE', headers: { 'x-user-auth': secret } });
  expect(await responseOf(await out(key))).toEqual({ revoked: true });
  expect((await gateway.call('/api/Session', { headers: { 'x-user-auth': key } })).status).toBe(401);
  expect(await responseOf(await out(TEST_KEY))).toEqual({ revoked: false });
  expect((await gateway.call('/api/Session')).status).toBe(200);
});

test('the key list shows no secrets, and only owners revoke keys', async () => {
  const { key, view } = await signIn();
  await gateway.addKey('curator', { role: 'curator' });
  const response = await gateway.call('/api/Keys');
  const text = await response.clone().text();
  expect(text).not.toContain(key);
  const { items } = keyListSchema.parse(await responseOf(response));
  expect(items.filter(({ current }) => current)).toHaveLength(1);
  expect(items.map(({ id }) => id)).toContain(view.id);
  const revoke = (headers: Record<string, string> = {}): Promise<Response> =>
    gateway.call(`/api/Keys/${view.id}`, { method: 'DELETE', headers });
  expect((await revoke({ 'x-user-auth': 'curator' })).status).toBe(403);
  // It is good for every bot, the owner of one does not rule over it.
  expect(await faultOf(await revoke())).toMatchObject({ status: 403, fault: 'not-allowed' });
  await gateway.addKey('owner of all', { allBots: true, bots: [] });
  expect((await revoke({ 'x-user-auth': 'owner of all' })).status).toBe(200);
  expect((await gateway.call('/api/Session', { headers: { 'x-user-auth': key } })).status).toBe(401);
  expect(await faultOf(await revoke())).toMatchObject({ status: 404, fault: 'key-not-found' });
});

test("the operator's key is stored by its hash, once", async () => {
  for (let start = 0; start < 2; start++)
    await ensureOperatorKey(gateway.ports.keys, 'a-key-that-i-chose', gateway.ports.clock.now());
  const operatorKeys = (await gateway.ports.keys.list()).filter(({ name }) => name === 'FIHRIST_API_KEY');
  expect(operatorKeys).toHaveLength(1);
  expect(JSON.stringify(operatorKeys)).not.toContain('that-i-chose');
  expect(
    (await gateway.call('/api/Session', { headers: { 'x-user-auth': 'a-key-that-i-chose' } })).status,
  ).toBe(200);
});

const sessionWith = (key: string, bot = '1'): Promise<Response> =>
  gateway.call('/api/Session', { headers: { 'x-user-auth': key, 'x-bot': bot } });
const chooseKey = (secret: string): Promise<boolean> =>
  ensureOperatorKey(gateway.ports.keys, secret, gateway.ports.clock.now());

test('a new operator key ends the previous operator key alone', async () => {
  const { key } = await signIn();
  await chooseKey('the-first-key-that-i-chose');
  expect(await chooseKey('the-second-key-that-i-chose')).toBe(true);
  expect((await sessionWith('the-first-key-that-i-chose')).status).toBe(401);
  for (const good of ['the-second-key-that-i-chose', key, TEST_KEY])
    expect((await sessionWith(good)).status).toBe(200);
  // What was revoked does not come back by a restart.
  expect(await chooseKey('the-first-key-that-i-chose')).toBe(false);
  expect((await sessionWith('the-first-key-that-i-chose')).status).toBe(401);
});

test("the operator's key covers every bot, later bots included", async () => {
  await chooseKey('a-key-for-all-bots');
  for (const bot of ['1', '2']) expect((await sessionWith('a-key-for-all-bots', bot)).status).toBe(200);
  expect((await sessionWith('a-key-for-all-bots', '3')).status).toBe(403);
  await gateway.ports.bots.createIfMissing({ id: 3, name: 'ثالث' }, gateway.ports.clock.now());
  expect((await sessionWith('a-key-for-all-bots', '3')).status).toBe(200);
});

test('a printed link signs in to the bot of the settings', async () => {
  await gateway.close();
  gateway = await createTestGateway({ settings: { botId: 2 } });
  expect((await signIn()).botId).toBe(2);
});

test('a short operator key has no visible prefix', async () => {
  await chooseKey('nineteen-characters');
  await chooseKey('twenty-characters-ok');
  const prefixes = (await gateway.ports.keys.list()).filter(({ name }) => name === 'FIHRIST_API_KEY');
  expect(prefixes.map(({ prefix }) => prefix).toSorted()).toEqual(['', 'twen']);
});

test('no line of the log holds a key, a code, a signature, a question or a text', async () => {
  const { key } = await signIn();
  await gateway.addUnit('دليل سري', 'محتوى سري للغاية يبدأ في التاسعة.');
  await gateway.indexAll();
  const unit = (await (await gateway.call('/api/AIKnowledge/byId/1')).json()) as {
    aiKnowledgeSources: { content: string }[];
  };
  const { pathname } = new URL(unit.aiKnowledgeSources[0]?.content ?? '');
  await gateway.call(pathname);
  await gateway.call('/api/v1/RAG/Answer', {
    method: 'POST',
    headers: { 'x-user-auth': key },
    json: { Question: 'سؤال خاص: متى يبدأ؟', IndexNames: ['دليل سري'] },
  });
  await exchange('a-code-that-nobody-printed');
  const log = JSON.stringify(gateway.lines);
  expect(gateway.lines.length).toBeGreaterThan(5);
  for (const secret of [
    key,
    TEST_KEY,
    'nobody-printed',
    pathname.split('/')[5] ?? '?',
    'سري للغاية',
    'سؤال خاص',
  ])
    expect(log).not.toContain(secret);
});

test('capabilities announce the limits, the numbers of the status and what is accepted', async () => {
  const capabilities = capabilitiesSchema.parse(await responseOf(await gateway.call('/api/Capabilities')));
  expect(capabilities).toMatchObject({
    modelFamily: 'Model',
    sourceStatus: { 0: 'waiting', 1: 'indexing', 2: 'ready', 3: 'failed' },
    limits: { maxUploadBytes: 5 * 1024 * 1024, maxSources: 50, concurrency: 20 },
    models: { chat: false },
  });
  expect(capabilities.accepts).toContainEqual({ extension: 'pdf', mime: 'application/pdf', readable: true });
  expect(capabilities.accepts).toContainEqual({ extension: 'png', mime: 'image/png', readable: false });
  const extensions = capabilities.accepts.map(({ extension }) => extension);
  expect(new Set(extensions).size).toBe(extensions.length);
  expect(capabilities.extensions).toContain('listUnits');
  expect(capabilities.extensions).not.toContain('answer');
});
