import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseCharge } from '#contract/headers.ts';
import { eventsOf } from '#tests/support/replies.ts';
import { answerOf, FEES, type OpenedAnswers, openAnswers, sortEvents } from './setup.ts';

const WRITTEN = 'رسوم تجديد جواز السفر ثلاثمئة ريال [1]. وتُدفع عبر المنصة [1].';

let at: OpenedAnswers;
let settled: number[];
let reserved: number[];
beforeEach(async () => {
  settled = [];
  reserved = [];
  at = await openAnswers({
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
afterEach(() => at.close());

test('a count of our own is marked as estimated, and covers prompt and answer', async () => {
  at.fake.always({ kind: 'no-usage' });
  const charge = parseCharge((await at.ask(FEES)).headers.get('x-charge'));
  const counted = parseCharge((await reask()).headers.get('x-charge'));
  expect(charge?.estimated).toBe(true);
  expect(counted?.estimated).toBe(false);
  expect(charge?.amount).toBeGreaterThan(counted?.amount ?? 0);
});

const reask = () => {
  at.fake.always({ kind: 'well' });
  return at.ask(FEES);
};

test('never more than was reserved, however much the model says it took', async () => {
  at.fake.script({ answer: () => ({ pieces: ['كلمة '.repeat(30_000)] }) });
  const response = await at.ask({ ...FEES, MaxOutputTokens: 10 });
  const charge = parseCharge(response.headers.get('x-charge'));
  expect(charge?.amount).toBeLessThanOrEqual(reserved[0] ?? 0);
  expect(settled).toEqual([charge?.amount]);
});

test('a model that writes on past its limit is cut', async () => {
  at.fake.behave({ kind: 'huge', of: 'parts' });
  const response = await at.ask({ ...FEES, MaxOutputTokens: 20 });
  expect(response.status).toBe(200);
  await at.fake.when(() => at.fake.open === 0);
  expect(at.fake.asked[0]?.clientDisconnected).toBe(true);
  const { answer } = await answerOf(response);
  expect(answer.length).toBeLessThan(400);
});

test('an answer that ends at its limit shows that it goes on', async () => {
  at.fake.script({ answer: () => ({ pieces: ['رسوم تجديد جواز السفر ثلاثمئة'], finish: 'length' }) });
  expect((await answerOf(await at.ask(FEES))).answer).toBe('رسوم تجديد جواز السفر ثلاثمئة …');
});

describe('whoever leaves', () => {
  test('in the middle: the call upstream ends, what was written is paid, once, and nothing is remembered', async () => {
    at.fake.behave({ kind: 'hang', at: 11 });
    const reader = (await at.stream({ ...FEES, UpdateGlobal: true })).body?.getReader();
    for (let event = 0; event < 2; event++) await reader?.read();
    await reader?.cancel();
    await at.fake.when(() => at.fake.open === 0);
    expect(at.fake.asked).toMatchObject([{ clientDisconnected: true }]);
    expect(settled).toHaveLength(1);
    expect(settled[0]).toBeGreaterThan(100);
    expect(settled[0]).toBeLessThan(reserved[0] ?? 0);
    expect((await at.ledger())?.reserved).toBe(0);
    expect(await at.context()).toEqual({ items: [] });
  });

  test('before the first word: nothing was written, nothing is paid', async () => {
    at.fake.behave({ kind: 'hang', at: 'start' });
    const reader = (await at.stream(FEES)).body?.getReader();
    await reader?.read();
    const next = reader?.read();
    await at.fake.when(() => at.fake.open === 1);
    await reader?.cancel();
    await next;
    await at.fake.when(() => at.fake.open === 0);
    expect(settled).toEqual([0]);
  });

  test('of a whole answer, the same', async () => {
    at.fake.behave({ kind: 'hang', at: 4 });
    const leaving = new AbortController();
    const response = at.gateway.call('/api/v1/RAG/Answer', {
      method: 'POST',
      json: FEES,
      signal: leaving.signal,
    });
    await at.fake.when(() => at.fake.open === 1 && at.fake.asked[0]?.body !== null);
    leaving.abort();
    await response;
    await at.fake.when(() => at.fake.open === 0);
    expect(settled).toHaveLength(1);
    expect((await at.ledger())?.reserved).toBe(0);
  });
});

test('many at once are each settled once, and none is left under way', async () => {
  const texts = await Promise.all(
    Array.from({ length: 12 }, async () => sortEvents(await eventsOf(await at.stream(FEES))).text),
  );
  expect(new Set(texts)).toEqual(new Set([WRITTEN]));
  expect(settled).toHaveLength(12);
  expect(at.fake.open).toBe(0);
  expect((await at.ledger())?.reserved).toBe(0);
});
