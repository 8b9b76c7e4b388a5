import { expect, test } from 'vitest';
import { checkAnswer } from '#tests/support/check-answer.ts';

/** The gateway sends what its typed handlers return without parsing it again; the tests' gateway holds each reply to the contract. */
const reply = (Response: unknown, StatusCode = 200) =>
  globalThis.Response.json({ StatusCode, Response, Consumption: '0/0' });
const check = (answer: unknown) => checkAnswer('POST', '/api/v1/RAG/Answer', reply(answer));

test('an answer outside the contract fails the test that asked for it', async () => {
  const answer = { answer: 'نعم', chat_history: [], retrieved_documents: [] };
  expect((await check(answer)).status).toBe(200);
  await expect(check({ ...answer, answer: 7 })).rejects.toThrow('answer breaks the contract');
  await expect(check({ ...answer, extra: true })).rejects.toThrow('fields that the contract does not know');
});
