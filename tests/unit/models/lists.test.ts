import { afterEach, beforeEach, expect, test } from 'vitest';
import { createModelClient } from '#gateway/modules/models/adapters/model-client.ts';
import { type FakeModelServer, keyRefused, startFakeModelServer } from '#tests/support/fake-model-server.ts';
import { failure, serverAt } from './call-fake.ts';

let fake: FakeModelServer;
beforeEach(async () => {
  fake = await startFakeModelServer({ models: ['qwen2.5:7b', 'allam'], voices: ['نورة', 'fahad'] });
});
afterEach(() => fake.close());

const client = createModelClient();

test('lists models and voices', async () => {
  expect(await client.listModels(serverAt(fake.url))).toEqual(['qwen2.5:7b', 'allam']);
  expect(await client.listVoices(serverAt(fake.url))).toEqual(['نورة', 'fahad']);
  expect(fake.asked.map(({ call }) => call)).toEqual(['GET /v1/models', 'GET /v1/audio/voices']);
});

test.each([
  [
    { voices: [{ id: 'نورة' }, { voice_id: 'fahad' }, { name: 'emma' }, { wrong: 1 }] },
    ['نورة', 'fahad', 'emma'],
  ],
  [[{ name: 'نورة' }], ['نورة']],
  [{ data: [{ id: 'نورة' }] }, ['نورة']],
  [{ answer: 'لا' }, null],
])('reads the lists that there are: %j', async (body, names) => {
  fake.behave({ kind: 'status', status: 200, body: JSON.stringify(body) });
  expect(await client.listVoices(serverAt(fake.url))).toEqual(names);
});

test.each([404, 405, 501])('accepts a server without a list: %i', async (status) => {
  fake.behave({ kind: 'status', status, body: '{"error":{"message":"No such path"}}' });
  expect(await client.listVoices(serverAt(fake.url))).toBeNull();
});

test('says when the key is refused', async () => {
  fake.behave(keyRefused);
  expect(await failure(client.listModels(serverAt(fake.url)))).toMatchObject({ code: 'model-key-refused' });
});

test('needs no turn', async () => {
  fake.behave({ kind: 'hang', at: 'start' });
  const controller = new AbortController();
  const busy = client.embed(serverAt(fake.url, { concurrency: 1 }), ['نص'], controller.signal);
  await fake.when(() => fake.open === 1);
  expect(await client.listModels(serverAt(fake.url, { concurrency: 1 }))).toHaveLength(2);
  controller.abort();
  await failure(busy);
});
