import { afterEach, beforeEach, expect, test } from 'vitest';
import { createConcurrencyQueue } from '#gateway/modules/models/adapters/concurrency-queue.ts';
import { createModelClient } from '#gateway/modules/models/adapters/model-client.ts';
import {
  type ChatBody,
  type FakeModelServer,
  startFakeModelServer,
  textOf,
} from '#tests/support/fake-model-server.ts';
import { failure, order, readAll, serverAt } from './call-fake.ts';

let fake: FakeModelServer;
beforeEach(async () => {
  fake = await startFakeModelServer();
});
afterEach(() => fake.close());

test('lets so many calls go at once, the others in the order in which they came', async () => {
  const client = createModelClient();
  const server = serverAt(fake.url, { concurrency: 3 });
  const answers: (() => void)[] = [];
  fake.script({ answer: () => new Promise((resolve) => answers.push(() => resolve('نعم'))) });
  const numbers = Array.from({ length: 9 }, (_, index) => String(index));
  const calls = numbers.map((content) =>
    readAll(client.chat(server, order({ messages: [{ role: 'user', content }] }))),
  );
  // Three requests run; each response lets one more in, and no request starts otherwise.
  for (const answered of numbers.keys()) {
    await fake.when(() => answers.length === Math.min(answered + 3, numbers.length));
    expect(fake.open).toBeLessThanOrEqual(3);
    answers[answered]?.();
  }
  expect((await Promise.all(calls)).every(({ text }) => text === 'نعم')).toBe(true);
  expect(fake.maxOpen).toBe(3);
  const texts = fake.bodies<ChatBody>('chat/completions').map(({ messages }) => textOf(messages[0]));
  // The first three set out together, and may arrive in any order.
  expect(texts.slice(0, 3).sort()).toEqual(numbers.slice(0, 3));
  expect(texts.slice(3)).toEqual(numbers.slice(3));
});

test('gives the turn on after every end: done, failed, left', async () => {
  const client = createModelClient();
  const server = serverAt(fake.url, { concurrency: 1 });
  fake.behave({ kind: 'well' }, { kind: 'cut', after: 1 }, { kind: 'html' }, { kind: 'hang', at: 2 });
  await readAll(client.chat(server, order()));
  await readAll(client.chat(server, order()));
  await readAll(client.chat(server, order()));
  for await (const _ of client.chat(server, order())) break;
  await fake.when(() => fake.open === 0);
  expect((await readAll(client.chat(server, order()))).end?.reason).toBe('stop');
  expect(fake.maxOpen).toBe(1);
});

test('holds each model of each server apart', async () => {
  const client = createModelClient();
  fake.always({ kind: 'hang', at: 'start' });
  const controller = new AbortController();
  const models = ['qwen', 'allam', 'jais'];
  const calls = models.map((model) =>
    client.embed(serverAt(fake.url, { model, concurrency: 1 }), ['نص'], controller.signal),
  );
  await fake.when(() => fake.asked.filter(({ body }) => body !== null).length === 3);
  const names = fake.bodies('embeddings').map(({ model }) => String(model));
  expect(names.sort()).toEqual(models.sort());
  controller.abort();
  await Promise.allSettled(calls);
});

test('reports a busy server when no slot is freed in time', async () => {
  const client = createModelClient();
  fake.behave({ kind: 'hang', at: 'start' });
  const controller = new AbortController();
  const running = client.embed(serverAt(fake.url, { concurrency: 1 }), ['نص'], controller.signal);
  await fake.when(() => fake.open === 1);
  const late = serverAt(fake.url, { concurrency: 1, firstSeconds: 0.05 });
  expect(await failure(client.embed(late, ['نص']))).toMatchObject({ code: 'model-busy', seconds: 5 });
  expect(fake.asked).toHaveLength(1);
  controller.abort();
  await failure(running);
});

test('limits the length of the queue', async () => {
  const turns = createConcurrencyQueue(2);
  const take = () => turns.acquire('خادم', 1, 60);
  const first = await take();
  const waiting = [take(), take()];
  expect(await take()).toBe('full');
  if (typeof first !== 'string') first();
  const second = await waiting[0];
  expect(second).toBeTypeOf('function');
  const third = take();
  if (typeof second === 'function') second();
  // Given back twice is given back once.
  if (typeof second === 'function') second();
  const [, next] = await Promise.all([waiting[0], waiting[1]]);
  expect(next).toBeTypeOf('function');
  let isServed = false;
  void third.then(() => (isServed = true));
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(isServed).toBe(false);
  if (typeof next === 'function') next();
  expect(await third).toBeTypeOf('function');
});

test('follows the currently set concurrency', async () => {
  const turns = createConcurrencyQueue();
  const first = await turns.acquire('خادم', 1, 60);
  const second = turns.acquire('خادم', 1, 60);
  const third = turns.acquire('خادم', 3, 60);
  for (const turn of [first, await second, await third]) expect(turn).toBeTypeOf('function');
});
