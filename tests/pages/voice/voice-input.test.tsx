import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { installMicrophone, removeMicrophone } from '#tests/support/fake-microphone.ts';
import { startUser } from '#tests/support/user.ts';
import {
  called,
  GUIDE,
  openVoice,
  playAtOnce,
  record,
  standIn,
  step,
  TITLE,
} from '#tests/support/voice-page.tsx';

playAtOnce();

describe('what a caller says', () => {
  test('is sent as WAV where it is AAC and the browser decodes it, so that any gateway hears it', async () => {
    installMicrophone();
    vi.stubGlobal(
      'OfflineAudioContext',
      class {
        decodeAudioData = async () => ({
          length: 16_000 * 90,
          duration: 90,
          numberOfChannels: 1,
          getChannelData: () => new Float32Array(16_000 * 90).fill(0.25),
        });
      },
    );
    const sent: FormData[] = [];
    await openVoice({
      intercept: (request) => {
        if (request.url.endsWith('/SpeechToText'))
          void request
            .clone()
            .formData()
            .then((form) => sent.push(form));
        return standIn()(request);
      },
    });
    const file = new File(['\0\0\0 ftypM4A \0\0\0\0'], 'سؤال.m4a', { type: 'audio/mp4' });
    await startUser().upload(await screen.findByLabelText('Choose audio file'), file);
    await step(/^Transcription: Done/u);
    await waitFor(() => expect(sent).toHaveLength(1));
    const record = sent[0]?.get('Record') as File;
    expect([record.name.slice(-4), record.type]).toEqual(['.wav', 'audio/wav']);
    // A second more than may be heard: the gateway says that the sound is longer.
    expect(record.size).toBe(44 + 16_000 * 2 * 61);
    expect(screen.getByText('سؤال.m4a')).toBeVisible();
  });

  test('can be an address that the gateway fetches', async () => {
    installMicrophone();
    const dashboard = await openVoice();
    const user = startUser();
    const box = await screen.findByRole('textbox', { name: 'Address of an audio file' });
    fireEvent.change(box, { target: { value: 'calls.example/1.mp3' } });
    await user.click(screen.getByRole('button', { name: 'Use address' }));
    expect(screen.getByText(/begins with http/u)).toBeVisible();
    fireEvent.change(box, { target: { value: 'https://calls.example/1.mp3' } });
    await user.click(screen.getByRole('button', { name: 'Use address' }));
    await step(/^Speech: Done$/u);
    const form = await called(dashboard, '/SpeechToText')[0]?.formData();
    expect(form?.get('RecordUrl')).toBe('https://calls.example/1.mp3');
  });

  test('is discarded on request, and not used when nobody speaks', async () => {
    const microphone = installMicrophone();
    const dashboard = await openVoice();
    await record();
    act(() => microphone.play('voice', 1));
    await startUser().click(screen.getByRole('button', { name: 'Discard' }));
    expect(microphone.isOpen()).toBe(false);
    expect(screen.getByRole('button', { name: 'Record' })).toHaveFocus();
    await record();
    act(() => microphone.play('silence', 11));
    expect(await screen.findByText(/^Nobody spoke for 10 s,/u)).toBeVisible();
    expect(microphone.isOpen()).toBe(false);
    expect(called(dashboard, '/SpeechToText')).toHaveLength(0);
  });

  test('is begun by keyboard without the loss of the focus, and discarded by Esc', async () => {
    const microphone = installMicrophone();
    let allow = () => {};
    const give = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    const getUserMedia = vi
      .spyOn(navigator.mediaDevices, 'getUserMedia')
      .mockImplementation(async (wanted) => {
        await new Promise<void>((resolve) => (allow = resolve));
        return give(wanted);
      });
    const dashboard = await openVoice();
    const user = startUser();
    const button = await screen.findByRole('button', { name: 'Record' });
    button.focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Allow the microphone in your browser')).toBeVisible();
    // A browser takes the focus from a button that is switched off.
    expect(button).toBeEnabled();
    expect(button).toHaveAttribute('aria-busy', 'true');
    await user.keyboard('{Enter}');
    expect(getUserMedia).toHaveBeenCalledOnce();
    await act(async () => allow());
    await screen.findByRole('timer');
    expect(screen.getByRole('button', { name: 'Stop and use' })).toHaveFocus();
    act(() => microphone.play('voice', 1));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('timer')).toBeNull();
    expect(microphone.isOpen()).toBe(false);
    expect(button).toHaveFocus();
    expect(called(dashboard, '/SpeechToText')).toHaveLength(0);
  });

  test('is used as far as it was recorded when the microphone goes away', async () => {
    const microphone = installMicrophone();
    await openVoice();
    await record();
    act(() => microphone.play('voice', 1));
    act(() => microphone.unplug());
    expect(await screen.findByText(/^The microphone was disconnected while you spoke/u)).toBeVisible();
    expect(await step(/^Transcription: Done$/u)).toBeVisible();
  });

  test.each([
    ['NotAllowedError', 'Microphone blocked'],
    ['NotFoundError', 'No microphone found'],
    ['NotReadableError', 'Microphone in use'],
    ['TypeError', 'This browser cannot record'],
  ])('meets %s with words of its own', async (refuses, title) => {
    installMicrophone({ refuses });
    await openVoice();
    await startUser().click(await screen.findByRole('button', { name: 'Record' }));
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Record' })).toBeEnabled();
  });

  test('over plain HTTP is a file, an address or typed: the page says that the microphone needs HTTPS', async () => {
    removeMicrophone();
    await openVoice({ language: 'ar' });
    expect(await screen.findByText('يحتاج الميكروفون إلى HTTPS')).toBeVisible();
    // An address that ends in signs is turned round among Arabic unless it is kept apart.
    expect(screen.getByText(/\u2066https:\/\/\u2069/u)).toBeVisible();
    // Before there is an answer, voices of the language of the page are offered.
    const voice = await screen.findByRole('combobox', { name: 'الصوت', hidden: true });
    expect(within(voice).getByRole('option', { name: 'ليلى', hidden: true })).toBeInTheDocument();
    const box = screen.getByRole('textbox', { name: 'رابط ملف صوتي' });
    fireEvent.change(box, { target: { value: 'calls.example/1.mp3' } });
    await startUser().click(screen.getByRole('button', { name: 'استخدام الرابط' }));
    expect(screen.getByText(/\u2066http:\/\/\u2069 أو \u2066https:\/\/\u2069/u)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'تسجيل' })).toBeNull();
    expect(screen.getByRole('button', { name: 'اختيار ملف صوتي' })).toBeEnabled();
  });

  test('comes from the microphone that is chosen, where there are several', async () => {
    installMicrophone({
      devices: [
        { deviceId: 'a', label: 'سماعة الرأس' },
        { deviceId: 'b', label: '' },
      ],
    });
    await openVoice();
    const choice = await screen.findByRole('combobox', { name: 'Microphone' });
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['سماعة الرأس', 'Microphone 2']);
  });

  test('can be read aloud: what the chosen unit suggests, else the units that are ready', async () => {
    installMicrophone();
    const question = 'كم يومًا مهلة الإرجاع؟';
    const shipping = '# Shipping guide\n\n## How long does delivery take?\n\nDelivery takes three days.\n';
    const { router } = await openVoice({
      at: '/playground/voice',
      language: 'ar',
      prepare: async (to) => {
        await to.addUnit(TITLE, `${GUIDE}\nس: ${question}\nج: 15 يومًا.\n`);
        await to.addUnit('Shipping', shipping);
        await to.indexAll();
      },
    });
    expect(await screen.findByText(question)).toHaveAttribute('lang', 'ar');
    expect(screen.queryByText('How long does delivery take?')).toBeNull();
    await act(async () => router.navigate('/playground/voice?index=Shipping'));
    await expect.poll(() => screen.queryByText(question)).toBeNull();
    expect(await screen.findByText('How long does delivery take?')).toHaveAttribute('lang', 'en');
    expect(screen.queryByText(question)).toBeNull();
  });

  test('is not suggested where there is no knowledge', async () => {
    installMicrophone();
    const dashboard = await openVoice({ at: '/playground/voice', prepare: async () => undefined });
    await screen.findByRole('button', { name: 'Record' });
    await expect.poll(() => called(dashboard, '/api/AIKnowledge/all/1').length).toBeGreaterThan(0);
    expect(screen.queryByRole('heading', { name: 'Sample questions' })).toBeNull();
  });
});
