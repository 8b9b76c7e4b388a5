import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ModelServers, ModelTestResult } from '#contract/models.ts';
import { modelServersSchema, modelTestResultSchema } from '#contract/models.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import {
  type FakeModelServer,
  failing,
  keyRefused,
  modelUnknown,
  startFakeModelServer,
} from '#tests/support/fake-model-server.ts';
import { createTestGateway, TEST_KEY, type TestGateway } from '#tests/support/gateway.ts';
import { responseOf } from '#tests/support/replies.ts';

const OF_ALL = 'fih_owner-of-every-bot';
const UPSTREAM_KEY = 'sk-never-told-to-anybody-9f31';
const CHAT = { scope: 'bot', url: 'http://127.0.0.1:11434/v1', model: 'qwen2.5:7b' };

let gateway: TestGateway;
let fake: FakeModelServer;
beforeEach(async () => {
  gateway = await createTestGateway();
  await gateway.addKey(OF_ALL, { allBots: true, name: 'الإدارة' });
  fake = await startFakeModelServer();
});
afterEach(async () => {
  await gateway.close();
  await fake.close();
});

const call = (method: string, path: string, json?: unknown, key = OF_ALL, bot = 1) =>
  gateway.call(`/api/Models/${bot}${path}`, {
    method,
    headers: { 'x-user-auth': key, 'x-bot': String(bot) },
    ...(json === undefined ? {} : { json }),
  });
const put = (change: object, purpose = 'chat', key = OF_ALL, bot = 1) =>
  call('PUT', `/${purpose}`, change, key, bot);
const list = async (key = OF_ALL, bot = 1): Promise<ModelServers> =>
  modelServersSchema.parse(await responseOf(await call('GET', '', undefined, key, bot)));
const chatOf = async (key = OF_ALL, bot = 1) =>
  (await list(key, bot)).items.find(({ purpose }) => purpose === 'chat');
const testServer = async (purpose: string, draft?: object, key = OF_ALL): Promise<ModelTestResult> =>
  modelTestResultSchema.parse(
    await responseOf(await call('POST', `/${purpose}/test`, draft ? { draft } : {}, key)),
  );
const faultOf = async (response: Response) => [response.status, response.headers.get('x-fault')];
const bearers = () => fake.asked.map(({ headers }) => headers.authorization);

describe('configured servers', () => {
  test("are absent at first, with the name of each purpose's setting", async () => {
    const { items, allManageable } = await list();
    expect(allManageable).toBe(true);
    expect(items).toEqual(
      ['chat', 'embeddings', 'transcription', 'speech'].map((purpose) => ({
        purpose,
        inForce: null,
        bot: null,
        all: null,
        environment: null,
        setting: `FIHRIST_${purpose.toUpperCase()}_URL`,
      })),
    );
  });

  test('counts for the bot before it counts for all, and for all before the environment', async () => {
    await gateway.close();
    const environment: ModelServer = {
      url: CHAT.url,
      purpose: 'chat',
      from: 'environment',
      model: 'env',
      key: UPSTREAM_KEY,
      enabled: true,
      modelV2: null,
      voices: [],
      firstSeconds: 60,
      silenceSeconds: 30,
      concurrency: 8,
      contextTokens: null,
    };
    gateway = await createTestGateway({ settings: { modelServers: { chat: environment } } });
    await gateway.addKey(OF_ALL, { allBots: true });
    expect((await chatOf())?.inForce).toMatchObject({ from: 'environment', model: 'env', hasKey: true });
    await put({ ...CHAT, scope: 'all', model: 'all' });
    expect((await chatOf())?.inForce).toMatchObject({ from: 'all', model: 'all', hasKey: false });
    await put({ ...CHAT, model: 'bot' });
    expect(await chatOf()).toMatchObject({
      inForce: { from: 'bot', model: 'bot' },
      all: { model: 'all' },
      environment: { model: 'env', changedOn: null },
    });
    expect((await chatOf(OF_ALL, 2))?.inForce).toMatchObject({ from: 'all' });
    await put({ ...CHAT, model: 'bot', enabled: false });
    expect(await chatOf()).toMatchObject({ inForce: null, bot: { enabled: false } });
    expect((await call('DELETE', '/chat')).status).toBe(200);
    expect((await chatOf())?.inForce).toMatchObject({ from: 'all' });
    expect((await call('DELETE', '/chat?scope=all')).status).toBe(200);
    expect((await chatOf())?.inForce).toMatchObject({ from: 'environment' });
    expect(JSON.stringify(await list())).not.toContain(UPSTREAM_KEY);
  });

  test('says of the address whether it is private, and shows in the capabilities', async () => {
    await put({ ...CHAT, url: 'https://models.example/v1/?a=b' });
    expect((await chatOf())?.inForce).toMatchObject({
      url: 'https://models.example/v1',
      privateAddress: false,
    });
    await put({ ...CHAT, url: 'http://ollama:11434/v1' });
    expect((await chatOf())?.inForce).toMatchObject({ privateAddress: true });
    const { models } = await responseOf<{ models: object }>(await gateway.call('/api/Capabilities'));
    expect(models).toMatchObject({ chat: true, speech: false });
  });

  test('is not there to be removed', async () => {
    expect(await faultOf(await call('DELETE', '/speech'))).toEqual([404, 'model-not-set']);
    expect(await faultOf(await put(CHAT, 'dreams'))).toEqual([404, 'no-such-endpoint']);
  });
});

describe('rights', () => {
  test('set: owners, and for all only those whose key is good for all', async () => {
    for (const role of ['curator', 'tester', 'monitor'] as const) {
      await gateway.addKey(`fih_of-a-${role}`, { role, allBots: true });
      expect(await faultOf(await put(CHAT, 'chat', `fih_of-a-${role}`))).toEqual([403, 'not-allowed']);
      expect((await call('GET', '', undefined, `fih_of-a-${role}`)).status).toBe(403);
      expect((await call('POST', '/chat/test', {}, `fih_of-a-${role}`)).status).toBe(403);
    }
    expect((await put(CHAT, 'chat', TEST_KEY)).status).toBe(200);
    expect((await list(TEST_KEY)).allManageable).toBe(false);
    const forAll = { ...CHAT, scope: 'all' };
    expect(await faultOf(await put(forAll, 'chat', TEST_KEY))).toEqual([403, 'not-allowed']);
    await put(forAll);
    expect(await faultOf(await call('DELETE', '/chat?scope=all', undefined, TEST_KEY))).toEqual([
      403,
      'not-allowed',
    ]);
    expect(await faultOf(await call('POST', '/chat/test', { draft: forAll }, TEST_KEY))).toEqual([
      403,
      'not-allowed',
    ]);
    expect((await chatOf())?.all).not.toBeNull();
  });

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://[fe80::1]/v1',
    'http://[::ffff:169.254.169.254]/v1',
    'http://0xa9fea9fe/v1',
    'http://metadata.google.internal./v1',
    'http://100.100.100.200/v1',
  ])('refuses %s for everybody', async (url) => {
    for (const response of [
      await put({ ...CHAT, url }),
      await call('POST', '/chat/test', { draft: { ...CHAT, url } }),
    ]) {
      expect(await faultOf(response)).toEqual([400, 'model-address-refused']);
      expect(response.headers.get('x-fault-field')).toBe('url');
    }
    expect((await chatOf())?.bot).toBeNull();
  });

  test.each([
    [{ url: 'file:///etc/passwd' }, 'url'],
    [{ url: 'http://user:word@models.example/v1' }, 'url'],
    [{ model: '' }, 'model'],
    [{ key: 'two words' }, 'key'],
    [{ key: 'سر\r\nX-Other: 1' }, 'key'],
    [{ firstSeconds: 0 }, 'firstSeconds'],
    [{ voices: [{ id: 'Amal', languages: ['Arabic'] }] }, 'voices[0].languages[0]'],
  ])('names the field of an invalid value: %o', async (wrong, field) => {
    const response = await put({ ...CHAT, ...wrong });
    expect(await faultOf(response)).toEqual([400, 'invalid-field']);
    expect(response.headers.get('x-fault-field')).toBe(field);
  });
});

describe('the key', () => {
  const server = () => ({ ...CHAT, url: fake.url, model: 'qwen' });

  test('is sealed, reaches its server, and stands in no answer, no log line and no entry', async () => {
    const answers: string[] = [];
    const keep = async (response: Response) => void answers.push(await response.text());
    await keep(await put({ ...server(), key: UPSTREAM_KEY }));
    await keep(await call('GET', ''));
    fake.behave(keyRefused, failing());
    await keep(await call('POST', '/chat/test', {}));
    await keep(await call('POST', '/chat/test', { draft: { ...server(), key: UPSTREAM_KEY } }));
    await keep(await put({ ...server(), key: `${UPSTREAM_KEY} ü` }));
    await keep(await gateway.call('/api/Audit/1?limit=100', { headers: { 'x-user-auth': OF_ALL } }));
    await keep(await call('DELETE', '/chat'));
    expect(bearers()).toContain(`Bearer ${UPSTREAM_KEY}`);
    expect(answers.join('\n')).toContain('qwen');
    expect(answers.join('\n')).not.toContain(UPSTREAM_KEY);
    expect(JSON.stringify(gateway.lines)).not.toContain(UPSTREAM_KEY);
    expect(JSON.stringify(gateway.observed)).not.toContain(UPSTREAM_KEY);
  });

  test('is encrypted in the database', async () => {
    await put({ ...server(), key: UPSTREAM_KEY });
    const rows = await gateway.db.read.selectFrom('model_server').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(UPSTREAM_KEY);
    expect(rows[0]?.sealed_key).toMatch(/^v1\./);
  });

  test('stays when absent from an edit, as long as the server is the same', async () => {
    await put({ ...server(), key: UPSTREAM_KEY });
    await put({ ...server(), url: fake.url.replace('/v1', '/other/v1'), model: 'bge' });
    expect((await chatOf())?.bot).toMatchObject({ hasKey: true, model: 'bge' });
    await put(server());
    await testServer('chat');
    expect(new Set(bearers())).toEqual(new Set([`Bearer ${UPSTREAM_KEY}`]));
    await put({ ...server(), key: null });
    expect((await chatOf())?.bot).toMatchObject({ hasKey: false });
  });

  test('is never sent to another server, also not by a test', async () => {
    const other = await startFakeModelServer();
    try {
      await put({ ...server(), key: UPSTREAM_KEY });
      for (const url of [other.url, fake.url.replace('127.0.0.1', 'localhost'), 'https://127.0.0.1/v1']) {
        expect(await faultOf(await put({ ...server(), url }))).toEqual([400, 'model-key-needed']);
        expect(await faultOf(await call('POST', '/chat/test', { draft: { ...server(), url } }))).toEqual([
          400,
          'model-key-needed',
        ]);
      }
      expect(other.asked).toEqual([]);
      expect((await put({ ...server(), url: other.url, key: null })).status).toBe(200);
      await testServer('chat');
      expect(other.asked[0]?.headers.authorization).toBeUndefined();
    } finally {
      await other.close();
    }
  });

  test('of all is not the bot’s: a draft for the bot has none of its own', async () => {
    await put({ ...server(), scope: 'all', key: UPSTREAM_KEY });
    await testServer('chat', server());
    expect(bearers()).not.toContain(`Bearer ${UPSTREAM_KEY}`);
  });

  test('that was sealed with another sealing key is reported as lost, not as an internal error', async () => {
    await put({ ...server(), key: UPSTREAM_KEY });
    const sealed_key = 'v1.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
    await gateway.db.change({ bot: 1 }, (trx) =>
      trx.updateTable('model_server').set({ sealed_key }).execute(),
    );
    gateway.time.now = new Date(gateway.time.now.getTime() + 2000);
    expect(await chatOf()).toMatchObject({ inForce: null, bot: { keyLost: true, hasKey: true } });
    const { models } = await responseOf<{ models: { chat: boolean } }>(
      await gateway.call('/api/Capabilities'),
    );
    expect(models.chat).toBe(false);
    await gateway.call('/api/Capabilities');
    expect(gateway.lines.filter(({ event }) => event === 'model-key-lost')).toHaveLength(1);
    expect(await faultOf(await call('POST', '/chat/test', {}))).toEqual([503, 'model-key-lost']);
    await put({ ...server(), key: UPSTREAM_KEY });
    expect((await chatOf())?.inForce).toMatchObject({ keyLost: false });
  });
});

describe('two owners at once', () => {
  test('concurrent edits get a conflict', async () => {
    expect((await put({ ...CHAT, expectedChangedOn: null })).status).toBe(200);
    const looked = (await chatOf())?.bot?.changedOn ?? '';
    expect(await faultOf(await put({ ...CHAT, expectedChangedOn: null }))).toEqual([409, 'stale-model']);
    expect((await put({ ...CHAT, model: 'theirs', expectedChangedOn: looked })).status).toBe(200);
    expect(await faultOf(await put({ ...CHAT, model: 'mine', expectedChangedOn: looked }))).toEqual([
      409,
      'stale-model',
    ]);
    expect((await chatOf())?.bot).toMatchObject({ model: 'theirs' });
    expect((await put({ ...CHAT, model: 'mine' })).status).toBe(200);
  });

  test('of many concurrent saves one wins, the rest get 409', async () => {
    await put(CHAT);
    const over = (await chatOf())?.bot?.changedOn ?? '';
    const statuses = await Promise.all(
      ['a', 'b', 'c', 'd'].map((model) =>
        put({ ...CHAT, model, expectedChangedOn: over }).then(({ status }) => status),
      ),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  });
});

describe('a test', () => {
  const draft = (purpose: string) => ({
    ...CHAT,
    url: fake.url,
    model: { chat: 'qwen', embeddings: 'bge', transcription: 'whisper', speech: 'tts' }[purpose],
  });

  test('of chat reports its output, duration and offered models, without using quota', async () => {
    fake.script({ answer: () => 'مرحبًا بك' });
    const result = await testServer('chat', draft('chat'));
    expect(result).toMatchObject({ ok: true, output: 'مرحبًا بك', fault: null });
    expect(result.models).toEqual(['qwen', 'whisper', 'bge', 'tts']);
    expect(result.seconds).toBeGreaterThan(0);
    const state = await gateway.ports.ledger.state(1, 'text');
    expect(state).toMatchObject({ used: 0, reserved: 0 });
    expect(gateway.lines).toContainEqual(expect.objectContaining({ event: 'model-tested' }));
  });

  test('of embeddings reports the length of a vector', async () => {
    fake.script({ dimensions: 1024 });
    expect(await testServer('embeddings', draft('embeddings'))).toMatchObject({ ok: true, dimensions: 1024 });
  });

  test('of transcription sends a second of silence to both models', async () => {
    fake.script({ transcribe: () => 'شكرا' });
    const result = await testServer('transcription', { ...draft('transcription'), modelV2: 'whisper-v2' });
    expect(result).toMatchObject({ ok: true, output: 'شكرا · شكرا' });
    const bodies = fake.bodies<Record<string, string>>('audio/transcriptions');
    expect(bodies.map(({ model }) => model)).toEqual(['whisper', 'whisper-v2']);
  });

  test.each([
    [[{ id: 'noura', languages: ['ar-sa'] }], 'noura', 'مرحبًا'],
    [[{ id: 'emma', languages: ['en'] }], 'emma', 'Hello'],
    [[], 'noura', 'مرحبًا'],
  ])('of speech speaks a word of the voice’s own language: %o', async (voices, voice, input) => {
    const result = await testServer('speech', { ...draft('speech'), voices });
    expect(result.ok).toBe(true);
    expect(result.bytes).toBeGreaterThan(44);
    expect(fake.bodies('audio/speech')).toEqual([expect.objectContaining({ voice, input })]);
  });

  test.each([
    ['model-key-refused', keyRefused, 'المفتاح'],
    ['model-unknown', modelUnknown, 'qwen'],
    ['model-invalid-response', { kind: 'html' } as const, 'المحادثة'],
    ['model-truncated', { kind: 'cut', after: 1 } as const, 'انقطع'],
  ])('names the failing side, in the language of the caller: %s', async (code, manner, word) => {
    fake.always(manner);
    const response = await gateway.call('/api/Models/1/chat/test', {
      method: 'POST',
      headers: { 'accept-language': 'ar' },
      json: { draft: draft('chat') },
    });
    expect(response.status).toBe(200);
    const result = await responseOf<ModelTestResult>(response);
    expect(result).toMatchObject({
      ok: false,
      fault: { code, parameters: { purpose: 'chat', model: 'qwen' } },
    });
    expect(result.fault?.message).toContain(word);
  });

  test('of an unreachable server is an outcome too', async () => {
    await fake.down();
    const result = await testServer('chat', draft('chat'));
    expect(result).toMatchObject({ ok: false, models: [], fault: { code: 'model-unreachable' } });
  });

  test('without a draft goes to the server in force, and says where none is', async () => {
    expect(await faultOf(await call('POST', '/chat/test', {}))).toEqual([503, 'model-not-configured']);
    await put(draft('chat'));
    expect((await testServer('chat')).ok).toBe(true);
  });

  test('ends at the server when the caller disconnects', async () => {
    fake.always({ kind: 'hang', at: 'start' });
    const leaving = new AbortController();
    const settings = gateway
      .call('/api/Models/1/chat/test', {
        method: 'POST',
        json: { draft: draft('chat') },
        signal: leaving.signal,
      })
      .catch(() => undefined);
    await fake.when(() => fake.open === 1);
    // As the server's adapter does, with a text for a reason.
    leaving.abort('Client connection prematurely closed.');
    await fake.when(() => fake.open === 0);
    expect(fake.asked[0]?.clientDisconnected).toBe(true);
    await settings;
    // Nothing else was asked after it was called off.
    expect(fake.asked).toHaveLength(1);
    expect(gateway.lines).not.toContainEqual(expect.objectContaining({ event: 'call-failed' }));
  });
});

describe('the audit', () => {
  test('tells every bot of what is set for all', async () => {
    await put({ ...CHAT, scope: 'all' });
    for (const bot of [1, 2]) {
      const { items } = await gateway.ports.audit.list(bot, { action: 'setModel', offset: 0, limit: 10 });
      expect(items).toEqual([
        expect.objectContaining({
          subject: { kind: 'model', id: 'chat', name: CHAT.model },
          after: expect.objectContaining({ scope: 'all', url: CHAT.url, privateAddress: true }) as object,
        }),
      ]);
    }
  });

  test('records a replaced key as replaced, and nothing of a refusal', async () => {
    await put({ ...CHAT, key: 'sk-first' });
    await put({ ...CHAT, key: 'sk-second' });
    await put({ ...CHAT, url: 'http://169.254.169.254/v1' });
    const { items } = await gateway.ports.audit.list(1, { action: 'setModel', offset: 0, limit: 10 });
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({ before: {}, after: { newKey: true } });
  });
});
