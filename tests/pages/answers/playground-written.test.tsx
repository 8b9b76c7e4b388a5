import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { ChatCompletionRequest, ChatPart } from '#gateway/modules/models/ports/models.ts';
import type { Ports } from '#gateway/ports.ts';
import { paths } from '#src/paths.ts';
import { foreign } from '#tests/support/foreign.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { startUser } from '#tests/support/user.ts';

const GUIDE = `# دليل العملاء

## مهلة الإرجاع

يحق للعميل إرجاع المنتج خلال 14 يومًا من تاريخ استلام الطلب.

## رسوم شحن الإرجاع

تتحمل الشركة رسوم شحن الإرجاع إذا كان المنتج تالفًا، وفي غير ذلك يتحمل العميل 20 ريالًا.
`;
const QUESTION = 'من يتحمل رسوم شحن الإرجاع؟';
const WRITTEN =
  'تتحمل الشركة رسوم شحن الإرجاع إذا كان المنتج تالفًا [1]. ويتحمل العميل 35 ريالًا في غير ذلك [1].\n<b>شكرًا</b>';

type Answer = (order: ChatCompletionRequest, signal?: AbortSignal) => AsyncGenerator<ChatPart, void, void>;

/** Says these words, a few letters at a time. */
const say = (text: string): Answer =>
  async function* () {
    for (const piece of text.match(/[^]{1,7}/gu) ?? []) yield { text: piece };
    yield { end: { reason: 'stop', use: { input: 300, output: 40 } } };
  };

let answer: Answer = say(WRITTEN);
afterEach(() => {
  answer = say(WRITTEN);
});

const models = ({ models: real }: Ports): Partial<Ports> => ({
  models: { ...real, chat: (_server, order, signal) => answer(order, signal) },
});
const chat = {
  purpose: 'chat' as const,
  from: 'environment' as const,
  key: null,
  enabled: true,
  url: 'http://127.0.0.1:9/v1',
  model: 'qwen2.5:7b',
  modelV2: null,
  voices: [],
  firstSeconds: 20,
  silenceSeconds: 20,
  concurrency: 8,
  contextTokens: null,
};
async function teach(gateway: TestGateway) {
  await gateway.addUnit('دليل العملاء', GUIDE);
  await gateway.indexAll();
}
const open = (options: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
  openDashboard({
    at: paths.playground({ question: QUESTION, index: ['دليل العملاء'] }),
    prepare: teach,
    ports: models,
    settings: { modelServers: { chat } },
    ...options,
  });
const ask = async (name = 'Ask') => startUser().click(await screen.findByRole('button', { name }));

describe('an answer that a model wrote', () => {
  test('shows its words as text, who wrote them, and which sentences the documents support', async () => {
    const dashboard = await open();
    await ask();
    expect(await screen.findByText('1 of 2 sentences are supported by sources')).toBeVisible();
    const panel = screen.getByRole('region', { name: 'Answer' });
    expect(within(panel).getByText('qwen2.5:7b')).toBeVisible();
    const wrong = panel.querySelector('[data-support="unsupported"]');
    expect(wrong).toHaveTextContent(/^ويتحمل العميل 35 ريالًا في غير ذلك.*\(not supported\)$/u);
    expect(within(panel).getByText('not supported', { exact: true })).toBeVisible();
    // Markup of a model is text like any other.
    expect(panel).toHaveTextContent('<b>شكرًا</b>');
    expect(panel.querySelector('b')).toBeNull();
    const [request] = dashboard.requests.filter(({ url }) => url.includes('/Stream/Answer'));
    expect(request?.headers.get(HEADERS.answerDetail)).toBe('events');
  });

  test('quotes where no passage supports the text, and says so', async () => {
    answer = say('رسوم الشحن 77 ريالًا يوم السبت [1]. وتُدفع بالدولار قبل السفر بأسبوعين [1].');
    await open();
    await ask();
    expect(
      await screen.findByText(/^The passages do not support what the chat model wrote\./u),
    ).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Answered' })).toBeVisible();
    const panel = screen.getByRole('region', { name: 'Answer' });
    expect(panel).toHaveTextContent('تتحمل الشركة رسوم شحن الإرجاع');
    expect(panel).not.toHaveTextContent('77');
  });

  test('leads from a citation to its document, by keyboard too', async () => {
    const user = startUser();
    await open();
    await ask();
    await screen.findByText(/sentences are supported/u);
    const [, second] = screen.getAllByRole('button', { name: 'Passage 1' });
    second?.focus();
    await user.keyboard('{Enter}');
    const document = screen.getByRole('listitem', { name: 'Passage 1' });
    await expect.poll(() => document === globalThis.document.activeElement).toBe(true);
    expect(document).toHaveAttribute('aria-current', 'true');
  });

  test('بالعربية: من كتبها، وما يسند جملها، ومعنى الخطوط', async () => {
    await open({ language: 'ar' });
    await ask('إرسال السؤال');
    expect(await screen.findByText('الجمل المدعومة بالمصادر: 1 من 2')).toBeVisible();
    expect(screen.getByText('غير مدعومة', { exact: true })).toBeVisible();
    expect(screen.getByText(/تُقارن كل جملة بالمقاطع/u)).toBeVisible();
  });

  test('whole, says the same from headers', async () => {
    answer = say('تتحمل الشركة رسوم شحن الإرجاع إذا كان المنتج تالفًا [1].');
    await open({ at: `${paths.playground({ question: QUESTION, index: ['دليل العملاء'] })}&streamed=false` });
    await ask();
    expect(await screen.findByText('The sentence is supported by sources')).toBeVisible();
    expect(screen.getByText('qwen2.5:7b')).toBeVisible();
    expect(screen.queryByText(/Check the meaning yourself/u)).toBeNull();
  });
});

describe('when the model does not answer', () => {
  test('quotes, and says which side failed and why', async () => {
    answer = async function* () {
      yield* [];
      throw new GatewayFault('model-unreachable', { purpose: 'chat', model: 'qwen2.5:7b' });
    };
    await open();
    await ask();
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('The chat server cannot be reached. The answer below is quoted');
    expect(screen.getByRole('region', { name: 'Answer' })).toHaveTextContent('تتحمل الشركة رسوم شحن');
    expect(screen.queryByText('qwen2.5:7b')).toBeNull();
    // Quoted it is already: the next step is the model.
    expect(screen.queryByRole('button', { name: 'Ask again with quotes' })).toBeNull();
    answer = say(WRITTEN);
    await startUser().click(await within(notice).findByRole('button', { name: 'Try the chat model again' }));
    expect(await screen.findByText('1 of 2 sentences are supported by sources')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Answer' })).toHaveFocus();
  });

  test('keeps what came when it broke off, and offers to ask again', async () => {
    answer = async function* () {
      yield { text: 'تتحمل الشركة رسوم شحن الإرجاع إذا كان المنتج تالفًا [1]. ويتحمل العميل ' };
      throw new GatewayFault('model-truncated', { purpose: 'chat', model: 'qwen2.5:7b' });
    };
    await open();
    await ask();
    expect(await screen.findByRole('alert')).toHaveTextContent('qwen2.5:7b');
    expect(screen.getByRole('region', { name: 'Answer' })).toHaveTextContent('تتحمل الشركة رسوم شحن');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Incomplete answer', level: 2 })).toBeVisible();
  });

  test('says that the model found no answer', async () => {
    answer = say('NOT_FOUND');
    await open({
      at: paths.playground({ question: 'كم رسوم شحن الدراجات إلى اليابان؟', index: ['دليل العملاء'] }),
    });
    await ask();
    expect(await screen.findByText('qwen2.5:7b found no answer in these passages.')).toBeVisible();
    expect(screen.getByText('Not found in these sources')).toBeVisible();
    expect(screen.queryByText(/support/u)).toBeNull();
  });
});

describe('who answers', () => {
  test('is chosen beside the question, kept in the address, and asked the other way with one press', async () => {
    const user = startUser();
    const dashboard = await open();
    const choice = await screen.findByRole('group', { name: 'Answer method' });
    expect(within(choice).getByRole('button', { name: 'Chat model' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await user.click(within(choice).getByRole('button', { name: 'Quotes' }));
    await ask();
    await user.click(await screen.findByRole('button', { name: 'Ask again with the chat model' }));
    expect(await screen.findByText('1 of 2 sentences are supported by sources')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Ask again with quotes' })).toBeVisible();
    const sent = dashboard.requests.filter(({ url }) => url.includes('/Stream/Answer'));
    expect(sent.map(({ headers }) => headers.get(HEADERS.answerer))).toEqual(['extractive', null]);
    expect(screen.getByRole('heading', { name: 'Runs' })).toBeVisible();
  });

  test('shows how a follow-up question was understood', async () => {
    const user = startUser();
    answer = async function* (order) {
      yield* order.messages[0]?.content.includes('أعد كتابة')
        ? say('متى تنتهي مهلة الإرجاع؟')(order)
        : say('تنتهي مهلة الإرجاع بعد 14 يومًا من تاريخ استلام الطلب [1].')(order);
    };
    await open({
      at: `${paths.playground({ question: 'كم مهلة إرجاع المنتج؟', index: ['دليل العملاء'] })}&UpdateGlobal=true`,
    });
    await ask();
    await screen.findByText(/supported by sources/u);
    const question = screen.getByRole('textbox', { name: 'Question' });
    await user.clear(question);
    await user.write(question, 'ومتى تنتهي؟{Enter}');
    expect(await screen.findByText('متى تنتهي مهلة الإرجاع؟')).toBeVisible();
    expect(screen.getByText(/^Searched for:/u)).toBeVisible();
  });

  test('is not offered without a model; the settings say what to set', async () => {
    const user = startUser();
    await open({ settings: {} });
    await screen.findByRole('button', { name: 'Ask' });
    expect(screen.queryByRole('group', { name: 'Answer method' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Settings' }));
    const drawer = await screen.findByRole('dialog', { name: 'Settings' });
    expect(within(drawer).getByRole('heading', { name: 'No chat model yet' })).toBeVisible();
    expect(within(drawer).getByText(/FIHRIST_CHAT_URL=/u)).toBeInTheDocument();
  });
});

test('takes numbers in brackets of another gateway for words, and sends it no header that it may refuse', async () => {
  const dashboard = await open({ intercept: foreign() });
  await ask();
  const panel = await screen.findByRole('region', { name: 'Answer' });
  await expect.poll(() => panel.textContent).toContain('ذلك [1].\n<b>شكرًا</b>');
  expect(within(panel).queryAllByRole('button', { name: 'Passage 1' })).toEqual([]);
  const [request] = dashboard.requests.filter(({ url }) => url.includes('/Stream/Answer'));
  expect(request?.headers.has(HEADERS.answerDetail)).toBe(false);
});
