import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createModelClient } from '#gateway/modules/models/adapters/model-client.ts';
import { createModelFetch } from '#gateway/node/server/http/model-fetch.ts';
import {
  type Behaviour,
  busy,
  type FakeModelServer,
  makePcm,
  startFakeModelServer,
  wrapWav,
} from '#tests/support/fake-model-server.ts';
import { order, readAll, serverAt } from './call-fake.ts';

let fake: FakeModelServer;
const web = createModelFetch();
const client = createModelClient({ fetch: web.fetch });
beforeAll(async () => {
  fake = await startFakeModelServer();
});
afterEach(async () => {
  await fake.when(() => fake.open === 0);
  fake.asked.length = 0;
});
afterAll(async () => {
  await web.close();
  await fake.close();
});

const abortReason = new Error('غادر القارئ');
const file = { bytes: wrapWav(makePcm(0.1)), type: 'audio/wav', name: 'sound.wav' };
const sound = { file, model: 'w', task: 'transcribe' as const, times: false };
const words = { text: 'أهلًا بك', voice: 'noura', language: 'ar', format: 'wav' as const };

const CALLS: [string, (signal: AbortSignal) => Promise<unknown>][] = [
  [
    'chat',
    async (signal) => {
      const { error } = await readAll(client.chat(serverAt(fake.url), order(), signal));
      if (error !== undefined) throw error;
    },
  ],
  ['embeddings', (signal) => client.embed(serverAt(fake.url), ['نص'], signal)],
  ['hearing', (signal) => client.transcribe(serverAt(fake.url), sound, signal)],
  ['speech', (signal) => client.synthesize(serverAt(fake.url), words, signal)],
  ['models', (signal) => client.listModels(serverAt(fake.url), signal)],
  ['voices', (signal) => client.listVoices(serverAt(fake.url), signal)],
];

const reason = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test.each(CALLS)('%s: sends no request when aborted before', async (_, call) => {
  expect(await reason(call(AbortSignal.abort(abortReason)))).toBe(abortReason);
  expect(fake.asked).toHaveLength(0);
});

test.each(
  CALLS.flatMap(([name, call]) =>
    (['start', 'headers'] as const).map((stage) => [name, stage, call] as const),
  ),
)('%s: ends the call upstream while it waits (%s)', async (_, stage, call) => {
  fake.behave({ kind: 'hang', at: stage });
  const controller = new AbortController();
  const ended = reason(call(controller.signal));
  await fake.when(() => fake.asked[0]?.body !== null && fake.open === 1);
  controller.abort(abortReason);
  expect(await ended).toBe(abortReason);
  await fake.when(() => fake.open === 0);
  expect(fake.asked).toMatchObject([{ clientDisconnected: true }]);
});

test('ends the call upstream in the middle of an answer', async () => {
  fake.behave({ kind: 'hang', at: 3 });
  const controller = new AbortController();
  const seen: string[] = [];
  const ended = reason(
    (async () => {
      for await (const part of client.chat(serverAt(fake.url), order(), controller.signal)) {
        if ('text' in part) seen.push(part.text);
        if (seen.length === 3) controller.abort(abortReason);
      }
    })(),
  );
  expect(await ended).toBe(abortReason);
  await fake.when(() => fake.open === 0);
  expect(fake.asked).toMatchObject([{ clientDisconnected: true }]);
});

test('ends the call upstream at once while nobody takes the next part', async () => {
  fake.behave({ kind: 'hang', at: 3 });
  const controller = new AbortController();
  const parts = client.chat(serverAt(fake.url), order(), controller.signal);
  await parts.next();
  controller.abort(abortReason);
  await fake.when(() => fake.open === 0);
  expect(fake.asked).toMatchObject([{ clientDisconnected: true }]);
  await reason(parts.next());
});

test('ends the call upstream when the reader stops', async () => {
  fake.behave({ kind: 'hang', at: 3 });
  for await (const part of client.chat(serverAt(fake.url), order())) if ('text' in part) break;
  await fake.when(() => fake.open === 0);
  expect(fake.asked).toMatchObject([{ clientDisconnected: true }]);
});

test('does not try again when aborted between two tries', async () => {
  fake.behave(busy(1));
  const controller = new AbortController();
  const ended = reason(client.embed(serverAt(fake.url), ['نص'], controller.signal));
  await fake.when(() => fake.asked.length === 1 && fake.open === 0);
  controller.abort(abortReason);
  expect(await ended).toBe(abortReason);
  expect(fake.asked).toHaveLength(1);
});

test('drops the connection when aborted while connecting', async () => {
  const controller = new AbortController();
  const connecting = createModelClient({
    fetch(url, init) {
      const response = web.fetch(url, init);
      controller.abort(abortReason);
      return response;
    },
  });
  expect(await reason(connecting.embed(serverAt(fake.url), ['نص'], controller.signal))).toBe(abortReason);
  await fake.when(() => fake.open === 0);
  expect(fake.asked.every((request) => request.clientDisconnected)).toBe(true);
});

test('leaves the queue without having asked', async () => {
  fake.behave({ kind: 'hang', at: 'start' });
  const only = serverAt(fake.url, { concurrency: 1 });
  const [first, second] = [new AbortController(), new AbortController()];
  const running = reason(client.embed(only, ['أول'], first.signal));
  await fake.when(() => fake.open === 1);
  const waiting = reason(client.embed(only, ['ثانٍ'], second.signal));
  second.abort(abortReason);
  expect(await waiting).toBe(abortReason);
  expect(fake.asked).toHaveLength(1);
  first.abort(abortReason);
  expect(await running).toBe(abortReason);
  // The turn went back: the next is served.
  expect((await client.embed(only, ['ثالث'])).vectors).toHaveLength(1);
});

test.each<[string, (stream: ReadableStream<Uint8Array>, signal: AbortController) => unknown]>([
  ['the reader stops', (stream) => stream.cancel()],
  ['it is called off', (_, controller) => controller.abort(abortReason)],
])('ends a sound upstream when %s', async (_, stop) => {
  const manner: Behaviour = { kind: 'hang', at: 1 };
  fake.behave(manner);
  const controller = new AbortController();
  const { stream } = await client.synthesize(serverAt(fake.url), words, controller.signal);
  const only = serverAt(fake.url, { concurrency: 1 });
  await stop(stream, controller);
  await fake.when(() => fake.open === 0);
  expect(fake.asked).toMatchObject([{ clientDisconnected: true }]);
  expect((await client.embed(only, ['نص'])).vectors).toHaveLength(1);
});
