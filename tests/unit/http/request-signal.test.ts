/** What listens to the signal of a request keeps the whole call in memory for ever: nothing may be left when it is over. */
import { getEventListeners } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestGateway, ORIGIN, TEST_KEY, type TestGateway } from '#tests/support/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await createTestGateway();
  await gateway.addUnit('الدوام', '# الدوام\n\nيفتح المكتب في الثامنة صباحًا.');
  await gateway.indexAll();
});
afterAll(() => gateway.close());

const question = { Question: 'متى يفتح المكتب؟', IndexNames: ['الدوام'] };

test.each([
  ['answered', '/api/v1/RAG/Answer', question, 200],
  ['refused by its handler', '/api/v1/RAG/Answer', { ...question, IndexNames: ['لا وجود له'] }, 400],
  ['streamed', '/api/v1/RAG/Stream/Answer', { ...question, IsStream: true }, 200],
])('of a call that was %s, nothing listens to its client', async (_, path, body, status) => {
  const request = new Request(ORIGIN + path, {
    method: 'POST',
    headers: { 'x-user-auth': TEST_KEY, 'x-bot': '1', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const response = await gateway.app.fetch(request);
  expect(response.status).toBe(status);
  await response.text();
  expect(getEventListeners(request.signal, 'abort')).toEqual([]);
});
