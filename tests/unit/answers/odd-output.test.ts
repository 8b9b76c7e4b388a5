import { afterEach, describe, expect, test, vi } from 'vitest';
import { eventsOf } from '#tests/support/replies.ts';
import { answerOf, DETAIL, FEES, type OpenedAnswers, openAnswers, sortEvents } from './setup.ts';

let answers: OpenedAnswers;
afterEach(() => answers.close());
const open = async (answer: string) => {
  answers = await openAnswers({ model: { answer: () => answer } });
};

describe('odd output of a model', () => {
  test.each([
    '\u200fNOT_FOUND',
    '«NOT_FOUND»',
    '- NOT_FOUND',
    'الجواب: NOT_FOUND',
    'بناءً على المقاطع: NOT_FOUND',
  ])('a refusal in other words: %j', async (text) => {
    await open(text);
    const question = { ...FEES, Question: 'كم رسوم تجديد رخصة القيادة في المكتب؟' };
    const response = await answers.ask(question);
    expect(response.headers.get('x-answer-band')).toBe('not-found');
    const { answer } = await answerOf(response);
    const { answerer, text: streamed } = sortEvents(await eventsOf(await answers.stream(question, DETAIL)));
    expect(answerer.at(-1)).toMatchObject({ kind: null, model: 'qwen2.5:7b' });
    expect(streamed.endsWith(answer)).toBe(true);
    expect(streamed).not.toContain('NOT');
  });

  test.each(['…', '«»\n---', '[1]'])('punctuation alone: %j', async (text) => {
    await open(text);
    const response = await answers.ask(FEES);
    expect(response.headers.get('x-answer-fallback')).toBe('model-empty');
    expect((await answerOf(response)).answer).toContain('ثلاثمئة ريال');
  });

  test('an endless word is cut at the length limit of the answer', async () => {
    await open(`رسوم تجديد جواز السفر ثلاثمئة ريال [1]. نعم ${'س'.repeat(3000)}`);
    const { text } = sortEvents(await eventsOf(await answers.stream({ ...FEES, MaxOutputTokens: 100 })));
    expect(text.length).toBeLessThan(750);
    expect(text).toMatch(/س …\n\n\([^)]+\)$/);
  });

  test('an endless sentence is checked in steps, so that other calls are served meanwhile', async () => {
    const word = (place: number) => `ظظ${String.fromCharCode(0x628 + (place % 19), 0x62d + (place % 17))}`;
    await open(Array.from({ length: 400 }, (_, place) => word(place)).join(' '));
    const timers = vi.spyOn(globalThis, 'setTimeout');
    try {
      await (await answers.ask({ ...FEES, MaxOutputTokens: 4096 })).text();
      expect(timers.mock.calls.some(([, ms]) => ms === 0)).toBe(true);
    } finally {
      timers.mockRestore();
    }
  });
});
