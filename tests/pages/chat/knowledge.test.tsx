import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { INJECTED_FAULTS } from '#mocks/faults.ts';
import { pageOrigin } from '#src/api/transport/connection.ts';
import type { Conversation } from '#src/features/chat/conversations/conversation.ts';
import { createIndexedDbArchive } from '#src/features/chat/conversations/conversation-store.ts';
import { conversationToMarkdown } from '#src/features/chat/conversations/export-conversation.ts';
import { paths } from '#src/paths.ts';
import { answered, bodies, box, openChat, openNewBrowsers, PIXEL, say } from '#tests/support/chat-page.tsx';
import { deviate } from '#tests/support/foreign-gateway.ts';
import { teach } from '#tests/support/playground-page.tsx';
import { scriptChat } from '#tests/support/scripted-chat.ts';
import { startUser } from '#tests/support/user.ts';

openNewBrowsers();

const QUESTION = 'Who pays for the return shipping?';
const ANSWER = /The company pays the return shipping if the product is damaged/u;
const STREAM = /RAG\/Stream\/Answer$/u;
const sources = () => screen.findByRole('list', { name: 'Sources of this answer' });
const mode = (name: 'Knowledge' | 'Model alone') => screen.findByRole('button', { name });

describe('answers from the knowledge', () => {
  test('are the default, without a model: streamed over all units, with band, sources, cost and run', async () => {
    const dashboard = await openChat({ prepare: teach, strict: true });
    expect(await mode('Knowledge')).toHaveAttribute('aria-pressed', 'true');
    expect(await screen.findByRole('heading', { level: 1, name: 'Chat' })).toBeInTheDocument();
    expect(screen.getByText('Chat with your knowledge')).toBeVisible();
    await startUser().write(await box(), QUESTION);
    expect(await screen.findByText(/^About \d+ tokens; 1,000,000 tokens left$/u)).toBeVisible();
    await say(QUESTION);
    await answered();
    expect(screen.getByText('Answered')).toBeVisible();
    expect(screen.getAllByText(ANSWER)[0]).toBeVisible();
    expect(screen.getByText('Answer complete.')).toBeInTheDocument();
    expect(await bodies(dashboard, STREAM)).toEqual([
      { Question: QUESTION, IndexNames: ['Returns', 'دليل العملاء'], UpdateGlobal: true, IsStream: true },
    ]);
    const [request] = dashboard.requests.filter(({ url }) => STREAM.test(url));
    expect(request?.headers.get(HEADERS.run)).toBe('keep-all');

    const user = startUser();
    const [first] = within(await sources()).getAllByRole('listitem');
    expect(first).toHaveTextContent('Return shipping fees');
    await user.click(within(first as HTMLElement).getByRole('button', { name: 'Passage 1' }));
    const passages = screen.getByRole('list', { name: 'Retrieved passages' });
    const passage = within(passages).getByRole('listitem', { name: 'Passage 1' });
    await waitFor(() => expect(passage).toHaveFocus());
    expect(passage).toHaveTextContent('Return shipping fees');
    expect(await within(passage).findByRole('link', { name: 'Returns' })).toBeVisible();

    const runs = await dashboard.gateway.ports.runs.list(1, { limit: 10 });
    expect(screen.getByRole('link', { name: 'Open run' })).toHaveAttribute(
      'href',
      paths.run(runs[0]?.id ?? ''),
    );
    expect(screen.getByText(/^\d+ tokens$/u)).toBeVisible();
    expect(screen.getByText(/^\d+ tokens in this conversation$/u)).toBeInTheDocument();
  });

  test('come from the chosen units, follow-ups in the context of the conversation, another one without it', async () => {
    const dashboard = await openChat({ prepare: teach });
    const user = startUser();
    const units = await screen.findByRole('combobox', { name: 'Units to search' });
    await user.write(units, 'Returns');
    await user.click(await screen.findByRole('option', { name: /Returns/u }));
    await say(QUESTION);
    await answered();
    await say('And within how many days?');
    await answered(2);
    expect(await bodies(dashboard, STREAM)).toMatchObject([
      { IndexNames: ['Returns'], UpdateGlobal: true },
      { IndexNames: ['Returns'], UpdateGlobal: true },
    ]);
    const cleared = () => dashboard.requests.filter(({ method }) => method === 'DELETE').length;
    expect(cleared()).toBe(1);
    await user.click(screen.getAllByRole('button', { name: 'New' })[0] as HTMLElement);
    await screen.findByText('Chat with your knowledge');
    await say('Hello, what is the return window?');
    await answered();
    expect(cleared()).toBe(2);
    await user.click(await screen.findByRole('button', { name: /^Who pays/u }));
    await answered(2);
    await say('Who pays otherwise?');
    await answered(3);
    expect(screen.getByText('asked without the earlier messages')).toBeVisible();
  });

  test('say that nothing was found and what to do, and the model alone is asked in its place', async () => {
    const script = scriptChat('من معلوماتي: لا.');
    await openChat({ ...script, prepare: teach });
    await say('Do you sell fishing rods?');
    await answered();
    expect(await screen.findByText('Not found in these sources')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Add knowledge' })).toBeVisible();
    await startUser().click(screen.getByRole('button', { name: 'Ask the model alone' }));
    expect(await screen.findByText('من معلوماتي: لا.')).toBeVisible();
    const versions = screen.getByRole('group', { name: 'Answers to this message' });
    expect(versions).toHaveTextContent('2/2');
    expect(screen.queryByText('Not found in these sources')).toBeNull();
    fireEvent.click(within(versions).getByRole('button', { name: 'Previous version' }));
    expect(await screen.findByText('Not found in these sources')).toBeVisible();
    expect(await mode('Knowledge')).toHaveAttribute('aria-pressed', 'true');
  });

  test('take no images, which is said, and loses none', async () => {
    await openChat({ ...scriptChat(), prepare: teach, mode: 'model' });
    const png = Uint8Array.from(atob(PIXEL), (letter) => letter.charCodeAt(0));
    await screen.findByRole('button', { name: 'Add images' });
    const chooser = document.querySelector('input[type="file"]') as HTMLInputElement;
    const user = startUser();
    await user.upload(chooser, new File([png], 'منتج.png', { type: 'image/png' }));
    await screen.findByRole('img', { name: 'منتج.png' });
    await user.write(await box(), QUESTION);
    await user.click(await mode('Knowledge'));
    expect(await screen.findByRole('button', { name: 'Add images: only with “Model alone”' })).toBeDisabled();
    expect(screen.getByText(/^The knowledge takes no images/u)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
    await user.click(await mode('Model alone'));
    expect(screen.getByRole('img', { name: 'منتج.png' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
  });

  test('are kept with the choice over a reload, each as what it was', async () => {
    const script = scriptChat('جواب النموذج.');
    const { gateway, unmount, router } = await openChat({ ...script, prepare: teach });
    script.enqueueAnswers('The company pays it if the product is damaged [1].', 'جواب النموذج.');
    await say(QUESTION);
    await answered();
    const user = startUser();
    await user.click(await mode('Model alone'));
    await say('وبالتفصيل؟');
    await answered(2);
    const address = `${router.state.location.pathname}${router.state.location.search}`;
    unmount();
    await openChat({ over: gateway, at: address, mode: 'remembered' });
    expect(await mode('Model alone')).toHaveAttribute('aria-pressed', 'true');
    const turns = await screen.findByRole('list', { name: 'Conversation' });
    const [first, second] = within(turns).getAllByRole('button', { name: 'Copy answer' });
    expect(first?.closest('li')).toHaveTextContent('The company pays it if the product is damaged');
    expect(within(first?.closest('li') as HTMLElement).getByText('Knowledge')).toBeVisible();
    expect(within(second?.closest('li') as HTMLElement).getByText('Model alone')).toBeVisible();
    expect(await sources()).toBeVisible();
    const [conversation] = await createIndexedDbArchive().all(`${pageOrigin()} 1`);
    const saved = conversationToMarkdown(conversation as Conversation, { person: 'P', bot: 'B' });
    expect(saved).toContain('if the product is damaged [1].\n\n- [1] Return shipping fees');
  });

  test('are stopped where they stand', async () => {
    const begun = new TextEncoder().encode('data: {"chunk":"نصف الجواب"}\n\n');
    await openChat({
      prepare: teach,
      intercept: (request) =>
        STREAM.test(request.url)
          ? new Response(new ReadableStream({ start: (body) => body.enqueue(begun) }), {
              headers: { 'content-type': 'text/event-stream' },
            })
          : undefined,
    });
    await say(QUESTION);
    await screen.findByText('نصف الجواب');
    await startUser().click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('Stopped')).toBeVisible();
    expect(screen.getByText('نصف الجواب')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Regenerate answer' })).toBeEnabled();
  });

  test('fail with what to do, and are asked again in other words', async () => {
    const dashboard = await openChat({ prepare: teach });
    dashboard.failNext(INJECTED_FAULTS.quotaExceeded, '/Stream/Answer');
    await say(QUESTION);
    expect(await screen.findByRole('alert')).toBeVisible();
    fireEvent.click(await screen.findByRole('button', { name: 'Regenerate answer' }));
    expect((await screen.findAllByText(ANSWER))[0]).toBeVisible();
    expect(screen.getByRole('group', { name: 'Answers to this message' })).toHaveTextContent('2/2');
    await startUser().click(screen.getByRole('button', { name: 'Edit message' }));
    const form = await screen.findByRole('form', { name: 'Edit message' });
    const field = within(form).getByRole('textbox');
    fireEvent.change(field, { target: { value: 'What is the return window?' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect((await screen.findAllByText(/within 14 days/u))[0]).toBeVisible();
  });

  test('بالعربية: تُذكر المصادر ويُقال إن الإجابة مقتبسة', async () => {
    await openChat({ prepare: teach, language: 'ar' });
    await say('كم مهلة الإرجاع؟', 'الرسالة');
    await answered(1, 'إعادة إنشاء الإجابة');
    expect((await screen.findAllByText(/14 يومًا/u))[0]).toBeVisible();
    expect(await screen.findByRole('list', { name: 'مصادر هذه الإجابة' })).toBeVisible();
    expect(screen.getByText(/^الإجابات مقتبسة من مقاطعك/u)).toBeVisible();
    expect(screen.getByRole('button', { name: 'النموذج وحده' })).toBeDisabled();
  });

  test('say where there is no knowledge yet', async () => {
    await openChat();
    expect(await screen.findByRole('link', { name: 'Add knowledge' })).toBeVisible();
  });
});

describe('a gateway that announces nothing', () => {
  test('is asked by the documented endpoint alone, and its answer has no band, a run in this browser and a cost', async () => {
    const dashboard = await openChat({ prepare: teach, intercept: deviate('noExtensions') });
    await say(QUESTION);
    await answered();
    expect(screen.getAllByText(ANSWER)[0]).toBeVisible();
    expect(screen.queryByText('Answered')).toBeNull();
    expect(await screen.findByRole('link', { name: 'Open run' })).toBeVisible();
    expect(screen.getByText(/sent without the earlier ones/u)).toBeVisible();
    expect(screen.getByText(/^\d+ tokens$/u)).toBeVisible();
    await startUser().click(screen.getByRole('button', { name: /^\d+ passages?$/u }));
    expect(screen.getByRole('list', { name: 'Retrieved passages' })).toHaveTextContent(
      'Return shipping fees',
    );
    expect(await bodies(dashboard, /RAG\/Answer$/u)).toEqual([{ Question: QUESTION, IsStream: false }]);
    const id = dashboard.connections.current()?.id ?? '';
    dashboard.connections.update(id, { statusNames: { 2: 'ready' }, fieldNames: { UpdateGlobal: 'Global' } });
    await say('And within how many days?');
    await answered(2);
    expect(screen.getByText(/with Global, but this gateway does not confirm/u)).toBeVisible();
    expect(await bodies(dashboard, STREAM)).toEqual([
      {
        Question: 'And within how many days?',
        IndexNames: ['Returns', 'دليل العملاء'],
        Global: true,
        IsStream: true,
      },
    ]);
    expect(dashboard.requests.every(({ headers }) => headers.get(HEADERS.run) === null)).toBe(true);
    expect(dashboard.requests.some(({ method }) => method === 'DELETE')).toBe(false);
  });
});
