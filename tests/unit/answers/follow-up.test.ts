import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseText } from '#contract/headers.ts';
import { type ChatBody, failing, textOf } from '#tests/support/fake-model-server.ts';
import { eventsOf } from '#tests/support/replies.ts';
import { answerOf, DETAIL, FEES, type OpenedAnswers, openAnswers, sortEvents } from './setup.ts';

const REWRITTEN = 'كم مدة تجديد جواز السفر؟';
const FEES_ANSWER = 'رسوم تجديد جواز السفر ثلاثمئة ريال [1].';
const TIME_ANSWER = 'مدة تجديد جواز السفر خمسة أيام عمل [1].';

const isRewriting = ({ messages }: ChatBody) => textOf(messages[0]).includes('أعد كتابة السؤال');
const script = (body: ChatBody): string => {
  if (isRewriting(body)) return REWRITTEN;
  return /وكم مدته/.test(textOf(body.messages.at(-1))) ? TIME_ANSWER : FEES_ANSWER;
};
const follow = { Question: 'وكم مدته؟', IndexNames: ['دليل الخدمات'], UpdateGlobal: true };

let answers: OpenedAnswers;
beforeEach(async () => {
  answers = await openAnswers({ model: { answer: script } });
});
afterEach(() => answers.close());

const ask = (json: object, headers: Record<string, string> = {}) => answers.ask(json, headers);

describe('a follow-up question', () => {
  test('is rewritten for the search, reported, and answered with the conversation', async () => {
    await ask({ ...FEES, UpdateGlobal: true });
    const response = await ask(follow);
    expect(parseText(response.headers.get('x-answer-search'))).toBe(REWRITTEN);
    const { answer, chat_history, retrieved_documents } = await answerOf(response);
    expect(answer).toBe(TIME_ANSWER);
    expect(retrieved_documents[0]?.text).toContain('خمسة أيام عمل');
    expect(chat_history).toEqual([
      { role: 'user', content: FEES.Question },
      { role: 'assistant', content: FEES_ANSWER },
    ]);
    const [, rewriting, answering] = answers.prompts();
    expect(rewriting?.user).toContain(
      `user: ${FEES.Question}\nassistant: رسوم تجديد جواز السفر ثلاثمئة ريال.`,
    );
    const roles = answering?.body.messages.map(({ role }) => role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'user']);
    expect(textOf(answering?.body.messages[2])).toBe('رسوم تجديد جواز السفر ثلاثمئة ريال.');
    expect(answering?.user).toMatch(/السؤال: وكم مدته؟\nوالمقصود به: كم مدة تجديد جواز السفر؟$/);
  });

  test('streamed: the search is reported in the header and with the answerer; both model calls are charged', async () => {
    await ask({ ...FEES, UpdateGlobal: true });
    const before = (await answers.ledger())?.used ?? 0;
    const response = await answers.stream(follow, DETAIL);
    expect(parseText(response.headers.get('x-answer-search'))).toBe(REWRITTEN);
    const { answerer, last } = sortEvents(await eventsOf(response));
    expect(answerer).toMatchObject([{ kind: 'generated', search: REWRITTEN }]);
    const paid = ((await answers.ledger())?.used ?? 0) - before;
    expect(last).toMatchObject({ metadata: { total_tokens: paid } });
    const alone = answers
      .prompts()
      .at(-1)
      ?.body.messages.reduce((sum, message) => sum + 3 + Math.ceil(textOf(message).length / 4), 0);
    expect(paid).toBeGreaterThan((alone ?? 0) + Math.ceil(TIME_ANSWER.length / 4));
  });

  test('is combined by rule when rewriting fails, and without a model', async () => {
    await ask({ ...FEES, UpdateGlobal: true });
    answers.fake.behave(failing());
    const response = await ask(follow);
    expect(parseText(response.headers.get('x-answer-search'))).toBe('وكم مدته؟ رسوم تجديد جواز السفر');
    expect((await answerOf(response)).answer).toBe(TIME_ANSWER);
    expect(answers.gateway.lines.filter(({ event }) => event === 'query-rewrite-failed')).toMatchObject([
      { facts: { fault: 'model-failed' } },
    ]);
    const calls = answers.fake.asked.length;
    const quoted = await ask({ ...follow, Question: 'وكم رسومه؟' }, { 'x-answerer': 'extractive' });
    expect(parseText(quoted.headers.get('x-answer-search'))).toMatch(/^وكم رسومه؟ .*تجديد جواز السفر/);
    expect((await answerOf(quoted)).answer).toContain('ثلاثمئة ريال');
    expect(answers.fake.asked).toHaveLength(calls);
  });

  test.each(['', 'لا أعرف\n'.repeat(2), 'س'.repeat(600), '…', `${'"'.repeat(5000)}الجواز`])(
    'does not search an unusable rewriting: %#',
    async (said) => {
      await ask({ ...FEES, UpdateGlobal: true });
      answers.fake.script({ answer: (body) => (isRewriting(body) ? said : script(body)) });
      const search = parseText((await ask(follow)).headers.get('x-answer-search'));
      expect(search).toBe('وكم مدته؟ رسوم تجديد جواز السفر');
    },
  );
});

describe('no rewriting', () => {
  test('for a question that stands alone', async () => {
    await ask({ ...FEES, UpdateGlobal: true });
    const response = await ask({ ...FEES, Question: 'متى يفتح المكتب يوم الأحد؟', UpdateGlobal: true });
    expect(response.headers.has('x-answer-search')).toBe(false);
    expect(answers.prompts().filter(({ body }) => isRewriting(body))).toEqual([]);
  });

  test('for the first question, and without UpdateGlobal', async () => {
    expect((await ask(follow)).headers.has('x-answer-search')).toBe(false);
    await ask({ ...FEES, UpdateGlobal: true });
    const response = await ask(FEES);
    expect(response.headers.has('x-answer-search')).toBe(false);
    expect((await answerOf(response)).chat_history).toEqual([]);
    expect(answers.prompts().at(-1)?.body.messages).toHaveLength(2);
  });

  test('with the conversation of another key or another bot', async () => {
    await answers.gateway.addKey('second', { bots: [1, 2] });
    await ask({ ...FEES, UpdateGlobal: true }, { 'x-user-auth': 'second' });
    const response = await ask(follow);
    expect(response.headers.has('x-answer-search')).toBe(false);
    expect((await answerOf(response)).chat_history).toEqual([]);
    for (const { body } of answers.prompts().slice(1))
      expect(body.messages.map(textOf).join('\n')).not.toContain('كم رسوم تجديد');
  });
});
