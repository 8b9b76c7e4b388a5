import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseCharge } from '#contract/headers.ts';
import { eventsOf } from '#tests/support/replies.ts';
import { answerOf, FEES, type OpenedAnswers, openAnswers, sortEvents } from './setup.ts';

const WRITTEN = 'رسوم تجديد جواز السفر ثلاثمئة ريال [1]. وتُدفع عبر المنصة [1].';

let answers: OpenedAnswers;
let settled: number[];
let reserved: number[];
beforeEach(async () => {
  settled = [];
  reserved = [];
  answers = await openAnswers({
    model: { answer: () => WRITTEN },
    ports: ({ ledger }) => ({
      ledger: {
        ...ledger,
        reserve: (wanted) => {
          reserved.push(wanted.amount);
          return ledger.reserve(wanted);
        },
        settle: (bot, request, settlement) => {
          settled.push(settlement.amount);
          return ledger.settle(bot, request, settlement);
        },
      },
    }),
  });
});
afterEach(() => answers.close());

test('an estimate by the gateway is marked as estimated, and covers prompt and answer', async () => {
  answers.fake.always({ kind: 'no-usage' });
  const charge = parseCharge((await answers.ask(FEES)).headers.get('x-charge'));
  const counted = parseCharge((await reask()).headers.get('x-charge'));
  expect(charge?.estimated).toBe(true);
  expect(counted?.estimated).toBe(false);
  expect(charge?.amount).toBeGreaterThan(counted?.amount ?? 0);
});

const reask = () => {
  answers.fake.always({ kind: 'well' });
  return answers.ask(FEES);
};

test('charges at most the reserved amount, whatever the model reports', async () => {
  answers.fake.script({ answer: () => ({ pieces: ['كلمة '.repeat(30_000)] }) });
  const response = await answers.ask({ ...FEES, MaxOutputTokens: 10 });
  const charge = parseCharge(response.headers.get('x-charge'));
  expect(charge?.amount).toBeLessThanOrEqual(reserved[0] ?? 0);
  expect(settled).toEqual([charge?.amount]);
});

test('cuts a model that writes beyond its limit', async () => {
  answers.fake.behave({ kind: 'huge', of: 'parts' });
  const response = await answers.ask({ ...FEES, MaxOutputTokens: 20 });
  expect(response.status).toBe(200);
  await answers.fake.when(() => answers.fake.open === 0);
  expect(answers.fake.asked[0]?.clientDisconnected).toBe(true);
  const { answer } = await answerOf(response);
  expect(answer.length).toBeLessThan(400);
});

test('an answer cut at its limit ends with an ellipsis', async () => {
  answers.fake.script({ answer: () => ({ pieces: ['رسوم تجديد جواز السفر ثلاثمئة'], finish: 'length' }) });
  expect((await answerOf(await answers.ask(FEES))).answer).toBe('رسوم تجديد جواز السفر ثلاثمئة …');
});

describe('a client that disconnects', () => {
  test('during the answer: the upstream call ends, the written text is charged once, and nothing is remembered', async () => {
    answers.fake.behave({ kind: 'hang', at: 11 });
    const reader = (await answers.stream({ ...FEES, UpdateGlobal: true })).body?.getReader();
    for (let event = 0; event < 2; event++) await reader?.read();
    await reader?.cancel();
    await answers.fake.when(() => answers.fake.open === 0);
    expect(answers.fake.asked).toMatchObject([{ clientDisconnected: true }]);
    expect(settled).toHaveLength(1);
    expect(settled[0]).toBeGreaterThan(100);
    expect(settled[0]).toBeLessThan(reserved[0] ?? 0);
    expect((await answers.ledger())?.reserved).toBe(0);
    expect(await answers.context()).toEqual({ items: [] });
  });

  test('before the first word: nothing is charged', async () => {
    answers.fake.behave({ kind: 'hang', at: 'start' });
    const reader = (await answers.stream(FEES)).body?.getReader();
    await reader?.read();
    const next = reader?.read();
    await answers.fake.when(() => answers.fake.open === 1);
    await reader?.cancel();
    await next;
    await answers.fake.when(() => answers.fake.open === 0);
    expect(settled).toEqual([0]);
  });

  test('during a whole answer: the same', async () => {
    answers.fake.behave({ kind: 'hang', at: 4 });
    const leaving = new AbortController();
    const response = answers.gateway.call('/api/v1/RAG/Answer', {
      method: 'POST',
      json: FEES,
      signal: leaving.signal,
    });
    await answers.fake.when(() => answers.fake.open === 1 && answers.fake.asked[0]?.body !== null);
    leaving.abort();
    await response;
    await answers.fake.when(() => answers.fake.open === 0);
    expect(settled).toHaveLength(1);
    expect((await answers.ledger())?.reserved).toBe(0);
  });
});

test('concurrent calls are each settled once, and no reservation stays open', async () => {
  const texts = await Promise.all(
    Array.from({ length: 12 }, async () => sortEvents(await eventsOf(await answers.stream(FEES))).text),
  );
  expect(new Set(texts)).toEqual(new Set([WRITTEN]));
  expect(settled).toHaveLength(12);
  expect(answers.fake.open).toBe(0);
  expect((await answers.ledger())?.reserved).toBe(0);
});
