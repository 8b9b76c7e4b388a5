import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { paths } from '#src/paths.ts';
import {
  answered,
  bodies,
  box,
  held,
  openModelChat,
  openNewBrowsers,
  PIXEL,
  QUESTION,
  say,
} from '#tests/support/chat-page.tsx';
import { scriptChat } from '#tests/support/scripted-chat.ts';
import { startUser } from '#tests/support/user.ts';

openNewBrowsers();

describe('a conversation', () => {
  test('streams answers as Markdown, sends what was said before, and tells what they cost', async () => {
    const script = scriptChat();
    const dashboard = await openModelChat({ ...script, strict: true });
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

  test('keeps what was said when it is stopped, and leaves the model', async () => {
    const script = scriptChat();
    const slow = held(['أول', ' الجواب']);
    script.enqueueAnswers(() => slow.answer(), 'جواب ثانٍ.');
    await openModelChat(script);
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

  test('branches where a message is edited: the former wording and what followed stay beside it', async () => {
    const script = scriptChat();
    script.enqueueAnswers('عن الإرجاع.', 'عن الشحن.', 'عن الاستبدال.');
    const dashboard = await openModelChat(script);
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

  test('goes by the keyboard: Shift and Enter begin a line, the up arrow edits the last message, Esc leaves it', async () => {
    const script = scriptChat();
    await openModelChat(script);
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
  test('comes back, before what was written since, which stays, and its answer goes on', async () => {
    const script = scriptChat();
    const slow = held(['جواب ثالث']);
    script.enqueueAnswers('جواب أول.', 'جواب ثانٍ.', () => slow.answer());
    await openModelChat(script);
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

  test('is the conversation where it was its only message, and leaves the focus in the field for the next', async () => {
    await openModelChat(scriptChat('جواب.'));
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
  test('is still there after a look at another page', async () => {
    const { router } = await openModelChat(scriptChat());
    fireEvent.change(await box(), { target: { value: 'رسالة لم تُرسل' } });
    await act(() => router.navigate(paths.settings()));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull());
    await act(() => router.navigate(paths.chat()));
    expect(await box()).toHaveValue('رسالة لم تُرسل');
  });

  test('takes images that are added while others are still read, and none after it was sent', async () => {
    await openModelChat(scriptChat());
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
