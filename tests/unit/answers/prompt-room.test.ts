import { expect, test } from 'vitest';
import { writePrompt } from '#gateway/modules/answers/services/write-prompt.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';

const server = { contextTokens: 4096 } as ModelServer;
const passage = { text: 'رسوم التجديد ثلاثمئة ريال. '.repeat(100), title: 'الرسوم' };
const history = Array.from({ length: 6 }, (_, index) => ({
  role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
  content: 'كم رسوم تجديد الجواز؟ '.repeat(20),
}));
const write = (characters: number, meaning: string | null = null, maxOutputTokens = 4096) =>
  writePrompt(
    server,
    {
      question: 'كم رسوم التجديد '.repeat(200).slice(0, characters),
      standaloneQuestion: meaning,
      history,
      maxOutputTokens,
    },
    [passage],
  );

test('a long question takes room from the history, then from the answer, never from the instructions', () => {
  const short = write(40);
  expect(short.messages.length).toBeGreaterThan(2);
  expect(short.maxTokens).toBe(2048);
  const long = write(2000, 'كم رسوم '.repeat(60));
  expect(long.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(long.shown).toBe(1);
  expect(long.tokens + long.maxTokens).toBeLessThanOrEqual(4096);
  expect(long.maxTokens).toBeGreaterThan(500);
  expect(write(2000, null, 10).maxTokens).toBe(10);
});
