import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { installMicrophone } from '#tests/support/fake-microphone.ts';
import type { Dashboard } from '#tests/support/open-dashboard.tsx';
import { scriptChat } from '#tests/support/scripted-chat.ts';
import { startUser } from '#tests/support/user.ts';
import {
  called,
  openVoice,
  playAtOnce,
  QUESTION,
  record,
  SERVERS,
  step,
  textbox,
} from '#tests/support/voice-page.tsx';

playAtOnce();

describe('the language that is spoken', () => {
  test('is left to the model unless it is said, also for a question in English', async () => {
    const microphone = installMicrophone();
    const dashboard = await openVoice();
    await record();
    act(() => microphone.play('voice', 1));
    act(() => microphone.play('silence', 1.6));
    await step(/^Transcription: Done$/u);
    const sent = await called(dashboard, '/Stream/SpeechToText')[0]?.formData();
    expect(sent?.has('SourceLanguage')).toBe(false);
  });

  test('is warned of where it is not that of the questions to be read, and set by one press', async () => {
    installMicrophone();
    await openVoice();
    const user = startUser();
    await user.click(await screen.findByRole('button', { name: 'Settings', expanded: false }));
    const source = await screen.findByRole('combobox', { name: 'Spoken language' });
    const heading = await screen.findByRole('heading', { name: 'Sample questions' });
    await user.selectOptions(source, 'Egyptian Arabic');
    expect(screen.queryByText(/^The spoken language is set to/u)).toBeNull();
    await user.selectOptions(source, 'English');
    expect(screen.getByText(/^The spoken language is set to English/u)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Set to Arabic' }));
    expect(source).toHaveValue('ar');
    expect(screen.queryByText(/^The spoken language is set to/u)).toBeNull();
    expect(heading).toHaveFocus();
  });
});

describe('an answer that the sources support only in part', () => {
  const WRITTEN = 'يحق للعميل إرجاع المنتج خلال 15 يومًا [1]. ويحصل على خصم 35 دولارًا [1].';
  const openWritten = (options: Parameters<typeof openVoice>[0]) => {
    const { ports, settings } = scriptChat(WRITTEN);
    const modelServers = { ...SERVERS, ...settings.modelServers };
    return openVoice({ ports, settings: { modelServers }, ...options });
  };
  const spokenTexts = async (dashboard: Dashboard) =>
    Promise.all(
      called(dashboard, 'TextToSpeech').map(
        async (request) => ((await request.clone().json()) as { TextMessage: string }).TextMessage,
      ),
    );

  test('is shown whole, spoken without what they do not support, and spoken whole once a setting allows it', async () => {
    installMicrophone();
    const dashboard = await openWritten({});
    const user = startUser();
    fireEvent.change(await textbox(), { target: { value: QUESTION } });
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    expect(await step(/^Speech: Done$/u)).toHaveTextContent('1 sentence is not spoken');
    const answered = await step(/^Answer: Done$/u);
    expect(answered).toHaveTextContent('35 دولارًا');
    expect(answered.querySelector('[data-support="unsupported"]')).toHaveTextContent(
      /خصم 35.*\(not supported\)$/u,
    );
    expect(within(answered).getByText('May not answer the question')).toBeVisible();
    expect(within(answered).getByText('1 of 2 sentences are supported by sources')).toBeVisible();
    expect(within(answered).getAllByRole('img', { name: 'Passage 1' })).toHaveLength(2);
    expect(answered).not.toHaveTextContent('[1]');
    expect(within(await step(/^Search: Done$/u)).getByText('Cited')).toBeVisible();
    expect(called(dashboard, '/Stream/Answer')[0]?.headers.get('X-Answer-Detail')).toBe('events');
    const [spokenText] = await spokenTexts(dashboard);
    expect(spokenText).toMatch(/^يحق للعميل إرجاع المنتج خلال 15 يومًا\./u);
    expect(spokenText).not.toMatch(/35|\[/u);
    // The gateway's own caution is heard: not all of it was supported.
    expect(spokenText).toContain('قد لا يجيب هذا عن السؤال');

    await user.click(screen.getByRole('button', { name: 'Settings', expanded: false }));
    const allowed = screen.getByRole('switch', { name: 'Speak unsupported sentences' });
    expect(allowed).not.toBeChecked();
    await user.click(allowed);
    await user.click(screen.getByRole('button', { name: 'Run again: Speech' }));
    await expect.poll(() => called(dashboard, 'TextToSpeech')).toHaveLength(2);
    const [, again] = await spokenTexts(dashboard);
    expect(again).toContain('35 دولارًا');
    expect(again).not.toContain('[1]');
    expect(screen.queryByText(/sentence is not spoken/u)).toBeNull();
  });

  test('كذلك حين تصل الإجابة كاملة', async () => {
    installMicrophone();
    const dashboard = await openWritten({ at: '/playground/voice', language: 'ar' });
    fireEvent.change(await screen.findByRole('textbox', { name: 'نص الكلام' }), {
      target: { value: QUESTION },
    });
    await startUser().click(screen.getByRole('button', { name: 'إرسال السؤال' }));
    expect(await step(/^النطق: تم$/u)).toHaveTextContent('استُبعدت جملة واحدة من النطق');
    const [spokenText] = await spokenTexts(dashboard);
    expect(spokenText).toContain('15 يومًا');
    expect(spokenText).not.toMatch(/35|\[/u);
  });
});
