import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { resolveBaseUrl } from '#src/api/transport/connection.ts';
import { DEFAULT_CHAT_SETTINGS } from '#src/features/chat/chat-settings.ts';
import type { Conversation } from '#src/features/chat/conversations/conversation.ts';
import { createIndexedDbArchive } from '#src/features/chat/conversations/conversation-store.ts';
import { paths } from '#src/paths.ts';
import { answered, held, openModelChat, openNewBrowsers, QUESTION, say } from '#tests/support/chat-page.tsx';
import { scriptChat } from '#tests/support/scripted-chat.ts';

openNewBrowsers();

/** The bot of the owner's connection, over the address of the page. */
const OWNER = `${resolveBaseUrl({ baseUrl: '' })} 1`;
const conversationOf = (title: string, index: number): Conversation => ({
  id: `kept-${index}`,
  title,
  named: false,
  createdOn: index,
  changedOn: index,
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
  test('has the conversations again after a reload, and shows what was under way as stopped', async () => {
    const script = scriptChat();
    const slow = held(['نصف', ' الجواب']);
    script.enqueueAnswers('جواب كامل.', () => slow.answer());
    const { gateway, unmount, router } = await openModelChat(script);
    await say('المحادثة الأولى');
    await answered();
    await say('ثم ماذا؟');
    await screen.findByText('نصف الجواب');
    // What is being written is kept about once a second.
    await waitFor(() => expect(router.state.location.search).toContain('conversation='));
    const address = `${router.state.location.pathname}${router.state.location.search}`;
    unmount();
    await openModelChat({ over: gateway, at: address });
    expect(await screen.findByText('جواب كامل.')).toBeVisible();
    expect(screen.getByText('نصف الجواب')).toBeVisible();
    expect(screen.getByText('Stopped')).toBeVisible();
    slow.release();
  });

  const TITLES = ['رسوم الشحن', 'الضمان', 'Delivery', 'الدفع', 'الفروع', 'الإِرجاع'];
  /** Opens the page on the newest of six conversations that are there already. */
  async function openKept() {
    const archive = createIndexedDbArchive();
    await Promise.all(TITLES.map((title, index) => archive.put(OWNER, conversationOf(title, index))));
    await openModelChat({ ...scriptChat(), at: paths.chat({ conversation: 'kept-5' }) });
    const list = await screen.findByRole('list', { name: 'Conversations' });
    const listed = () => within(list).queryAllByRole('listitem');
    await waitFor(() => expect(listed()).toHaveLength(6));
    return { archive, list, listed };
  }

  test('lists several, newest first, finds them by their words and names them', async () => {
    const { listed } = await openKept();
    expect(screen.getByText('جواب الإِرجاع')).toBeVisible();
    for (const [index, item] of listed().entries())
      expect(item).toHaveTextContent(TITLES.toReversed()[index] ?? '');
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

  test('deletes one or all, with a way back', async () => {
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

  test('keeps the conversations of another bot apart', async () => {
    const { gateway, unmount } = await openModelChat(scriptChat());
    await say(QUESTION);
    await answered();
    unmount();
    await gateway.addKey('fih_key-of-bot-two', { role: 'owner', bots: [2] });
    await openModelChat({ over: gateway, connection: { bot: '2', key: 'fih_key-of-bot-two' } });
    expect(await screen.findByText('No conversations yet.')).toBeVisible();
    expect(screen.queryByText(QUESTION)).toBeNull();
  });
});
