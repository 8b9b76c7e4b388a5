import { describe, expect, test } from 'vitest';
import { createTokenEstimate, estimateTokens } from '#common/estimate-tokens.ts';
import {
  type ChatLimits,
  type ChatQuestion,
  prepareChat,
} from '#gateway/modules/chat/services/prepare-chat.ts';
import { systemPrompt } from '#gateway/modules/chat/services/styles/styles.ts';

const LIMITS: ChatLimits = { defaultTokens: 2048, imageTokens: 1500, contextTokens: null };
const MESSAGE = 'متى يفتح المكتب؟';
const prepare = (question: Partial<ChatQuestion> = {}, limits: Partial<ChatLimits> = {}) =>
  prepareChat(
    { message: MESSAGE, style: 0, history: [], maxTokens: undefined, settings: {}, images: 0, ...question },
    { ...LIMITS, ...limits },
  );
const turns = (count: number, content = 'كم تستغرق المعاملة في هذا الفرع؟') =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content,
  }));
const sum = (texts: readonly { content: string }[]) =>
  texts.reduce((total, { content }) => total + estimateTokens(content), 0);

describe('the size of the model is not known', () => {
  test('sends everything, and reserves input, message overhead and the longest output', () => {
    const history = turns(200);
    const { request, input, maxTokens, dropped } = prepare({ history, maxTokens: 300 });
    expect(request.messages).toHaveLength(202);
    expect(dropped).toBe(0);
    expect(input).toBe(sum(request.messages));
    expect(maxTokens).toBe(input + 202 * 8 + 300);
    expect(prepare().request.maxTokens).toBe(2048);
  });

  test('an image is taken for so many tokens', () => {
    expect(prepare({ images: 3 }).input - prepare().input).toBe(4500);
  });
});

describe('of a model whose size is known', () => {
  test.each([512, 700, 1000, 2000, 4096, 8000])(
    '%s tokens: it never gets more than it holds',
    (contextTokens) => {
      for (const maxTokens of [undefined, 1, 100, 4096])
        for (const count of [0, 1, 2, 3, 40, 200]) {
          const {
            request,
            maxTokens: most,
            dropped,
          } = prepare({ history: turns(count), maxTokens }, { contextTokens });
          expect(most).toBeLessThanOrEqual(contextTokens);
          expect(request.maxTokens).toBeGreaterThan(0);
          expect(request.maxTokens).toBeLessThanOrEqual(maxTokens ?? 2048);
          expect(request.messages.length).toBe(count - dropped + 2);
          expect(request.messages.at(-1)).toEqual({ role: 'user', content: MESSAGE });
          // What was cut begins with the user.
          expect([dropped, request.messages[1]?.role]).toEqual([dropped, 'user']);
        }
    },
  );

  test('a long history leaves the answer half of the room, and not more than it may use', () => {
    const { request } = prepare({ history: turns(200), maxTokens: 4096 }, { contextTokens: 2000 });
    expect(request.maxTokens).toBeGreaterThan(800);
    expect(request.messages.length).toBeGreaterThan(20);
    const brief = prepare({ history: turns(200), maxTokens: 50 }, { contextTokens: 2000 });
    expect(brief.request.maxTokens).toBe(50);
    expect(brief.request.messages.length).toBeGreaterThan(request.messages.length);
  });

  test('an answer may be as long as the remaining context', () => {
    const { request, maxTokens } = prepare({ maxTokens: 4096 }, { contextTokens: 1000 });
    expect(maxTokens).toBe(1000);
    expect(request.maxTokens).toBe(1000 - sum(request.messages) - 16);
  });

  test('a message that does not fit drops all older messages: the history has no gaps', () => {
    const history = [
      ...turns(2),
      { role: 'user' as const, content: 'نص '.repeat(2000) },
      ...turns(3).slice(1),
    ];
    const { request, dropped } = prepare({ history }, { contextTokens: 2000 });
    expect(dropped).toBe(4);
    expect(request.messages.slice(1, -1)).toEqual(history.slice(4));
  });

  test('a message that leaves no room for an answer is refused, also with images', () => {
    const refusal = (question: Partial<ChatQuestion>) => () => prepare(question, { contextTokens: 1024 });
    const refused = { code: 'chat-too-long', parameters: expect.objectContaining({ max: 1024 }) as unknown };
    expect(refusal({ message: 'كلمة '.repeat(400) })).toThrow(expect.objectContaining(refused));
    expect(refusal({ images: 1 })).toThrow(expect.objectContaining(refused));
    expect(refusal({ message: 'كلمة '.repeat(100) })).not.toThrow();
  });
});

test('the language of the message decides, not that of the history', () => {
  const history = turns(4);
  const { request } = prepare({ message: 'And in English, please?', history });
  expect(request.messages[0]?.content).toBe(systemPrompt(0, 'English'));
  expect(request.messages[0]?.content).not.toMatch(/[\u0600-\u06ff]/);
  // Names of products do not make an Arabic sentence English.
  expect(prepare({ message: 'وين ألقى إعدادات Windows Update؟' }).request.messages[0]?.content).toMatch(
    /^أنت/,
  );
});

test('estimating a growing text piece by piece equals estimating the whole', () => {
  const text = 'أهلًا وسهلًا، welcome 😀 إلى ١٢٣ و456.\n'.repeat(20);
  const estimate = createTokenEstimate();
  let last = 0;
  for (const piece of text.match(/[^]{1,7}/gu) ?? []) last = estimate(piece);
  expect(last).toBe(estimateTokens(text));
});
