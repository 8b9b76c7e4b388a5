import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { installMicrophone } from '#tests/support/fake-microphone.ts';
import { deviate } from '#tests/support/foreign-gateway.ts';
import type { Dashboard } from '#tests/support/open-dashboard.tsx';
import { startUser } from '#tests/support/user.ts';
import {
  called,
  events,
  openVoice,
  playAtOnce,
  QUESTION,
  refused,
  standIn,
  step,
  textbox,
} from '#tests/support/voice-page.tsx';

playAtOnce();

describe('what a gateway has of speech', () => {
  test('transcribes and speaks whole where a gateway streams in a form of its own', async () => {
    installMicrophone();
    const own = () => events({ type: 'token', text: 'خلال' }, { type: 'end' });
    const whole = (said: unknown) =>
      Response.json({ StatusCode: 200, Response: said, Consumption: '3/100000' });
    const dashboard = await openVoice({
      intercept: (request) =>
        request.url.endsWith('/v2/Model/SpeechToText')
          ? whole(QUESTION)
          : request.url.endsWith('/v2/Model/TextToSpeech')
            ? whole({
                status: 'success',
                audio_url: `${location.origin}/sound.wav`,
                duration_ms: 1,
                characters: 1,
              })
            : request.url.endsWith('/sound.wav')
              ? new Response('RIFF')
              : standIn({ hear: own, speak: own })(request),
    });
    const file = new File(['RIFF'], 'سؤال.wav', { type: 'audio/wav' });
    const user = startUser();
    await user.upload(await screen.findByLabelText('Choose audio file'), file);
    await user.click(
      within(await step(/^Transcription: Failed$/u)).getByRole('button', { name: 'Transcribe whole' }),
    );
    await user.click(
      within(await step(/^Speech: Failed$/u)).getByRole('button', { name: 'Request whole audio' }),
    );
    expect(dashboard.connections.current()?.askedWhole).toEqual(['streamTranscribe', 'streamSynthesize']);
    expect(called(dashboard, '/v2/Model/SpeechToText')).toHaveLength(1);
    await waitFor(() => expect(called(dashboard, '/v2/Model/TextToSpeech')).toHaveLength(1));
  });

  test('tries speech over a gateway that announces nothing only by a voice that is named, and says if it has none', async () => {
    installMicrophone();
    await openVoice({
      intercept: (request, pass) =>
        request.url.includes('TextToSpeech')
          ? new Response('<html>', { status: 404 })
          : deviate('noExtensions')(request, pass),
    });
    fireEvent.change(await textbox(), { target: { value: QUESTION } });
    const user = startUser();
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    await step(/^Answer: Done$/u);
    const speech = await step(/^Speech: Not started$/u);
    expect(speech).toHaveTextContent(/^.*This gateway may not have text to speech/u);
    expect(screen.queryByRole('switch', { name: 'Speak unsupported sentences' })).toBeNull();
    await user.write(screen.getByRole('textbox', { name: 'Voice name' }), 'ليلى');
    await user.click(within(speech).getByRole('button', { name: 'Speak answer' }));
    const failed = await step(/^Speech: Failed$/u);
    expect(failed).toHaveTextContent('This gateway does not know this request');
    expect(within(failed).queryByRole('button', { name: /again|Speak/u })).toBeNull();
  });

  test('says of a used-up quota which one it is, without a second try', async () => {
    installMicrophone();
    await openVoice({ intercept: standIn({ hear: () => refused(402, 'quota-exceeded') }) });
    const file = new File(['RIFF'], 'سؤال.wav', { type: 'audio/wav' });
    await startUser().upload(await screen.findByLabelText('Choose audio file'), file);
    const failed = await step(/^Transcription: Failed$/u);
    expect(within(failed).getByRole('alert')).toBeVisible();
    expect(within(failed).queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByText('سؤال.wav')).toBeVisible();
  });

  test('says of a file that the browser cannot play that the gateway may know it all the same', async () => {
    installMicrophone();
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function play(
      this: HTMLMediaElement,
    ) {
      this.dispatchEvent(new Event('error'));
    });
    await openVoice({ intercept: standIn({ hear: () => refused(402, 'quota-exceeded') }) });
    const user = startUser();
    const file = new File(['RIFF'], 'سؤال.wma', { type: 'audio/x-ms-wma' });
    await user.upload(await screen.findByLabelText('Choose audio file'), file);
    await user.click(await screen.findByRole('button', { name: 'Play the recording' }));
    expect(await screen.findByText(/^This browser cannot play this audio, but/u)).toBeVisible();
  });
});

describe('a speech server that tells no voices', () => {
  const listing = (...items: readonly object[]) => {
    const others = standIn();
    return (request: Request) =>
      request.url.includes('/Voices/')
        ? Response.json({ StatusCode: 200, Response: { items, acceptsAny: true }, Consumption: '0/900' })
        : others(request);
  };
  const robot = { id: 'robot-ar', languages: ['ar', 'ar-eg', 'ar-sa'], robot: true };
  const ask = async () => {
    fireEvent.change(await textbox(), { target: { value: QUESTION } });
    await startUser().click(screen.getByRole('button', { name: 'Ask' }));
  };
  const speakerOf = async (dashboard: Dashboard) =>
    ((await called(dashboard, 'TextToSpeech').at(-1)?.json()) as { Speaker: string } | undefined)?.Speaker;

  test('lets one be typed beside those that are listed', async () => {
    installMicrophone();
    const dashboard = await openVoice({ intercept: listing(robot) });
    const user = startUser();
    await user.click(await screen.findByRole('button', { name: 'Settings', expanded: false }));
    const name = await screen.findByRole('textbox', { name: 'Voice name' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Speech language' }), 'Arabic');
    const listed = screen.getByRole('combobox', { name: 'Voice' });
    expect(within(listed).getByRole('option', { name: 'robot-ar (robotic voice)' })).toBeInTheDocument();
    fireEvent.change(name, { target: { value: ' نورة ' } });
    expect(listed).toHaveDisplayValue('Custom voice');
    await ask();
    await step(/^Speech: Done$/u);
    expect(await speakerOf(dashboard)).toBe('نورة');
    await user.selectOptions(listed, 'robot-ar (robotic voice)');
    expect(name).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Run again: Speech' }));
    await expect.poll(() => called(dashboard, 'TextToSpeech')).toHaveLength(2);
    expect(await speakerOf(dashboard)).toBe('robot-ar');
  });

  /** Asks over a gateway whose voices arrive when `arrive` is called, which is after the answer. */
  const askBeforeVoices = async () => {
    installMicrophone();
    const others = standIn();
    const { promise: arrival, resolve } = Promise.withResolvers<void>();
    const dashboard = await openVoice({
      intercept: (request, pass) =>
        request.url.includes('/Voices/') ? arrival.then(() => pass()) : others(request),
    });
    await ask();
    await step(/^Answer: Done$/u);
    expect(called(dashboard, '/Voices/')).not.toHaveLength(0);
    return { dashboard, arrive: () => act(async () => resolve()) };
  };

  test('speaks the answer by itself once the voices arrive', async () => {
    const { dashboard, arrive } = await askBeforeVoices();
    expect(called(dashboard, 'TextToSpeech')).toHaveLength(0);
    await arrive();
    await step(/^Speech: Done$/u);
    expect(await speakerOf(dashboard)).toBe('ليلى');
  });

  test('stays silent when the voices arrive after Esc', async () => {
    const { dashboard, arrive } = await askBeforeVoices();
    await startUser().keyboard('{Escape}');
    await arrive();
    expect(await screen.findByRole('button', { name: 'Speak answer' })).toBeVisible();
    expect(called(dashboard, 'TextToSpeech')).toHaveLength(0);
  });

  test('asks for a name where none is listed', async () => {
    installMicrophone();
    const dashboard = await openVoice({ intercept: listing() });
    await ask();
    expect(await screen.findByText(/Enter one in the settings/u)).toBeVisible();
    const user = startUser();
    await user.click(screen.getByRole('button', { name: 'Settings', expanded: false }));
    expect(screen.queryByRole('combobox', { name: 'Voice' })).toBeNull();
    fireEvent.change(screen.getByRole('textbox', { name: 'Voice name' }), {
      target: { value: 'نورة' },
    });
    await user.click(screen.getByRole('button', { name: 'Speak answer' }));
    await step(/^Speech: Done$/u);
    expect(await speakerOf(dashboard)).toBe('نورة');
  });
});

describe('without model servers', () => {
  test('says at each step what to set, and the rest of the path still works from a typed question', async () => {
    installMicrophone();
    const dashboard = await openVoice({ settings: {} });
    expect(await screen.findByText('No speech to text yet')).toBeVisible();
    expect(screen.getByText('No text to speech yet')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Record' })).toBeNull();
    const onward = screen.getByRole('switch', { name: 'Hands-free' });
    expect(onward).toHaveAccessibleDescription(/^After you ask/u);
    const heading = screen.getByRole('heading', { name: 'No speech to text yet', level: 2 });
    expect(heading.compareDocumentPosition(onward)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const user = startUser();
    fireEvent.change(await textbox(), { target: { value: QUESTION } });
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    expect(await step(/^Answer: Done$/u)).toHaveTextContent(/يحق للعميل/u);
    expect(called(dashboard, 'TextToSpeech')).toHaveLength(0);
  });

  test('offers only voices that speak the language, and says when none does', async () => {
    installMicrophone();
    await openVoice();
    const user = startUser();
    await user.click(await screen.findByRole('button', { name: 'Settings', expanded: false }));
    const language = await screen.findByRole('combobox', { name: 'Speech language' });
    await user.selectOptions(language, 'English');
    const voice = await screen.findByRole('combobox', { name: 'Voice' });
    expect(within(voice).queryByRole('option', { name: 'ليلى' })).toBeNull();
    expect(within(voice).getByRole('option', { name: 'Emma' })).toBeInTheDocument();
    await user.selectOptions(language, 'Japanese');
    expect(screen.getByText('No voice supports this language.')).toBeVisible();
  });

  test('keeps those whose key may not ask from it', async () => {
    installMicrophone();
    await openVoice({
      prepare: async (gateway) => {
        await gateway.addKey('fih_a-monitor-of-the-gateway', { role: 'monitor' });
      },
      connection: { key: 'fih_a-monitor-of-the-gateway' },
    });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Record' })).toBeNull());
    expect(await screen.findByRole('heading', { level: 1, name: 'Voice' })).toBeVisible();
  });
});
