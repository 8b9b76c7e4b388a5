import { expect, test } from 'vitest';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { openLocalStore } from '#src/api/local/local-store.ts';
import {
  createLocalTest,
  deleteLocalTest,
  listLocalTests,
  updateLocalTest,
} from '#src/api/local/local-tests.ts';

const store = openLocalStore({ id: 'c1', baseUrl: 'https://gateway.example', bot: '7' });
const client = {} as GatewayClient;
const local = { client, store };
const QUESTIONS = ['a?', 'b?', 'c?', 'd?'];

test('tests that are made at once are all kept, and one that is deleted stays so', async () => {
  const results = QUESTIONS.map((question) =>
    createLocalTest(local, { question, expectation: { quotes: ['x'] }, keep: 'always' }),
  );
  const ids = (await Promise.all(results)).map((result) => result.test?.id);
  expect(new Set(ids)).toEqual(new Set([1, 2, 3, 4]));
  const { items } = await listLocalTests(local);
  expect(items.map(({ question }) => question).toSorted()).toEqual(QUESTIONS);
  // A client that cannot be asked: neither costs a question.
  const deleted = deleteLocalTest(local, '4');
  const late = updateLocalTest(local, '4', { tags: ['x'] });
  await deleted;
  await expect(late).rejects.toMatchObject({ fault: 'test-not-found' });
  expect(await updateLocalTest(local, '3', { tags: ['x'] })).toMatchObject({ test: { id: 3, tags: ['x'] } });
  expect((await listLocalTests(local)).items).toHaveLength(3);
});
