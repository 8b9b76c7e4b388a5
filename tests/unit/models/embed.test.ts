import { afterEach, beforeEach, expect, test } from 'vitest';
import { createModelClient } from '#gateway/modules/models/adapters/model-client.ts';
import {
  embedByLetters,
  type FakeModelServer,
  startFakeModelServer,
} from '#tests/support/fake-model-server.ts';
import { failure, serverAt } from './call-fake.ts';

let fake: FakeModelServer;
beforeEach(async () => {
  fake = await startFakeModelServer({ dimensions: 32 });
});
afterEach(() => fake.close());

const client = createModelClient();
const set = () => serverAt(fake.url, { purpose: 'embeddings', model: 'bge' });
const answering = (body: object) => fake.behave({ kind: 'status', status: 200, body: JSON.stringify(body) });
const item = (index: number, embedding: unknown) => ({ index, embedding });

test('gives a vector a text, of length 1, and the tokens that the server counted', async () => {
  const texts = ['رسوم التوصيل', 'delivery fees', 'أ'];
  const { vectors, tokens } = await client.embed(set(), texts);
  expect(tokens).toBe(8);
  for (const [index, vector] of vectors.entries()) {
    expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    const plain = embedByLetters(texts[index] ?? '', 32);
    const length = Math.hypot(...plain);
    expect(Array.from(vector)).toEqual(plain.map((value) => Math.fround(value / length)));
  }
  expect(fake.bodies('embeddings')).toEqual([{ model: 'bge', input: texts, encoding_format: 'float' }]);
});

test('returns vectors in the order of the texts, whatever the order of the response', async () => {
  answering({ data: [item(1, [0, 2]), item(0, [3, 0])] });
  const { vectors, tokens } = await client.embed(set(), ['أول', 'ثانٍ']);
  expect(vectors.map((vector) => Array.from(vector))).toEqual([
    [1, 0],
    [0, 1],
  ]);
  expect(tokens).toBeNull();
});

test.each([10.5, -3, 0, 1e300, '٧'])('believes only tokens that can be counted: %s', async (count) => {
  answering({ data: [item(0, [1, 0])], usage: { prompt_tokens: count } });
  expect((await client.embed(set(), ['نص'])).tokens).toBeNull();
});

test('does not wait for ever for an answer that comes in drops', async () => {
  const drip = ({ signal }: RequestInit) =>
    new ReadableStream<Uint8Array>({
      start: (controller) => signal?.addEventListener('abort', () => controller.error(signal.reason)),
      async pull(controller) {
        await new Promise((resolve) => void setTimeout(resolve, 20));
        if (!signal?.aborted) controller.enqueue(new TextEncoder().encode(' '));
      },
    });
  const headers = { 'content-type': 'application/json' };
  const dripped = createModelClient({
    fetch: (_url, init) => Promise.resolve(new Response(drip(init), { headers })),
  });
  const server = { ...set(), silenceSeconds: 0.1 };
  expect(await failure(dripped.embed(server, ['نص']))).toMatchObject({ code: 'model-timeout', seconds: 1 });
});

test('sends no request for an empty list of texts', async () => {
  expect(await client.embed(set(), [])).toEqual({ vectors: [], tokens: 0 });
  expect(fake.asked).toHaveLength(0);
});

test.each<[string, object]>([
  ['too few', { data: [item(0, [1, 0])] }],
  ['too many', { data: [item(0, [1]), item(1, [1]), item(2, [1])] }],
  ['of several lengths', { data: [item(0, [1, 0]), item(1, [1])] }],
  ['two of one index', { data: [item(0, [1]), item(0, [1])] }],
  ['of an index out of range', { data: [item(0, [1]), item(7, [1])] }],
  ['zero', { data: [item(0, [1, 0]), item(1, [0, 0])] }],
  ['empty', { data: [item(0, []), item(1, [])] }],
  ['texts', { data: [item(0, ['١', '٢']), item(1, [1, 2])] }],
  ['not a list', { data: 'متجهات' }],
])('refuses vectors: %s', async (_, body) => {
  answering(body);
  expect(await failure(client.embed(set(), ['أ', 'ب']))).toEqual({
    code: 'model-invalid-response',
    purpose: 'embeddings',
    model: 'bge',
  });
});
