import { afterEach, beforeEach, expect, test } from 'vitest';
import { createModelClient } from '#gateway/modules/models/adapters/model-client.ts';
import type { SynthesisRequest } from '#gateway/modules/models/ports/models.ts';
import {
  type FakeModelServer,
  secondsOfWav,
  startFakeModelServer,
  startSilenceClock,
} from '#tests/support/fake-model-server.ts';
import { failure, serverAt } from './call-fake.ts';

let fake: FakeModelServer;
beforeEach(async () => {
  fake = await startFakeModelServer();
});
afterEach(() => fake.close());

const TEXT = 'أهلًا بك في خدمة العملاء';
const speak = (more: Partial<SynthesisRequest> = {}, set = {}, client = createModelClient()) =>
  client.synthesize(serverAt(fake.url, { purpose: 'speech', model: 'tts', ...set }), {
    text: TEXT,
    voice: 'noura',
    language: 'ar',
    format: 'wav',
    ...more,
  });
const bytesOf = async (stream: ReadableStream<Uint8Array>) =>
  new Uint8Array(await new Response(stream).arrayBuffer());

test('passes the sound on as it arrives', async () => {
  const { mime, stream } = await speak();
  expect(mime).toBe('audio/wav');
  let pieces = 0;
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) {
    pieces += 1;
    chunks.push(chunk);
  }
  expect(pieces).toBeGreaterThan(1);
  expect(secondsOfWav(Buffer.concat(chunks))).toBeCloseTo(TEXT.length * 0.06, 3);
  expect(fake.asked[0]).toMatchObject({
    call: 'POST /v1/audio/speech',
    clientDisconnected: false,
    body: { model: 'tts', input: TEXT, voice: 'noura', response_format: 'wav', language: 'ar' },
  });
});

test.each([
  ['pcm', 'audio/pcm'],
  ['mp3', 'audio/mpeg'],
] as const)('gives %s as it is called', async (format, mime) => {
  const sound = await speak({ format });
  expect(sound.mime).toBe(mime);
  expect((await bytesOf(sound.stream)).length).toBeGreaterThan(1000);
});

test('labels sound without a media type with the requested type', async () => {
  const headers = { 'content-type': 'application/octet-stream' };
  fake.behave({ kind: 'status', status: 200, headers, body: 'صوت' });
  expect((await speak({ format: 'mp3' })).mime).toBe('audio/mpeg');
});

test('leaves the language out for a server that refuses it', async () => {
  const client = createModelClient();
  const message = 'Unrecognized request argument supplied: language';
  fake.behave({ kind: 'status', status: 400, body: JSON.stringify({ error: { message } }) });
  await bytesOf((await speak({}, {}, client)).stream);
  await bytesOf((await speak({}, {}, client)).stream);
  expect(fake.bodies('audio/speech').map((body) => 'language' in body)).toEqual([true, false, false]);
});

test('holds its turn until the sound is out', async () => {
  const client = createModelClient();
  const first = await speak({}, { concurrency: 1 }, client);
  const second = speak({}, { concurrency: 1 }, client);
  await fake.when(() => fake.asked.length === 1 && fake.asked[0]?.body !== null);
  await bytesOf(first.stream);
  await bytesOf((await second).stream);
  expect(fake.asked.map(({ openedAt }) => openedAt).length).toBe(2);
  expect(fake.asked[1]?.openedAt).toBeGreaterThanOrEqual(fake.asked[0]?.closedAt ?? Number.POSITIVE_INFINITY);
});

test.each([
  ['cut', { kind: 'cut', after: 1 } as const, { code: 'model-truncated' }],
  ['silent', { kind: 'hang', at: 1 } as const, { code: 'model-timeout', seconds: 0.2 }],
])('says of a sound that it was %s', async (_, manner, fault) => {
  startSilenceClock(fake);
  fake.behave(manner);
  const { stream } = await speak({}, { silenceSeconds: 0.2 });
  expect(await failure(bytesOf(stream))).toMatchObject({ purpose: 'speech', model: 'tts', ...fault });
  await fake.when(() => fake.open === 0);
});

test('reports an empty body as no sound', async () => {
  fake.behave({ kind: 'status', status: 200, headers: { 'content-type': 'audio/wav' }, body: '' });
  expect(await failure(speak())).toMatchObject({ code: 'model-invalid-response' });
});
