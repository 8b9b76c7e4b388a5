import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GatewayFault } from '#gateway/core/errors.ts';
import { resolveBaseUrl } from '#src/api/transport/connection.ts';
import { createIndexedDbArchive } from '#src/features/chat/conversations/conversation-store.ts';
import { DEFAULT_CHAT_SETTINGS } from '#src/features/chat/chat-settings.ts';
import type { Conversation } from '#src/features/chat/conversations/conversation.ts';
import { paths } from '#src/paths.ts';
import { deviate } from '#tests/support/foreign-gateway.ts';
import { type Dashboard, openDashboard } from '#tests/support/open-dashboard.tsx';
import { scriptChat } from '#tests/support/scripted-chat.ts';
import { startUser } from '#tests/support/user.ts';

const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: object) => void } };
// A browser of its own for each test.
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  happyDOM.setViewport({ width: 1440, height: 900 });
});
afterAll(() => happyDOM.setViewport({ width: 1024, height: 768 }));

const QUESTION = 'كم يومًا لإرجاع المنتج؟';
const open = (options: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
  openDashboard({ at: paths.chat(), ...options });
const box = (name = 'Message') => screen.findByRole('textbox', { name });
const say = async (message: string, name = 'Message') => {
  const field = await box(name);
  fireEvent.change(field, { target: { value: message } });
  fireEvent.keyDown(field, { key: 'Enter' });
};
const answered = (count = 1, name = 'Regenerate answer') =>
  waitFor(() => expect(screen.getAllByRole('button', { name })).toHaveLength(count), { timeout: 10_000 });
const bodies = async ({ requests }: Dashboard, path: RegExp) =>
  Promise.all(requests.filter(({ url }) => path.test(url)).map((one) => one.json() as Promise<unknown>));
/** Answers word by word until it is let go, or for ever. */
function held(words: string[]) {
  let release: (() => void) | undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  return {
    release: () => release?.(),
    async *answer() {
      yield* words;
      await gate;
    },
  };
}

describe('a conversation', () => {
  it('streams answers as Markdown, sends what was said before, and tells what they cost', async () => {
    const script = scriptChat();
    const dashboard = await open(script);
    await say(QUESTION);
    await answered();
    expect(screen.getByText('14 يومًا').tagName).toBe('STRONG');
    expect(screen.getByText('24 tokens')).toBeVisible();
    expect(screen.getByText('qwen')).toBeVisible();
    expect(screen.getByText('Answer complete.')).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 2, name: QUESTION })).toBeVisible();

    script.enqueueAnswers('طبعًا.');
    await say('وبالتفصيل؟');
    await answered(2);
    const [first, second] = await bodies(dashboard, /stream\/chat\/completions$/u);
    expect(first).toEqual({ Message: QUESTION, PromptStyle: 0 });
    expect(second).toEqual({
      Message: 'وبالتفصيل؟',
      PromptStyle: 0,
      ChatHistory: [
        { Role: 'user', Content: QUESTION },
        { Role: 'assistant', Content: 'نعم، خلال **14 يومًا**.' },
      ],
    });
    expect(screen.getByText('65 tokens in this conversation')).toBeInTheDocument();
    expect(await box()).toHaveFocus();
  });

  it('keeps what was said when it is stopped, and leaves the model', async () => {
    const script = scriptChat();
    const slow = held(['أول', ' الجواب']);
    script.enqueueAnswers(() => slow.answer(), 'جواب ثانٍ.');
    await open(script);
    await say(QUESTION);
    expect(await screen.findByText('أول الجواب')).toBeVisible();
    expect(screen.getByText('Answer started.')).toBeInTheDocument();
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(await screen.findByText('Stopped')).toBeVisible();
    expect(screen.getByText('أول الجواب')).toBeVisible();
    expect(await box()).toHaveFocus();
    slow.release();
    await waitFor(() => expect(script.abortedCalls()).toBe(1));

    await startUser().click(screen.getByRole('button', { name: 'Regenerate answer' }));
    expect(await screen.findByText('جواب ثانٍ.')).toBeVisible();
    expect(screen.queryByText('أول الجواب')).toBeNull();
    const versions = screen.getByRole('group', { name: 'Answers to this message' });
    expect(versions).toHaveTextContent('2/2');
    await startUser().click(within(versions).getByRole('button', { name: 'Previous version' }));
    expect(screen.getByText('أول الجواب')).toBeVisible();
    expect(screen.getByText('Stopped')).toBeVisible();
  });

  it('branches where a message is edited: the former wording and what followed stay beside it', async () => {
    const script = scriptChat();
    script.enqueueAnswers('عن الإرجاع.', 'عن الشحن.', 'عن الاستبدال.');
    const dashboard = await open(script);
    await say('سؤال الإرجاع');
    await answered(1);
    await say('سؤال الشحن');
    await answered(2);
    const user = startUser();
    await user.click(screen.getAllByRole('button', { name: 'Edit message' })[0] as HTMLElement);
    expect(screen.getByText(/The previous one is kept/u)).toBeVisible();
    const form = screen.getByRole('form', { name: 'Edit message' });
    const field = within(form).getByRole('textbox');
    await user.clear(field);
    await user.write(field, 'سؤال الاستبدال{Enter}');
    expect(await screen.findByText('عن الاستبدال.')).toBeVisible();
    expect(screen.queryByText('عن الشحن.')).toBeNull();
    const [, , third] = await bodies(dashboard, /stream\/chat\/completions$/u);
    expect(third).not.toHaveProperty('ChatHistory');
    const wordings = screen.getByRole('group', { name: 'Versions of this message' });
    expect(wordings).toHaveTextContent('2/2');
    await user.click(within(wordings).getByRole('button', { name: 'Previous version' }));
    expect(await screen.findByText('عن الشحن.')).toBeVisible();
  });

  it('goes by the keyboard: Shift and Enter begin a line, the up arrow edits the last message, Esc leaves it', async () => {
    const script = scriptChat();
    await open(script);
    const user = startUser();
    await user.write(await box(), 'سطر{Shift>}{Enter}{/Shift}سطر');
    expect(await box()).toHaveValue('سطر\nسطر');
    expect(script.requests).toHaveLength(0);
    await user.keyboard('{Enter}');
    await answered();
    await user.keyboard('{ArrowUp}');
    const form = await screen.findByRole('form', { name: 'Edit message' });
    expect(within(form).getByRole('textbox')).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('form', { name: 'Edit message' })).toBeNull();
    expect(await box()).toHaveFocus();
  });
});

describe('what was taken away', () => {
  it('comes back, before what was written since, which stays, and its answer goes on', async () => {
    const script = scriptChat();
    const slow = held(['جواب ثالث']);
    script.enqueueAnswers('جواب أول.', 'جواب ثانٍ.', () => slow.answer());
    await open(script);
    await say('أول');
    await answered(1);
    await say('ثانٍ');
    await answered(2);
    const user = startUser();
    const removeTurn = async (index: number) => {
      const menus = screen.getAllByRole('button', { name: 'More actions for this answer' });
      await user.click(menus[index] as HTMLElement);
      await user.click(await screen.findByRole('menuitem', { name: 'Delete message and answer' }));
    };
    await removeTurn(0);
    expect(screen.queryByText('جواب أول.')).toBeNull();
    expect(screen.getByText('جواب ثانٍ.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('جواب أول.')).toBeVisible();
    expect(screen.getByText('جواب ثانٍ.')).toBeVisible();

    await removeTurn(1);
    await say('ثالث');
    expect(await screen.findByText('جواب ثالث')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('جواب ثانٍ.')).toBeVisible();
    expect(screen.getByText('جواب ثالث')).toBeVisible();
    expect(await box()).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('Stopped')).toBeVisible();
    slow.release();
  });

  it('is the conversation where it was its only message, and leaves the focus in the field for the next', async () => {
    await open(scriptChat('جواب.'));
    await say(QUESTION);
    await answered();
    const user = startUser();
    await user.click(screen.getByRole('button', { name: 'More actions for this answer' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete message and answer' }));
    expect(await screen.findByText('Conversation deleted')).toBeVisible();
    expect(screen.getByText('No conversations yet.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('جواب.')).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'More actions for this conversation' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete conversation' }));
    expect(await screen.findByText('Conversation deleted')).toBeVisible();
    await waitFor(async () => expect(await box()).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('جواب.')).toBeVisible();
    await waitFor(async () => expect(await box()).toHaveFocus());
  });
});

describe('what is not sent yet', () => {
  it('is still there after a look at another page', async () => {
    const { router } = await open(scriptChat());
    fireEvent.change(await box(), { target: { value: 'رسالة لم تُرسل' } });
    await act(() => router.navigate(paths.settings()));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull());
    await act(() => router.navigate(paths.chat()));
    expect(await box()).toHaveValue('رسالة لم تُرسل');
  });

  it('takes images that are added while others are still read, and none after it was sent', async () => {
    await open(scriptChat());
    const png = Uint8Array.from(atob(PIXEL), (letter) => letter.charCodeAt(0));
    const paste = (field: HTMLElement, name: string) =>
      fireEvent.paste(field, { clipboardData: { files: [new File([png], name, { type: 'image/png' })] } });
    await screen.findByRole('button', { name: 'Add images' });
    const field = await box();
    paste(field, 'أولى.png');
    paste(field, 'ثانية.png');
    expect(await screen.findByRole('img', { name: 'ثانية.png' })).toBeVisible();
    expect(await screen.findByRole('img', { name: 'أولى.png' })).toBeVisible();
    fireEvent.change(field, { target: { value: 'ما هذا؟' } });
    paste(field, 'متأخرة.png');
    fireEvent.keyDown(field, { key: 'Enter' });
    await answered();
    expect(screen.queryByRole('img', { name: 'متأخرة.png' })).toBeNull();
    expect(screen.getAllByRole('img', { name: /\.png$/u })).toHaveLength(2);
  });
});

describe('how it is answered', () => {
  it('sends style and settings, whole where that is chosen, and marks what was estimated', async () => {
    const script = scriptChat('جواب كامل.');
    const dashboard = await open({
      ...script,
      ports: (ports) => {
        const { models = ports.models } = script.ports(ports);
        return {
          models: {
            ...models,
            async *chat(...args) {
              for await (const part of models.chat(...args))
                yield 'end' in part ? { end: { ...part.end, use: null } } : part;
            },
          },
        };
      },
    });
    const user = startUser();
    await user.click(await screen.findByRole('button', { name: 'Style: Base' }));
    expect(await screen.findByText('Short and to the point.')).toBeVisible();
    await user.click(screen.getByRole('menuitemradio', { name: /^Concise/u }));
    await user.click(screen.getByRole('button', { name: 'Settings' }));
    const drawer = await screen.findByRole('dialog', { name: 'Settings' });
    const longest = within(drawer).getByRole('group', { name: /^Max tokens/u });
    await user.click(within(longest).getByRole('button', { name: 'Custom' }));
    const field = within(drawer).getByRole('textbox', { name: /^Max tokens/u });
    await user.clear(field);
    await user.write(field, '16385');
    expect(within(drawer).getByText('Enter a number from 1 to 16,384')).toBeVisible();
    await user.clear(field);
    await user.write(field, '200');
    await user.click(within(drawer).getByRole('button', { name: 'Whole' }));
    await user.click(within(drawer).getByRole('button', { name: 'Close settings' }));
    await say(QUESTION);
    await answered();
    expect(await bodies(dashboard, /v1\/Model\/chat\/completions$/u)).toEqual([
      { Message: QUESTION, PromptStyle: 4, Config: { MaxTokens: 200 } },
    ]);
    expect(screen.getByText(/^about \d+ tokens \(estimate\)$/u)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Max tokens: reset to the server default' }));
    expect(screen.queryByRole('button', { name: /Max tokens: reset/u })).toBeNull();
  });

  it('shows images with their message and sends them to the endpoint that takes them', async () => {
    const script = scriptChat('صورة منتج.');
    const dashboard = await open(script);
    const user = startUser({ applyAccept: false });
    const png = Uint8Array.from(atob(PIXEL), (letter) => letter.charCodeAt(0));
    const files = [
      new File([png], 'منتج.png', { type: 'image/png' }),
      new File(['x'], 'ملاحظة.txt', { type: 'text/plain' }),
    ];
    await screen.findByRole('button', { name: 'Add images' });
    const chooser = document.querySelector('input[type="file"]') as HTMLInputElement;
    await user.upload(chooser, files);
    expect(await screen.findByRole('img', { name: 'منتج.png' })).toBeVisible();
    expect(screen.getByText(/ملاحظة\.txt.* is not a PNG, JPEG, WebP or GIF image\./u)).toBeVisible();
    await say('ما هذا؟');
    await answered();
    const [sent] = await bodies(dashboard, /v2\/Model\/chat\/completions$/u);
    expect(sent).toEqual({ Message: 'ما هذا؟', PromptStyle: 0, Images: [`data:image/png;base64,${PIXEL}`] });
    expect(script.requests[0]?.messages.at(-1)?.images).toHaveLength(1);
    expect(screen.getAllByRole('img', { name: 'منتج.png' })).toHaveLength(1);
  });

  it('is available where no images are taken: its field lies in nothing that is disabled', async () => {
    await open({ intercept: deviate('noExtensions') });
    expect((await box()).closest('[aria-disabled="true"]')).toBeNull();
    expect(screen.queryByRole('button', { name: /image/i })).toBeNull();
  });

  it('says what a message may cost before it is sent', async () => {
    await open(scriptChat());
    await startUser().write(await box(), QUESTION);
    expect(
      await screen.findByText(/^About [\d,]+ tokens, at most [\d,]+ tokens; 1,000,000 tokens left$/u),
    ).toBeVisible();
  });
});

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('what goes wrong', () => {
  it('keeps the part that came when the model fails, and asks again', async () => {
    const script = scriptChat();
    script.enqueueAnswers(async function* () {
      yield 'بداية الجواب';
      throw new GatewayFault('model-truncated', { purpose: 'chat', model: 'qwen' });
    }, 'الجواب كله.');
    await open(script);
    await say(QUESTION);
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByText('بداية الجواب')).toBeVisible();
    expect(screen.getByText('Incomplete answer')).toBeVisible();
    expect(screen.queryByText(/^No answer received/u)).toBeNull();
    await startUser().click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('الجواب كله.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows the stream of a foreign gateway that just ends as cut', async () => {
    await open({
      ...scriptChat(),
      intercept: (request) =>
        request.url.includes('/stream/chat/')
          ? new Response('data:{"chunk":"نصف","index":0}\n\ndata: {"chunk":" جواب"}\n\n', {
              headers: { 'content-type': 'text/event-stream' },
            })
          : undefined,
    });
    await say(QUESTION);
    expect(await screen.findByText('Incomplete answer')).toBeVisible();
    expect(screen.getByText('نصف جواب')).toBeVisible();
    expect(screen.getByRole('alert')).toBeVisible();
  });

  it('asks whole where a gateway streams in a form of its own, and from then on', async () => {
    const form = 'data: {"choices":[{"delta":{"content":"نعم"}}]}\n\ndata: [DONE]\n\n';
    const script = scriptChat();
    script.enqueueAnswers('الجواب كله.', 'وجواب آخر.');
    const dashboard = await open({
      ...script,
      language: 'ar',
      intercept: (request) =>
        request.url.includes('/stream/chat/')
          ? new Response(form, { headers: { 'content-type': 'text/event-stream' } })
          : undefined,
    });
    await say(QUESTION, 'الرسالة');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('تبث هذه البوابة بصيغة لا تعرفها لوحة التحكم');
    await startUser().click(within(alert).getByRole('button', { name: 'طلب الإجابة كاملة' }));
    expect(await screen.findByText('الجواب كله.')).toBeVisible();
    await say('وبعد ذلك؟', 'الرسالة');
    expect(await screen.findByText('وجواب آخر.')).toBeVisible();
    expect(dashboard.connections.current()).toMatchObject({ askedWhole: ['streamChat'] });
    expect(dashboard.requests.filter(({ url }) => url.includes('/stream/chat/'))).toHaveLength(1);
  });

  it('says that not enough quota is left', async () => {
    await open({ ...scriptChat(), quota: 50 });
    await say(QUESTION);
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('link', { name: /usage/iu })).toBeVisible();
    expect(within(alert).queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('explains what to set where there is no chat server, and leaves what was said readable', async () => {
    const script = scriptChat('جواب محفوظ.');
    const { gateway, unmount } = await open(script);
    await say(QUESTION);
    await answered();
    unmount();
    gateway.ports.settings.modelServers = {};
    await open({ over: gateway });
    expect(await screen.findByText(/ollama pull/u)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
    await startUser().click(await screen.findByRole('button', { name: /^كم يومًا/u }));
    expect(await screen.findByText('جواب محفوظ.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Regenerate answer' })).toBeNull();
  });

  it('is not for a key that may not ask', async () => {
    await open({
      ...scriptChat(),
      connection: { key: 'fih_key-of-a-monitor' },
      prepare: (gateway) => gateway.addKey('fih_key-of-a-monitor', { role: 'monitor' }),
    });
    expect(await screen.findByText('Your key does not allow this')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
  });
});

/** The bot of the owner's connection, over the address of the page. */
const OWNER = `${resolveBaseUrl({ baseUrl: '' })} 1`;
const conversationOf = (title: string, at: number): Conversation => ({
  id: `kept-${at}`,
  title,
  named: false,
  createdOn: at,
  changedOn: at,
  turns: [
    {
      id: 't',
      parent: null,
      message: `سؤال ${title}`,
      images: [],
      versions: [
        { id: 'v', text: `جواب ${title}`, status: 'done', begun: 0, settings: DEFAULT_CHAT_SETTINGS },
      ],
      shown: 'v',
    },
  ],
  shown: {},
  settings: DEFAULT_CHAT_SETTINGS,
});

describe('what this browser keeps', () => {
  it('has the conversations again after a reload, and shows what was under way as stopped', async () => {
    const script = scriptChat();
    const slow = held(['نصف', ' الجواب']);
    script.enqueueAnswers('جواب كامل.', () => slow.answer());
    const { gateway, unmount, router } = await open(script);
    await say('المحادثة الأولى');
    await answered();
    await say('ثم ماذا؟');
    await screen.findByText('نصف الجواب');
    // What is being written is kept about once a second.
    await waitFor(() => expect(router.state.location.search).toContain('conversation='));
    const at = `${router.state.location.pathname}${router.state.location.search}`;
    unmount();
    await open({ over: gateway, at });
    expect(await screen.findByText('جواب كامل.')).toBeVisible();
    expect(screen.getByText('نصف الجواب')).toBeVisible();
    expect(screen.getByText('Stopped')).toBeVisible();
    slow.release();
  });

  const TITLES = ['رسوم الشحن', 'الضمان', 'Delivery', 'الدفع', 'الفروع', 'الإِرجاع'];
  /** Opens the page on the newest of six conversations that are there already. */
  async function openKept() {
    const archive = createIndexedDbArchive();
    await Promise.all(TITLES.map((title, at) => archive.put(OWNER, conversationOf(title, at))));
    await open({ ...scriptChat(), at: paths.chat({ conversation: 'kept-5' }) });
    const list = await screen.findByRole('list', { name: 'Conversations' });
    const listed = () => within(list).queryAllByRole('listitem');
    await waitFor(() => expect(listed()).toHaveLength(6));
    return { archive, list, listed };
  }

  it('lists several, newest first, finds them by their words and names them', async () => {
    const { listed } = await openKept();
    expect(screen.getByText('جواب الإِرجاع')).toBeVisible();
    for (const [at, item] of listed().entries())
      expect(item).toHaveTextContent(TITLES.toReversed()[at] ?? '');
    const search = screen.getByLabelText('Search conversations');
    fireEvent.change(search, { target: { value: 'جواب الارجاع' } });
    await waitFor(() => expect(listed()).toHaveLength(1));
    fireEvent.change(search, { target: { value: '' } });
    await waitFor(() => expect(listed()).toHaveLength(6));

    fireEvent.click(screen.getByLabelText('More actions for this conversation'));
    fireEvent.click(await screen.findByText('Rename'));
    const name = await screen.findByLabelText('Conversation name');
    expect(name).toHaveFocus();
    fireEvent.change(name, { target: { value: 'أسئلة الإرجاع' } });
    fireEvent.keyDown(name, { key: 'Enter' });
    await waitFor(() => expect(listed()[0]).toHaveTextContent('أسئلة الإرجاع'));
  });

  it('deletes one or all, with a way back', async () => {
    const { archive, list, listed } = await openKept();
    fireEvent.click(within(list).getByLabelText(/^Delete .?الإِرجاع/u));
    await waitFor(() => expect(listed()).toHaveLength(5));
    expect(screen.queryByText('جواب الإِرجاع')).toBeNull();
    fireEvent.click(screen.getByText('Undo'));
    expect(await screen.findByText('جواب الإِرجاع')).toBeVisible();

    fireEvent.click(screen.getByText('Delete all'));
    expect(await screen.findByText('6 conversations deleted')).toBeVisible();
    await waitFor(async () => expect(await archive.all(OWNER)).toHaveLength(0));
    fireEvent.click(screen.getByText('Undo'));
    await waitFor(async () => expect(await archive.all(OWNER)).toHaveLength(6));
  });

  it('keeps the conversations of another bot apart', async () => {
    const { gateway, unmount } = await open(scriptChat());
    await say(QUESTION);
    await answered();
    unmount();
    await gateway.addKey('fih_key-of-bot-two', { role: 'owner', bots: [2] });
    await open({ over: gateway, connection: { bot: '2', key: 'fih_key-of-bot-two' } });
    expect(await screen.findByText('No conversations yet.')).toBeVisible();
    expect(screen.queryByText(QUESTION)).toBeNull();
  });
});

describe('بالعربية', () => {
  it('يتحدث ويعيد الإجابة بكلمات عربية', async () => {
    await open({ ...scriptChat(), language: 'ar' });
    expect(await screen.findByRole('heading', { level: 1, name: 'المحادثة' })).toBeInTheDocument();
    await say('How long is the window?', 'الرسالة');
    await answered(1, 'إعادة إنشاء الإجابة');
    expect(screen.getByText('24 رمزًا')).toBeVisible();
    expect(screen.getByText('اكتملت الإجابة.')).toBeInTheDocument();
    expect(screen.getByText(/محفوظة في هذا المتصفح فقط/u)).toBeVisible();
  });
});

describe('a gateway that announces nothing', () => {
  it('gets each message alone, as the page says, until its field for earlier ones is named', async () => {
    const script = scriptChat();
    script.enqueueAnswers('نعم.', 'بالتأكيد.', 'تمامًا.');
    const dashboard = await open({ ...script, intercept: deviate('noExtensions') });
    const field = await box();
    fireEvent.change(field, { target: { value: QUESTION } });
    // How long its answers are is not known before the first.
    expect(await screen.findByText('1,000,000 tokens left')).toBeVisible();
    await say(QUESTION);
    await answered();
    fireEvent.change(field, { target: { value: QUESTION } });
    expect(await screen.findByText(/^About \d+ tokens; [\d,]+ tokens left$/u)).toBeVisible();
    expect(screen.getByText(/sent without the earlier ones/u)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Name the field for earlier messages' })).toHaveAttribute(
      'href',
      paths.settings('ChatHistory'),
    );
    await say('وبالتفصيل؟');
    await answered(2);
    const id = dashboard.connections.current()?.id ?? '';
    act(() => dashboard.connections.update(id, { fieldNames: { ChatHistory: 'الرسائل' } }));
    expect(await screen.findByText(/الرسائل.*does not confirm/u)).toBeVisible();
    await say('وأخيرًا؟');
    await answered(3);
    const [, second, third] = await bodies(dashboard, /stream\/chat\/completions$/u);
    expect(second).toEqual({ Message: 'وبالتفصيل؟', PromptStyle: 0 });
    expect(third).toMatchObject({ Message: 'وأخيرًا؟' });
    expect((third as { الرسائل: unknown[] }).الرسائل).toHaveLength(4);
    expect(third).not.toHaveProperty('ChatHistory');
  });
});

describe('a gateway that is busy', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('is asked again in place of the answer that it refused, and never for a message before the last', async () => {
    const script = scriptChat();
    script.enqueueAnswers('نعم.');
    let refusals = 2;
    const dashboard = await open({
      ...script,
      intercept: (request, pass) => {
        if (!request.url.endsWith('/chat/completions') || refusals-- <= 0) return pass();
        return Response.json({ StatusCode: 429, Response: 'مشغول', Consumption: '1/9' }, { status: 429 });
      },
    });
    const sent = () => dashboard.requests.filter(({ url }) => url.endsWith('/chat/completions'));
    const passSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
    await say(QUESTION);
    expect(await screen.findByText('Trying again in 5 s')).toBeVisible();
    passSeconds(5);
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(await screen.findByText('Trying again in 5 s')).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Answers to this message' })).toBeNull();
    await say('وبالتفصيل؟');
    await waitFor(() => expect(screen.getByText('نعم.')).toBeVisible());
    expect(screen.queryByRole('timer')).toBeNull();
    passSeconds(60);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(sent()).toHaveLength(3);
    expect(screen.queryByRole('timer')).toBeNull();
  });

  it('leaves no trace of a refusal once the repeat is answered', async () => {
    const script = scriptChat();
    script.enqueueAnswers('نعم.');
    let refusals = 1;
    await open({
      ...script,
      intercept: (request, pass) => {
        if (!request.url.endsWith('/chat/completions') || refusals-- <= 0) return pass();
        return Response.json({ StatusCode: 429, Response: 'مشغول', Consumption: '1/9' }, { status: 429 });
      },
    });
    await say(QUESTION);
    expect(await screen.findByText('Trying again in 5 s')).toBeVisible();
    vi.setSystemTime(Date.now() + 5000);
    expect(await screen.findByText('نعم.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('مشغول')).toBeNull());
  });
});
