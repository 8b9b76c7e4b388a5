import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSearchQueue, type SearchQueue } from '#gateway/modules/answers/services/search-queue.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf } from '#tests/support/replies.ts';
import { pathFor, validInit } from '#tests/support/valid-calls.ts';

let searches: SearchQueue;
let gateway: TestGateway;
/** Ends the search that blocks the queue. */
let release: () => void;

beforeEach(async () => {
  searches = createSearchQueue({ concurrency: 1, maxWaiting: 2 });
  gateway = await createTestGateway({ searches });
  await gateway.addUnit('دليل', 'يفتح المكتب في التاسعة صباحًا.');
  await gateway.indexAll();
  const held = Promise.withResolvers<void>();
  release = held.resolve;
  void searches.enter(2, new AbortController().signal).run(() => held.promise);
});
afterEach(async () => {
  release();
  await gateway.close();
});

const ask = (question = 'متى يفتح المكتب؟', signal: AbortSignal | null = null): Promise<Response> =>
  gateway.call('/api/v1/RAG/Answer', {
    method: 'POST',
    json: { Question: question, IndexNames: ['دليل'] },
    signal,
  });
const stream = (): Promise<Response> =>
  gateway.call('/api/v1/RAG/Stream/Answer', {
    method: 'POST',
    json: { Question: 'متى يفتح المكتب؟', IndexNames: ['دليل'], IsStream: true },
  });
const untilWaiting = async (count: number) => {
  await expect.poll(() => searches.waiting()).toBe(count);
};

test('calls wait for their turn, streams too, and are answered', async () => {
  const [whole, streamed] = [ask(), stream()];
  await untilWaiting(2);
  release();
  expect((await whole).status).toBe(200);
  expect(await (await streamed).text()).toContain('"final":true');
  expect(searches.waiting()).toBe(0);
});

test('a full queue answers every further search with 429 and Retry-After, free of charge', async () => {
  const waiting = [ask(), ask()];
  await untilWaiting(2);
  for (const call of [
    ask,
    stream,
    () => gateway.call(pathFor('explainAnswer'), validInit('explainAnswer')),
    () => gateway.call(pathFor('measureSynonyms'), validInit('measureSynonyms')),
  ]) {
    const refused = await call();
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await faultOf(refused)).toMatchObject({
      status: 429,
      fault: 'search-queue-full',
      parameters: { seconds: 1 },
    });
  }
  expect(await gateway.ports.ledger.state(1, 'text')).toMatchObject({ used: 0, reserved: 0 });
  // What is wrong with a question is told first, and nothing is searched for a greeting.
  const unknown = { Question: 'متى؟', IndexNames: ['لا يوجد'] };
  expect((await gateway.call('/api/v1/RAG/Answer', { method: 'POST', json: unknown })).status).toBe(400);
  expect((await ask('شكرًا')).status).toBe(200);
  release();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
});

test('a caller that disconnects while waiting frees place, slot and reservation', async () => {
  const leaving = new AbortController();
  const aborted = ask(undefined, leaving.signal);
  const stays = ask();
  await untilWaiting(2);
  leaving.abort();
  expect((await aborted).status).toBe(499);
  await untilWaiting(1);
  const next = ask();
  await untilWaiting(2);
  release();
  expect((await Promise.all([stays, next])).map(({ status }) => status)).toEqual([200, 200]);
  expect(await gateway.ports.ledger.state(1, 'text')).toMatchObject({ reserved: 0 });
});
