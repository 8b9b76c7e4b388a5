import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type Bot,
  type BotChange,
  botListSchema,
  botReceiptSchema,
  botSchema,
  type NewBot,
} from '#contract/bots.ts';
import { sessionSchema } from '#contract/session.ts';
import { createTestGateway, TEST_KEY, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';
import { sweepOnce } from '#tests/support/sweep.ts';

const ALL = 'fih_key-of-the-owner-of-all';
const DAY = 24 * 60 * 60 * 1000;
let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway();
  await gateway.addKey(ALL, { allBots: true, bots: [] });
});
afterEach(() => gateway.close());

type Init = Parameters<TestGateway['call']>[1] & { etag?: string };
const send = (path: string, { etag, ...init }: Init = {}, key = ALL, bot = '1') =>
  gateway.call(`/api/Bots${path}`, {
    ...init,
    headers: { 'x-user-auth': key, 'x-bot': bot, ...(etag ? { 'if-match': etag } : {}) },
  });
const post = (path: string, key = ALL, bot = '1') => send(path, { method: 'POST' }, key, bot);
const bot = async (reply: Promise<Response>): Promise<Bot> => botSchema.parse(await responseOf(await reply));
const create = (json: NewBot, key = ALL) => send('', { method: 'POST', json }, key);
const change = (id: number, json: BotChange, init: Init = {}) =>
  send(`/${id}`, { method: 'PUT', json, ...init });
const remove = (id: number, query = '', key = ALL) => send(`/${id}${query}`, { method: 'DELETE' }, key);
const list = async (query = '', key = ALL) =>
  botListSchema.parse(await responseOf(await send(query, {}, key)));
const status = async (path: string, botId: number, init: Init = {}, key = ALL) =>
  (await gateway.call(path, { ...init, headers: { 'x-user-auth': key, 'x-bot': String(botId) } })).status;
const later = (ms: number) => void (gateway.time.now = new Date(gateway.time.now.getTime() + ms));

test('a new bot has what the gateway grants, or what was requested, and its own quota', async () => {
  const plain = await bot(create({ name: ' دعم  العملاء ' }));
  expect(plain).toMatchObject({
    id: 3,
    name: 'دعم العملاء',
    quotas: { text: 1_000_000, speech: 100_000, audio: 100_000 },
    period: 'none',
    zone: 'UTC',
    concurrency: null,
    allowedHosts: [],
    units: 0,
    archivedOn: null,
    deletedOn: null,
    manageable: true,
  });
  const requested = await bot(
    create({
      name: 'الموارد البشرية',
      quotas: { text: 100, audio: null },
      period: 'monthly',
      zone: 'Asia/Riyadh',
      concurrency: 3,
      allowedHosts: ['*.Example.org', 'موقع.السعودية'],
    }),
  );
  expect(requested).toMatchObject({
    id: 4,
    quotas: { text: 100, speech: 100_000 },
    period: 'monthly',
    zone: 'Asia/Riyadh',
    concurrency: 3,
    allowedHosts: ['*.example.org', 'موقع.السعودية'],
  });
  expect(requested.quotas).not.toHaveProperty('audio');
  const reply = await gateway.call('/api/Capabilities', { headers: { 'x-user-auth': ALL, 'x-bot': '4' } });
  expect(reply.headers.get('x-consumption')).toBe('0/100');
  expect(await responseOf(reply)).toMatchObject({ limits: { concurrency: 3 } });
});

test('only an owner of every bot makes another', async () => {
  await gateway.addKey('curator', { role: 'curator', allBots: true });
  for (const key of [TEST_KEY, 'curator'])
    expect(await faultOf(await create({ name: 'بوت' }, key))).toMatchObject({
      status: 403,
      fault: 'not-allowed',
    });
  for (const wrong of [{ zone: 'Asia/Nowhere' }, { concurrency: 0 }, { quotas: { text: -1 } }, { name: ' ' }])
    expect((await create({ name: 'بوت', ...wrong })).status).toBe(400);
  expect((await list()).total).toBe(2);
});

test('bots are listed by the page, searched, and only those the key is good for', async () => {
  await gateway.addUnit('دليل', 'نص');
  await create({ name: 'مساعدة' });
  expect((await list('?limit=2')).items.map(({ id, units }) => [id, units])).toEqual([
    [1, 1],
    [2, 0],
  ]);
  expect((await list('?offset=2')).items.map(({ id }) => id)).toEqual([3]);
  expect((await list(`?search=${encodeURIComponent('مساعده')}`)).items.map(({ id }) => id)).toEqual([3]);
  expect(await list('', TEST_KEY)).toMatchObject({ total: 1, items: [{ id: 1, manageable: true }] });
  await gateway.addKey('tester', { role: 'tester', bots: [1, 3] });
  const seen = await list('', 'tester');
  expect(seen.items.map(({ id, manageable }) => [id, manageable])).toEqual([
    [1, false],
    [3, false],
  ]);
});

test('settings change over the version that was meant', async () => {
  const [first] = (await list()).items;
  if (!first) throw new Error('no bot');
  const renamed = await bot(change(1, { name: 'دليل الموظف' }, { etag: first.etag }));
  expect(renamed).toEqual({ ...first, name: 'دليل الموظف', etag: renamed.etag });
  const stale = await change(1, { name: 'x' }, { etag: first.etag });
  expect(stale.headers.get('etag')).toBe(renamed.etag);
  expect(await faultOf(stale)).toMatchObject({
    status: 409,
    fault: 'stale-bot',
    parameters: { name: 'دليل الموظف' },
  });
  const changed = await bot(
    change(1, { quotas: { text: 50, speech: null }, period: 'daily', zone: 'Africa/Cairo', concurrency: 2 }),
  );
  expect(changed).toMatchObject({
    name: 'دليل الموظف',
    quotas: { text: 50, audio: 100_000 },
    period: 'daily',
    zone: 'Africa/Cairo',
    concurrency: 2,
  });
  expect(changed.quotas).not.toHaveProperty('speech');
  const audio = await gateway.ports.ledger.state(1, 'audio');
  expect(audio).toMatchObject({ period: 'daily', zone: 'Africa/Cairo' });
  expect(await bot(change(1, { quotas: { speech: 7 } }))).toMatchObject({ quotas: { speech: 7 } });
  expect(await gateway.ports.ledger.state(1, 'speech')).toMatchObject({
    period: 'daily',
    zone: 'Africa/Cairo',
  });
  expect((await bot(change(1, { concurrency: null }))).concurrency).toBeNull();
});

test("a bot outside the key's grant is 404 like an unknown bot, in every call", async () => {
  const attempts = (id: number | string) => [
    send(`/${id}`, { method: 'PUT', json: { name: 'x' } }, TEST_KEY),
    post(`/${id}/archive`, TEST_KEY),
    post(`/${id}/restore`, TEST_KEY),
    send(`/${id}`, { method: 'DELETE' }, TEST_KEY),
    send(`/${id}?forever=true`, { method: 'DELETE' }, TEST_KEY),
  ];
  for (const id of [2, 99, 'x', '0'])
    for (const attempt of attempts(id))
      expect(await faultOf(await attempt)).toMatchObject({
        status: 404,
        fault: 'bot-not-found',
        parameters: { id },
        text: `Bot ${id} does not exist or is not available to this key. Check the ID. It may have been deleted.`,
      });
  expect((await list()).items.every(({ deletedOn, archivedOn }) => !deletedOn && !archivedOn)).toBe(true);
});

test('an archived bot can be read and managed, not asked or changed; restoring it opens it again', async () => {
  const id = await gateway.addUnit('دليل', 'يبدأ الدوام في التاسعة.');
  await gateway.indexAll();
  const archived = await bot(post('/1/archive'));
  expect(archived.archivedOn).toBe('2026-11-21T09:00:00.000Z');
  expect((await bot(post('/1/archive'))).etag).toBe(archived.etag);
  const question = { method: 'POST', json: { Question: 'متى يبدأ الدوام؟' } };
  const refused = await gateway.call('/api/v1/RAG/Answer', question);
  expect(await faultOf(refused)).toMatchObject({ status: 403, fault: 'bot-archived' });
  expect(await status(`/api/AIKnowledge/1/${id}`, 1, { method: 'DELETE' })).toBe(403);
  for (const path of [`/api/AIKnowledge/byId/${id}`, '/api/AIKnowledge/all/1', '/api/Keys', '/api/Usage/1'])
    expect([path, await status(path, 1)]).toEqual([path, 200]);
  const session = await gateway.call('/api/Session');
  expect(sessionSchema.parse(await responseOf(session)).bots).toEqual([
    { id: 1, name: 'دليل', archived: true, zone: 'UTC' },
  ]);
  expect((await bot(post('/1/restore', TEST_KEY))).archivedOn).toBeNull();
  expect((await gateway.call('/api/v1/RAG/Answer', question)).status).toBe(200);
});

test('a deleted bot is unknown to every call at once, and comes back whole within thirty days', async () => {
  await gateway.addKey('second', { bots: [2] });
  const receipt = botReceiptSchema.parse(await responseOf(await remove(2)));
  expect(receipt).toMatchObject({ deleted: 'bin', units: 0, passages: null, keysRevoked: null });
  const unknown = await faultOf(
    await gateway.call('/api/Session', { headers: { 'x-user-auth': ALL, 'x-bot': '77' } }),
  );
  const gone = await gateway.call('/api/Session', { headers: { 'x-user-auth': 'second', 'x-bot': '2' } });
  expect(await faultOf(gone)).toEqual(unknown);
  const [, binned] = (await list()).items;
  expect(binned).toMatchObject({
    id: 2,
    deletedOn: '2026-11-21T09:00:00.000Z',
    purgesOn: '2026-12-21T09:00:00.000Z',
  });
  expect((await remove(2)).status).toBe(404);
  expect((await change(2, { name: 'x' })).status).toBe(404);
  later(30 * DAY);
  await sweepOnce(gateway.ports);
  expect((await bot(post('/2/restore'))).deletedOn).toBeNull();
  expect(await status('/api/Session', 2, {}, 'second')).toBe(200);
});

test('the sweep empties a due bin and records the removal in the audit log', async () => {
  await remove(2);
  later(30 * DAY + 1);
  while (await sweepOnce(gateway.ports));
  expect((await post('/2/restore')).status).toBe(404);
  expect((await list()).items.map(({ id }) => id)).toEqual([1]);
  const { items } = await gateway.ports.audit.list(2, { offset: 0, limit: 10 });
  expect(items[0]).toMatchObject({
    actor: { kind: 'gateway' },
    action: 'emptyBin',
    subject: { name: 'Second' },
  });
  // The audit of a bot that is gone is read by nobody.
  expect((await gateway.ports.audit.list(1, { offset: 0, limit: 1 })).items).toMatchObject([
    {
      actor: { kind: 'gateway' },
      action: 'emptyBin',
      subject: { kind: 'bot', id: '2', name: '' },
      before: null,
      after: { removed: { units: 0 } },
    },
  ]);
  expect(await gateway.ports.bots.removals()).toHaveLength(1);
  later(DAY);
  await sweepOnce(gateway.ports);
  expect(await gateway.ports.bots.removals()).toEqual([]);
});

test('a bot goes for good with all it knows, and the receipt says how much; the audit stays', async () => {
  const { id } = await bot(create({ name: 'مؤقت' }));
  await gateway.addKey('temporary', { bots: [id] });
  const headers = { 'x-user-auth': 'temporary', 'x-bot': String(id) };
  const form = new FormData();
  form.set('Attachment', new Blob(['# دليل\n\nيبدأ الدوام في التاسعة.']), 'دليل.md');
  const uploaded = await gateway.call('/api/UploadBlob', { method: 'POST', body: form, headers });
  const file = (await uploaded.json()) as { FileURL: string; FileName: string; FilePath: string };
  const source = { FileName: file.FileName, FileUrl: file.FileURL, FilePath: file.FilePath };
  const size = (await gateway.ports.files.byPath(id, file.FilePath))?.size;
  const registered = await gateway.call(`/api/AIKnowledge/${id}`, {
    method: 'POST',
    json: { title: 'دليل', KnowledgeSource: 0, SourceContent: [{ ...source, FileSize: size }] },
    headers,
  });
  expect(registered.status).toBe(200);
  await gateway.indexAll();
  const { pathname } = new URL(file.FileURL);
  expect((await gateway.call(pathname)).status).toBe(200);

  const receipt = botReceiptSchema.parse(await responseOf(await remove(id, '?forever=true')));
  expect(receipt).toEqual({ deleted: 'forever', units: 1, passages: 1, files: 1, blobs: 1, keysRevoked: 1 });
  expect((await gateway.call('/api/Session', { headers })).status).toBe(401);
  expect(await faultOf(await gateway.call(pathname))).toMatchObject({ status: 403, fault: 'link-expired' });
  expect(
    await gateway.ports.units.list(id, { offset: 0, limit: 5, sort: { by: 'title', descending: false } }),
  ).toEqual({
    items: [],
    total: 0,
  });
  expect(await gateway.ports.ledger.all(id)).toEqual([]);
  expect(await gateway.ports.blobs.list({ committedBefore: new Date(8e15), limit: 10 })).toEqual([]);
  const { items } = await gateway.ports.audit.list(id, { offset: 0, limit: 20 });
  expect(items.map(({ action, subject }) => `${action} ${subject.kind}`)).toEqual([
    'deleteBot bot',
    'deleteBot key',
    'registerUnit unit',
    'upload file',
    'createBot bot',
  ]);
  expect(items[0]?.after).toEqual({ removed: { units: 1, passages: 1, files: 1, blobs: 1, keysRevoked: 1 } });
  expect((await remove(id, '?forever=true')).status).toBe(404);
  expect((await bot(create({ name: 'آخر' }))).id).toBe(id + 1);
});

test('the sweep finishes a removal that a crash interrupted', async () => {
  await gateway.addUnit('دليل', 'نص');
  await gateway.indexAll();
  await gateway.ports.bots.beginRemoval(1, gateway.ports.clock.now());
  expect(await status('/api/Session', 1)).toBe(403);
  while (await sweepOnce(gateway.ports));
  expect(await gateway.ports.bots.removeSlice(1)).toBe(false);
  // A call that was under way when it went may come back late.
  await gateway.ports.idempotency.save('1:key:upload', 'مفتاح', '', '{}', gateway.ports.clock.now());
  await sweepOnce(gateway.ports);
  expect(await gateway.ports.idempotency.find('1:key:upload', 'مفتاح')).toBeUndefined();
  later(60 * 60 * 1000);
  await sweepOnce(gateway.ports);
  expect(await gateway.ports.bots.removals()).toEqual([]);
});

test('the bot of the settings and the last bot cannot be deleted', async () => {
  for (const query of ['', '?forever=true'])
    expect(await faultOf(await remove(1, query, TEST_KEY))).toMatchObject({
      status: 409,
      fault: 'bot-from-settings',
      parameters: { id: 1, setting: 'FIHRIST_BOT_ID' },
    });
  await gateway.close();
  gateway = await createTestGateway({ settings: { botId: 9 } });
  await gateway.addKey(ALL, { allBots: true, bots: [] });
  expect((await send('/1', { method: 'DELETE' }, ALL, '2')).status).toBe(200);
  for (const query of ['', '?forever=true'])
    expect(await faultOf(await send(`/2${query}`, { method: 'DELETE' }, ALL, '2'))).toMatchObject({
      status: 409,
      fault: 'last-bot',
    });
  expect((await send('/1?forever=true', { method: 'DELETE' }, ALL, '2')).status).toBe(200);
});

test('the audit log of a bot shows each change with the fields before and after', async () => {
  await change(2, { name: 'ثان', quotas: { text: 5 }, allowedHosts: ['example.org'] });
  await post('/2/archive');
  await remove(2);
  await post('/2/restore');
  const { items } = await gateway.ports.audit.list(2, { offset: 0, limit: 20 });
  expect(items.toReversed().map(({ action, before, after }) => [action, before, after])).toEqual([
    [
      'changeBot',
      { name: 'Second', allowedHosts: [], quotas: { text: 1_000_000, speech: 100_000, audio: 100_000 } },
      { name: 'ثان', allowedHosts: ['example.org'], quotas: { text: 5, speech: 100_000, audio: 100_000 } },
    ],
    ['archiveBot', { archivedOn: null }, { archivedOn: '2026-11-21T09:00:00.000Z' }],
    ['deleteBot', { deletedOn: null }, { deletedOn: '2026-11-21T09:00:00.000Z' }],
    ['restoreBot', { deletedOn: '2026-11-21T09:00:00.000Z' }, { deletedOn: null }],
  ]);
  // Where the call came through, only that it was deleted is recorded, and no name of it.
  const elsewhere = await gateway.ports.audit.list(1, { offset: 0, limit: 20 });
  expect(elsewhere.items).toMatchObject([
    { action: 'deleteBot', subject: { kind: 'bot', id: '2', name: '' }, before: null },
  ]);
});

test('a bot that deletes itself is audited at the bot of the settings, with the ended keys and without its name', async () => {
  await gateway.addKey('only', { bots: [2], name: 'مفتاح الفرع' });
  await gateway.addKey('both', { bots: [1, 2] });
  const ids = async (name: string) =>
    (await gateway.ports.keys.list()).filter((key) => key.name === name).map(({ id }) => id);
  const [only] = await ids('مفتاح الفرع');
  const recorded = async (botId: number) => {
    const { items } = await gateway.ports.audit.list(botId, { offset: 0, limit: 20 });
    return items.map(({ action, subject: { kind, id, name }, after }) => [action, kind, id, name, after]);
  };
  expect((await send('/2', { method: 'DELETE' }, 'only', '2')).status).toBe(200);
  const deletedOn = '2026-11-21T09:00:00.000Z';
  expect(await recorded(1)).toEqual([['deleteBot', 'bot', '2', '', { deletedOn }]]);
  await post('/2/restore');
  expect((await send('/2?forever=true', { method: 'DELETE' }, 'only', '2')).status).toBe(200);
  const [removed, ended] = await recorded(1);
  expect(removed?.slice(0, 4)).toEqual(['deleteBot', 'bot', '2', '']);
  expect(removed?.[4]).toMatchObject({ removed: { units: 0 } });
  expect(ended).toEqual(['deleteBot', 'key', only, '', { revokedOn: deletedOn }]);
  expect((await recorded(2))[1]).toEqual(['deleteBot', 'key', only, 'مفتاح الفرع', { revokedOn: deletedOn }]);
  expect(JSON.stringify(await recorded(1))).not.toContain('الفرع');
});

test('addresses are registered only at the hosts that the bot names', async () => {
  await change(1, { allowedHosts: ['docs.example.org', '*.gov.example', 'موقع.السعودية'] });
  const register = (url: string) =>
    gateway.call('/api/AIKnowledge/1', {
      method: 'POST',
      json: { title: url, KnowledgeSource: 1, SourceContent: ['https://docs.example.org/', url] },
    });
  for (const url of ['https://my.gov.example/صفحة', new URL('https://موقع.السعودية/').href])
    expect([url, (await register(url)).status]).toEqual([url, 200]);
  for (const url of [
    'https://example.org/',
    'https://gov.example/',
    'https://docs.example.org.evil.example/',
  ])
    expect(await faultOf(await register(url))).toMatchObject({
      status: 400,
      fault: 'host-not-listed',
      field: 'SourceContent[1]',
      parameters: { url, hosts: ['docs.example.org', '*.gov.example', 'موقع.السعودية'] },
    });
  const update = { method: 'PUT', json: { KnowledgeSource: 1, SourceContent: ['https://example.org/'] } };
  expect(await faultOf(await gateway.call('/api/AIKnowledge/1/1', update))).toMatchObject({
    fault: 'host-not-listed',
  });
});
