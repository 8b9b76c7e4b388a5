import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { paths } from '#src/paths.ts';
import {
  answered,
  bodies,
  box,
  openModelChat,
  openNewBrowsers,
  PIXEL,
  QUESTION,
  say,
} from '#tests/support/chat-page.tsx';
import { deviate } from '#tests/support/foreign-gateway.ts';
import { scriptChat } from '#tests/support/scripted-chat.ts';
import { startUser } from '#tests/support/user.ts';

openNewBrowsers();

describe('how it is answered', () => {
  test('marks the numbers of passages that it does not have, and leads to answers with sources', async () => {
    const code = 'القيمة في `list[1]`، والرابط [دليل](https://a.example/1).';
    await openModelChat(scriptChat(`الرسم **400 ريال** [1] وخصم 35%[١][2]. ${code}`));
    await say(QUESTION);
    await answered();
    const marks = [...document.querySelectorAll('.citation')].map(({ textContent }) => textContent);
    expect(marks).toEqual(['[1]', '[١][2]']);
    expect(screen.getByText(/^The model alone does not search your knowledge/u)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ask with sources' })).toHaveAttribute(
      'href',
      paths.playground({ question: QUESTION }),
    );
    cleanup();
    await openModelChat(scriptChat(code));
    await say(QUESTION);
    await answered();
    expect(screen.queryByText(/^The model alone does not search/u)).toBeNull();
  });

  test('sends style and settings, whole where that is chosen, and marks what was estimated', async () => {
    const script = scriptChat('جواب كامل.');
    const dashboard = await openModelChat({
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
    await user.click(within(drawer).getByRole('button', { name: 'All at once' }));
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

  test('shows images with their message and sends them to the endpoint that takes them', async () => {
    const script = scriptChat('صورة منتج.');
    const dashboard = await openModelChat(script);
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

  test('is available where no images are taken: its field lies in nothing that is disabled', async () => {
    await openModelChat({ intercept: deviate('noExtensions') });
    expect((await box()).closest('[aria-disabled="true"]')).toBeNull();
    expect(screen.queryByRole('button', { name: /image/i })).toBeNull();
  });

  test('says what a message may cost before it is sent', async () => {
    await openModelChat(scriptChat());
    await startUser().write(await box(), QUESTION);
    expect(
      await screen.findByText(/^About [\d,]+ tokens, at most [\d,]+ tokens; 1,000,000 tokens left$/u),
    ).toBeVisible();
  });
});

describe('بالعربية', () => {
  test('يتحدث ويعيد الإجابة بكلمات عربية', async () => {
    await openModelChat({ ...scriptChat(), language: 'ar' });
    expect(await screen.findByRole('heading', { level: 1, name: 'المحادثة' })).toBeInTheDocument();
    await say('How long is the window?', 'الرسالة');
    await answered(1, 'إعادة إنشاء الإجابة');
    expect(screen.getByText('24 رمزًا')).toBeVisible();
    expect(screen.getByText('اكتملت الإجابة.')).toBeInTheDocument();
    expect(screen.getByText(/محفوظة في هذا المتصفح فقط/u)).toBeVisible();
  });
});

describe('a gateway that announces nothing', () => {
  test('gets each message alone, as the page says, until its field for earlier ones is named', async () => {
    const script = scriptChat();
    script.enqueueAnswers('نعم.', 'بالتأكيد.', 'تمامًا.');
    const dashboard = await openModelChat({ ...script, intercept: deviate('noExtensions') });
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
