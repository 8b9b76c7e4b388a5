import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningCanary, startCanary } from '#tests/support/canary.ts';
import { CLEAR_OUTCOME, indexHostileFiles } from '#tests/support/index-hostile.ts';
import { makeHostile } from '#tests/support/make-hostile.ts';
import { createPlainClient } from '#tests/support/plain-client.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';

const KEY = 'hostile-test-key-of-the-operator';

let server: RunningServer;
let bait: RunningCanary;
beforeAll(async () => {
  bait = await startCanary();
  server = await startServer({ FIHRIST_API_KEY: KEY });
});
afterAll(async () => {
  await server.stop();
  await bait.remove();
});

/** All of them, those of the shared folder too, and how long each takes: `npm run bench -- hostile`. */
test('a gateway that is given hostile files', { timeout: 300_000 }, async () => {
  const outcomes = await indexHostileFiles({ origin: server.origin, key: KEY }, makeHostile(bait, 'few'));

  // Ends each clearly, and answers all the while.
  const unclear = outcomes.filter(({ outcome }) => !CLEAR_OUTCOME.test(outcome));
  expect(unclear.map(({ name, outcome }) => [name, outcome])).toEqual([]);
  expect(outcomes.filter(({ unanswered }) => unanswered > 0)).toEqual([]);

  // Goes nowhere, and reads nothing that is not the file's own.
  expect(bait.visits).toEqual([]);
  expect(outcomes.filter(({ text }) => text.includes(bait.secret))).toEqual([]);

  // The readable text of a document, without hidden text.
  const textOf = (name: string) => outcomes.find((outcome) => outcome.name === name)?.text;
  expect(textOf('fetching.html')).toContain('نص الصفحة');
  expect(textOf('relationships.docx')).toContain('نص المستند');
  expect(textOf('traversal.epub')).toContain('نص الكتاب');
  expect(textOf('hidden-wide.html')).toBe('نص ظاهر كله');
  expect(textOf('vanishing.docx')).toBe('نص ظاهر كله');

  // Reads and answers as before.
  const client = createPlainClient(server.origin, KEY);
  const file = await client.upload('دليل.md', new Blob(['# المواعيد\n\nيفتح المكتب في التاسعة صباحًا.\n']));
  const id = await client.register('دليل', file);
  await expect.poll(async () => (await client.states([id]))[0]?.status).toBe('ready');
  expect((await client.answer('متى يفتح المكتب؟', ['دليل'])).retrieved_documents).toHaveLength(1);
});
