import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { GatewayFault } from '#gateway/core/errors.ts';
import { createModelClient } from '#gateway/modules/models/adapters/model-client.ts';
import { createModelFetch } from '#gateway/node/server/http/model-fetch.ts';
import {
  type Behaviour,
  busy,
  type FakeModelServer,
  failing,
  keyRefused,
  makePcm,
  modelUnknown,
  redirect,
  startFakeModelServer,
  startSilenceClock,
  tooLong,
  wrapWav,
} from '#tests/support/fake-model-server.ts';
import { failure, order, readAll, reported, serverAt } from './call-fake.ts';

/** Every failure, through the very `fetch` of the server. */
let fake: FakeModelServer;
const web = createModelFetch();
const client = createModelClient({ fetch: web.fetch });
beforeAll(async () => {
  fake = await startFakeModelServer();
});
beforeEach(() => startSilenceClock(fake));
afterEach(async () => {
  // No call stays open upstream, whatever its outcome here.
  await fake.when(() => fake.open === 0);
  fake.asked.length = 0;
});
afterAll(async () => {
  await web.close();
  await fake.close();
});

const BOTH = { purpose: 'chat', model: 'qwen' };
const short = { firstSeconds: 0.2, silenceSeconds: 0.2 };
const status = (code: number, body = ''): Behaviour => ({ kind: 'status', status: code, body });

const ANYWHERE: [string, Behaviour, object, number, object?][] = [
  ['a key that it refuses', keyRefused, { code: 'model-key-refused' }, 1],
  ['a door that is shut', status(403), { code: 'model-key-refused' }, 1],
  ['a model that it does not have', modelUnknown, { code: 'model-unknown' }, 1],
  ['a path that it does not have', status(404, '404 page not found'), { code: 'model-invalid-response' }, 1],
  [
    'a text too long for it',
    tooLong,
    { code: 'model-rejected', status: 400, detail: "This model's maximum context length is 4096 tokens" },
    1,
  ],
  [
    'a body that it refuses in the words of FastAPI',
    status(422, '{"detail":[{"loc":["body"],"msg":"الحقل مطلوب"}]}'),
    { code: 'model-rejected', status: 422, detail: 'الحقل مطلوب' },
    1,
  ],
  [
    'which field it refuses',
    status(422, '{"detail":[{"loc":["body","input",0],"msg":"القيمة مطلوبة"}]}'),
    { code: 'model-rejected', status: 422, detail: 'input.0: القيمة مطلوبة' },
    1,
  ],
  [
    'its own words, no more of them than are read',
    status(400, 'رفض\n\n\t '.repeat(2000)),
    { code: 'model-rejected', status: 400, detail: `${'رفض '.repeat(75).slice(0, 299)}…` },
    1,
  ],
  ['a refusal without words', status(413), { code: 'model-rejected', status: 413, detail: '' }, 1],
  ['no money left', status(402, '{"error":"رصيدك لا يكفي"}'), { code: 'model-rejected', status: 402 }, 1],
  ['a fault of its own', failing(500), { code: 'model-failed', status: 500 }, 1],
  ['no room, without saying for how long', failing(503), { code: 'model-failed', status: 503 }, 1],
  ['a gateway of its own', status(502, '<html>'), { code: 'model-failed', status: 502 }, 1],
  ['too much to do, for a minute', busy(60), { code: 'model-busy', seconds: 60 }, 1],
  ['too much to do, for a day', busy(86_400), { code: 'model-busy', seconds: 600 }, 1],
  ['a page', { kind: 'html' }, { code: 'model-invalid-response' }, 1],
  ['another shape', { kind: 'wrong-shape' }, { code: 'model-invalid-response' }, 1],
  ['an error with status 200', { kind: 'error-object' }, { code: 'model-failed', status: 500 }, 1],
  ['a connection cut before anything', { kind: 'cut', after: 0 }, { code: 'model-truncated' }, 1],
  ['nothing', { kind: 'hang', at: 'start' }, { code: 'model-timeout', seconds: 0.2 }, 1, short],
  [
    'headers and then nothing',
    { kind: 'hang', at: 'headers' },
    { code: 'model-timeout', seconds: 0.2 },
    1,
    short,
  ],
];

test.each(ANYWHERE)('chat: says %s', async (_, manner, fault, times, set = {}) => {
  fake.behave(manner);
  const { error, text } = await readAll(client.chat(serverAt(fake.url, set), order()));
  expect(reported(error)).toMatchObject({ ...BOTH, ...fault });
  expect(text).toBe('');
  expect(fake.asked).toHaveLength(times);
});

test.each(ANYWHERE)('embeddings: says %s', async (_, manner, fault, times, set = {}) => {
  fake.behave(manner);
  const server = serverAt(fake.url, { purpose: 'embeddings', model: 'bge', ...set });
  const expected = { purpose: 'embeddings', model: 'bge', ...fault };
  expect(await failure(client.embed(server, ['رسوم', 'التوصيل']))).toMatchObject(expected);
  expect(fake.asked).toHaveLength(times);
});

test.each(ANYWHERE)('hearing: says %s', async (_, manner, fault, times, set = {}) => {
  fake.behave(manner);
  const server = serverAt(fake.url, { purpose: 'transcription', model: 'whisper-1', ...set });
  const file = { bytes: wrapWav(makePcm(0.1)), type: 'audio/wav', name: 'sound.wav' };
  const sound = { file, model: 'whisper-2', task: 'transcribe' as const, times: false };
  const expected = { purpose: 'transcription', model: 'whisper-2', ...fault };
  expect(await failure(client.transcribe(server, sound))).toMatchObject(expected);
  expect(fake.asked).toHaveLength(times);
});

test.each(ANYWHERE.filter(([name]) => name !== 'another shape'))(
  'speech: says %s',
  async (_, manner, fault, times, set = {}) => {
    fake.behave(manner);
    const server = serverAt(fake.url, { purpose: 'speech', model: 'tts', ...set });
    const text = { text: 'أهلًا', voice: 'noura', language: 'ar', format: 'wav' as const };
    const expected = { purpose: 'speech', model: 'tts', ...fault };
    expect(await failure(client.synthesize(server, text))).toMatchObject(expected);
    expect(fake.asked).toHaveLength(times);
  },
);

test.each<[string, Behaviour, object, object?]>([
  ['cut', { kind: 'cut', after: 2 }, { code: 'model-truncated' }],
  ['closed before the model was done', { kind: 'early-close', after: 2 }, { code: 'model-truncated' }],
  ['a piece that is no JSON', { kind: 'bad-json', after: 2 }, { code: 'model-invalid-response' }],
  ['an error', { kind: 'error-event', after: 2 }, { code: 'model-failed', status: 500 }],
  ['silent', { kind: 'hang', at: 2 }, { code: 'model-timeout', seconds: 0.2 }, { silenceSeconds: 0.2 }],
])('chat: keeps the words that came and says how they ended: %s', async (_, manner, fault, set = {}) => {
  fake.behave(manner);
  const { error, text, end } = await readAll(client.chat(serverAt(fake.url, set), order()));
  expect(reported(error)).toMatchObject({ ...BOTH, ...fault });
  expect(text).toBe('قلتَ: «كم');
  expect(end).toBeUndefined();
  expect(fake.asked).toHaveLength(1);
});

test('chat: understands an error that is a bare sentence', async () => {
  fake.behave({ kind: 'error-words' });
  const { error } = await readAll(client.chat(serverAt(fake.url), order()));
  expect(reported(error)).toMatchObject({ code: 'model-failed', status: 500 });
});

test.each([
  ['rate_limit_exceeded', { code: 'model-busy', seconds: 5 }],
  ['context_length_exceeded', { code: 'model-rejected', status: 400, detail: 'طويل' }],
  [401, { code: 'model-key-refused' }],
])('chat: tells errors in the stream apart by their code %s', async (code, fault) => {
  const body = `data: ${JSON.stringify({ error: { message: 'طويل', code } })}\n\n`;
  fake.behave({ kind: 'status', status: 200, headers: { 'content-type': 'text/event-stream' }, body });
  const { error } = await readAll(client.chat(serverAt(fake.url), order()));
  expect(reported(error)).toMatchObject(fault);
});

test.each(['parts', 'line'] as const)('chat: stops an answer without end: %s', async (of) => {
  fake.behave({ kind: 'huge', of });
  const { error, text } = await readAll(client.chat(serverAt(fake.url), order({ maxTokens: 100 })));
  expect(reported(error)).toEqual({ code: 'model-response-too-large', ...BOTH });
  expect(text.length).toBeLessThan(100 * 64 + 5000);
});

test.each([
  ['embeddings', (set: ReturnType<typeof serverAt>) => client.embed(set, ['نص'])],
  ['models', (set: ReturnType<typeof serverAt>) => client.listModels(set)],
])('%s: stops a body without end', async (_, work) => {
  fake.behave({ kind: 'huge', of: 'line' });
  expect(await failure(work(serverAt(fake.url)))).toEqual({ code: 'model-response-too-large', ...BOTH });
});

test('speech: stops a sound without end', async () => {
  fake.behave({ kind: 'huge', of: 'parts' });
  const sound = await client.synthesize(serverAt(fake.url), {
    text: 'نعم',
    voice: 'a',
    language: 'ar',
    format: 'pcm',
  });
  const bytes = new Response(sound.stream).arrayBuffer();
  expect(await failure(bytes)).toEqual({ code: 'model-response-too-large', ...BOTH });
});

test('is not led elsewhere', async () => {
  fake.behave(redirect(`${fake.url}/chat/completions`));
  const { error } = await readAll(client.chat(serverAt(fake.url), order()));
  expect(reported(error)).toMatchObject({ code: 'model-rejected', status: 307, detail: '' });
  expect(fake.asked).toHaveLength(1);
});

test('asks once more when there is no room for a moment', async () => {
  fake.behave(busy(0));
  expect(await readAll(client.chat(serverAt(fake.url), order()))).toMatchObject({ end: { reason: 'stop' } });
  expect(fake.asked).toHaveLength(2);
});

test('asks once more and not again', async () => {
  fake.behave(busy(0), busy(0));
  const { error } = await readAll(client.chat(serverAt(fake.url), order()));
  expect(reported(error)).toEqual({ code: 'model-busy', ...BOTH, seconds: 1 });
  expect((error as GatewayFault).headers).toEqual({ 'Retry-After': '1' });
  expect(fake.asked).toHaveLength(2);
});

test('does not wait for longer than a call may', async () => {
  fake.behave(busy(3));
  const { error } = await readAll(client.chat(serverAt(fake.url, { firstSeconds: 2 }), order()));
  expect(reported(error)).toMatchObject({ code: 'model-busy', seconds: 3 });
  expect(fake.asked).toHaveLength(1);
});

test('does not repeat a request that may have begun', async () => {
  for (const manner of [
    { kind: 'cut', after: 0 },
    failing(500),
    { kind: 'early-close', after: 0 },
  ] as Behaviour[]) {
    fake.asked.length = 0;
    fake.behave(manner);
    await readAll(client.chat(serverAt(fake.url), order()));
    expect(fake.asked).toHaveLength(1);
  }
});

test('reports an unreachable server', async () => {
  const gone = await startFakeModelServer();
  await gone.close();
  const { error } = await readAll(client.chat(serverAt(gone.url), order()));
  expect(reported(error)).toEqual({ code: 'model-unreachable', ...BOTH });
});

test('reaches a server that recovers between two tries', async () => {
  const late = await startFakeModelServer();
  await late.down();
  let tries = 0;
  const counting = createModelClient({
    async fetch(url, init) {
      tries += 1;
      if (tries === 2) await late.up();
      return web.fetch(url, init);
    },
  });
  expect(await readAll(counting.chat(serverAt(late.url), order()))).toMatchObject({
    end: { reason: 'stop' },
  });
  expect(tries).toBe(2);
  await late.close();
});

test('reveals neither key nor host, but logs the host', async () => {
  const { host } = new URL(fake.url);
  const message = `key sk-secret-key is not good for http://${host}/v1`;
  fake.behave({ kind: 'status', status: 400, body: JSON.stringify({ error: { message } }) });
  const { error } = await readAll(client.chat(serverAt(fake.url), order()));
  expect(reported(error)).toMatchObject({ detail: 'key … is not good for http://…/v1' });
  const { cause } = error as GatewayFault;
  expect((cause as Error).message).toBe(`${host}: status 400`);
});
