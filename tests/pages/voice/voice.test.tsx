import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModelPurpose, ModelServer } from '#gateway/modules/models/model.ts';
import { deviate } from '#tests/support/foreign-gateway.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { installMicrophone, removeMicrophone } from '#tests/support/fake-microphone.ts';
import type { Dashboard } from '#tests/support/open-dashboard.tsx';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { scriptChat } from '#tests/support/scripted-chat.ts';
import { startUser } from '#tests/support/user.ts';

const GUIDE = `# دليل المتجر

## مهلة الإرجاع

يحق للعميل إرجاع المنتج خلال 15 يومًا من تاريخ الاستلام.
`;
const TITLE = 'دليل المتجر';
const QUESTION = 'خلال كم يوم يحق للعميل إرجاع المنتج؟';
// Whole paths, several a test: they take their time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
const AT = `/playground/voice?index=${encodeURIComponent(TITLE)}`;
const MODEL: ModelServer = {
  enabled: true,
  url: 'http://127.0.0.1:9/v1',
  model: 'x',
  modelV2: null,
  voices: [],
  firstSeconds: 5,
  silenceSeconds: 5,
  concurrency: 2,
  contextTokens: null,
  purpose: 'transcription',
  from: 'environment',
  key: null,
};
const SERVERS = {
  transcription: MODEL,
  speech: {
    ...MODEL,
    purpose: 'speech' as const,
    voices: [
      { id: 'Emma', languages: ['en'] },
      { id: 'ليلى', languages: ['ar'] },
    ],
  },
} satisfies Partial<Record<ModelPurpose, ModelServer>>;

const events = (...all: readonly object[]) =>
  new Response(all.map((one) => `data: ${JSON.stringify(one)}\n\n`).join(''), {
    headers: { 'Content-Type': 'text/event-stream', 'X-Record-Seconds': '2.4/2.4' },
  });
const heard = () =>
  events(
    { partial: 'خلال كم' },
    { final: QUESTION },
    { status: 'complete', duration: 2.4, consumption: '3/100000' },
  );
const spoken = () =>
  events(
    { chunk_id: 0, audio_data: btoa('RIFF'), chunk_size: 4 },
    { status: 'complete', total_chunks: 1, total_duration: 1, consumption: '60/100000' },
  );
/** As our gateway ends a stream whose model broke off. */
const broken = { StatusCode: 502, error: 'x', fault: 'model-truncated', parameters: { model: 'whisper' } };
const refused = (status: number, fault: string) =>
  Response.json(
    { StatusCode: status, Response: 'x', Consumption: '0/100000' },
    { status, headers: { 'X-Fault': fault, 'X-Fault-Parameters': '{}' } },
  );

type Answers = { hear?: () => Response; speak?: () => Response; ask?: () => Response };

/** Speech is answered here, knowledge by the gateway. */
function standIn({ hear = heard, speak = spoken, ask }: Answers = {}) {
  return ({ url }: Request) =>
    url.endsWith('/SpeechToText')
      ? hear()
      : url.includes('TextToSpeech')
        ? speak()
        : url.endsWith('/Stream/Answer')
          ? ask?.()
          : undefined;
}

async function teach(gateway: TestGateway) {
  await gateway.addUnit(TITLE, GUIDE);
  await gateway.indexAll();
}
const open = (options: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
  openDashboard({
    at: AT,
    prepare: teach,
    settings: { modelServers: SERVERS },
    intercept: standIn(),
    ...options,
  });
const called = ({ requests }: Dashboard, part: string) => requests.filter(({ url }) => url.includes(part));
/** Four calls, one after the other. */
const step = (name: RegExp) => screen.findByRole('listitem', { name }, { timeout: 30_000 });
const record = async (name = 'Record') => {
  await startUser().click(await screen.findByRole('button', { name }));
  await screen.findByRole('timer');
};
const textbox = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Transcript' });

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function play(
    this: HTMLMediaElement,
  ) {
    this.dispatchEvent(new Event('playing'));
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined);
});
afterEach(() => vi.unstubAllGlobals());

describe('the whole path', () => {
  it('goes from a pause in speech to the spoken answer by itself, each step with its time and its cost', async () => {
    const microphone = installMicrophone();
    const dashboard = await open();
    await record();
    act(() => microphone.play('voice', 2));
    expect(screen.getByText('The level is good.')).toBeVisible();
    act(() => microphone.play('silence', 1.6));
    expect(await step(/^Speech: Done$/u)).toBeVisible();
    expect(microphone.isOpen()).toBe(false);

    const [hearing] = called(dashboard, '/Stream/SpeechToText');
    const sent = await hearing?.formData();
    expect(sent?.get('SampleRate')).toBe('16000');
    expect((sent?.get('Record') as File | null)?.size).toBeGreaterThan(16_000 * 2 * 3);
    expect((await textbox()).value).toBe(QUESTION);
    expect(await step(/^Transcription: Done$/u)).toHaveTextContent(/Cost: 3 seconds.*3 of 100,000 used/u);
    expect(await step(/^Search: Done$/u)).toHaveTextContent(/دليل المتجر.*15 يومًا/u);
    expect(await step(/^Answer: Done$/u)).toHaveTextContent(/يحق للعميل.*Cost: \d+ tokens/u);
    const [speaking] = called(dashboard, '/Stream/TextToSpeech');
    await expect(speaking?.json()).resolves.toMatchObject({ LanguageCode: 'ar', Speaker: 'ليلى' });
    expect(await screen.findByText(/^The caller waits .* from the end of speech/u)).toBeVisible();
    expect(screen.getByRole('img', { name: /^Time per step: Silence at the end 1\.5 s, / })).toBeVisible();
    const runs = await screen.findByRole('region', { name: 'Runs in this visit, newest first' });
    expect(within(runs).getByText(QUESTION)).toBeVisible();
  });

  it('waits for a person at each step without hands-free, and asks what was corrected', async () => {
    const microphone = installMicrophone();
    const dashboard = await open();
    const user = startUser();
    await user.click(await screen.findByRole('switch', { name: 'Hands-free' }));
    await record();
    act(() => microphone.play('voice', 1));
    act(() => microphone.play('silence', 4));
    expect(microphone.isOpen()).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Stop and use' }));
    await step(/^Transcription: Done$/u);
    expect(called(dashboard, '/RAG/')).toHaveLength(0);
    const box = await textbox();
    fireEvent.change(box, { target: { value: 'مهلة الإرجاع؟' } });
    expect(screen.getByText('Corrected by hand')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    await step(/^Answer: Done$/u);
    await expect(called(dashboard, '/RAG/')[0]?.json()).resolves.toMatchObject({ Question: 'مهلة الإرجاع؟' });
    expect(called(dashboard, 'TextToSpeech')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Speak answer' }));
    expect(await step(/^Speech: Done$/u)).toHaveTextContent(/Voice: .ليلى/u);
  });

  it('keeps what was reached when a step fails, says what failed there, and tries again from there', async () => {
    const microphone = installMicrophone();
    let times = 0;
    const dashboard = await open({
      intercept: standIn({ speak: () => ((times += 1) === 1 ? refused(500, 'internal') : spoken()) }),
    });
    await record();
    act(() => microphone.play('voice', 1));
    act(() => microphone.play('silence', 1.6));
    const failed = await step(/^Speech: Failed$/u);
    expect(within(failed).getByRole('alert')).toBeVisible();
    expect(await step(/^Answer: Done$/u)).toHaveTextContent(/يحق للعميل/u);
    await startUser().click(within(failed).getByRole('button', { name: 'Run again: Speech' }));
    expect(await step(/^Speech: Done$/u)).toBeVisible();
    expect(called(dashboard, '/SpeechToText')).toHaveLength(1);
    expect(called(dashboard, '/Stream/Answer')).toHaveLength(1);
  });

  it.each([
    ['ends', []],
    ['ends with a fault', [broken]],
  ])('shows a transcript that %s early as cut, and lets it be asked', async (_, ends) => {
    const microphone = installMicrophone();
    const dashboard = await open({
      intercept: standIn({ hear: () => events({ partial: 'خلال' }, { final: QUESTION }, ...ends) }),
    });
    await record();
    act(() => microphone.play('voice', 1));
    act(() => microphone.play('silence', 1.6));
    const failed = await step(/^Transcription: Failed$/u);
    expect(failed).toHaveTextContent('The transcript is incomplete');
    expect(called(dashboard, '/RAG/')).toHaveLength(0);
    await startUser().click(within(failed).getByRole('button', { name: 'Ask' }));
    expect(await step(/^Answer: Done$/u)).toBeVisible();
  });

  it('shows an answer that a fault ended as cut', async () => {
    installMicrophone();
    await open({ intercept: standIn({ ask: () => events({ chunk: 'يحق للعميل' }, broken) }) });
    fireEvent.change(await textbox(), { target: { value: QUESTION } });
    await startUser().click(screen.getByRole('button', { name: 'Ask' }));
    const failed = await step(/^Answer: Failed$/u);
    expect(failed).toHaveTextContent('Incomplete answer.');
  });

  it('is announced once as it goes, not at each letter of a correction', async () => {
    const microphone = installMicrophone();
    await open();
    await startUser().click(await screen.findByRole('switch', { name: 'Hands-free' }));
    await record();
    act(() => microphone.play('voice', 1));
    await startUser().click(screen.getByRole('button', { name: 'Stop and use' }));
    await step(/^Transcription: Done$/u);
    const heardText = () => screen.getByText(/^Transcript: .*خلال كم/u).textContent;
    const before = heardText();
    fireEvent.change(await textbox(), { target: { value: `${QUESTION} وكيف` } });
    expect(screen.getByText('Corrected by hand')).toBeVisible();
    expect(heardText()).toBe(before);
  });

  it('transcribes and speaks whole where a gateway streams in a form of its own', async () => {
    installMicrophone();
    const own = () => events({ type: 'token', text: 'خلال' }, { type: 'end' });
    const whole = (said: unknown) =>
      Response.json({ StatusCode: 200, Response: said, Consumption: '3/100000' });
    const dashboard = await open({
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

  it('tries speech over a gateway that announces nothing only by a voice that is named, and says if it has none', async () => {
    installMicrophone();
    await open({
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

  it('says of a used-up quota which one it is, without a second try', async () => {
    installMicrophone();
    await open({ intercept: standIn({ hear: () => refused(402, 'quota-exceeded') }) });
    const file = new File(['RIFF'], 'سؤال.wav', { type: 'audio/wav' });
    await startUser().upload(await screen.findByLabelText('Choose audio file'), file);
    const failed = await step(/^Transcription: Failed$/u);
    expect(within(failed).getByRole('alert')).toBeVisible();
    expect(within(failed).queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByText('سؤال.wav')).toBeVisible();
  });

  it('says of a file that the browser cannot play that the gateway may know it all the same', async () => {
    installMicrophone();
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function play(
      this: HTMLMediaElement,
    ) {
      this.dispatchEvent(new Event('error'));
    });
    await open({ intercept: standIn({ hear: () => refused(402, 'quota-exceeded') }) });
    const user = startUser();
    const file = new File(['RIFF'], 'سؤال.wma', { type: 'audio/x-ms-wma' });
    await user.upload(await screen.findByLabelText('Choose audio file'), file);
    await user.click(await screen.findByRole('button', { name: 'Play the recording' }));
    expect(await screen.findByText(/^This browser cannot play this audio, but/u)).toBeVisible();
  });
});

describe('what a caller says', () => {
  it('is sent as WAV where it is AAC and the browser decodes it, so that any gateway hears it', async () => {
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
    await open({
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

  it('can be an address that the gateway fetches', async () => {
    installMicrophone();
    const dashboard = await open();
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

  it('is discarded on request, and not used when nobody speaks', async () => {
    const microphone = installMicrophone();
    const dashboard = await open();
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

  it('is begun by keyboard without the loss of the focus, and discarded by Esc', async () => {
    const microphone = installMicrophone();
    let allow = () => {};
    const give = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async (wanted) => {
      await new Promise<void>((resolve) => (allow = resolve));
      return give(wanted);
    });
    const dashboard = await open();
    const user = startUser();
    const button = await screen.findByRole('button', { name: 'Record' });
    button.focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Allow the microphone in your browser')).toBeVisible();
    // A browser takes the focus from a button that is switched off.
    expect(button).toBeEnabled();
    expect(button).toHaveAttribute('aria-busy', 'true');
    await user.keyboard('{Enter}');
    expect(asked).toHaveBeenCalledOnce();
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

  it('is used as far as it was recorded when the microphone goes away', async () => {
    const microphone = installMicrophone();
    await open();
    await record();
    act(() => microphone.play('voice', 1));
    act(() => microphone.unplug());
    expect(await screen.findByText(/^The microphone was disconnected while you spoke/u)).toBeVisible();
    expect(await step(/^Transcription: Done$/u)).toBeVisible();
  });

  it.each([
    ['NotAllowedError', 'Microphone blocked'],
    ['NotFoundError', 'No microphone found'],
    ['NotReadableError', 'Microphone in use'],
    ['TypeError', 'This browser cannot record'],
  ])('meets %s with words of its own', async (refuses, title) => {
    installMicrophone({ refuses });
    await open();
    await startUser().click(await screen.findByRole('button', { name: 'Record' }));
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Record' })).toBeEnabled();
  });

  it('over plain HTTP is a file, an address or typed: the page says that the microphone needs HTTPS', async () => {
    removeMicrophone();
    await open({ language: 'ar' });
    expect(await screen.findByText('يحتاج الميكروفون إلى HTTPS')).toBeVisible();
    // An address that ends in signs is turned round among Arabic unless it is kept apart.
    expect(screen.getByText(/\u2066https:\/\/\u2069/u)).toBeVisible();
    // Before there is an answer, voices of the language of the page are offered.
    const voice = await screen.findByRole('combobox', { name: 'الصوت', hidden: true });
    expect(within(voice).getByRole('option', { name: 'ليلى', hidden: true })).toBeInTheDocument();
    const box = screen.getByRole('textbox', { name: 'عنوان ملف صوتي' });
    fireEvent.change(box, { target: { value: 'calls.example/1.mp3' } });
    await startUser().click(screen.getByRole('button', { name: 'استخدام العنوان' }));
    expect(screen.getByText(/\u2066http:\/\/\u2069 أو \u2066https:\/\/\u2069/u)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'تسجيل' })).toBeNull();
    expect(screen.getByRole('button', { name: 'اختيار ملف صوتي' })).toBeEnabled();
  });

  it('comes from the microphone that is chosen, where there are several', async () => {
    installMicrophone({
      devices: [
        { deviceId: 'a', label: 'سماعة الرأس' },
        { deviceId: 'b', label: '' },
      ],
    });
    await open();
    const choice = await screen.findByRole('combobox', { name: 'Microphone' });
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['سماعة الرأس', 'Microphone 2']);
  });

  it('can be read aloud: what the chosen unit suggests, else the units that are ready', async () => {
    installMicrophone();
    const asked = 'كم يومًا مهلة الإرجاع؟';
    const shipping = '# Shipping guide\n\n## How long does delivery take?\n\nDelivery takes three days.\n';
    const { router } = await open({
      at: '/playground/voice',
      prepare: async (to) => {
        await to.addUnit(TITLE, `${GUIDE}\nس: ${asked}\nج: 15 يومًا.\n`);
        await to.addUnit('Shipping', shipping);
        await to.indexAll();
      },
    });
    expect(await screen.findByText(asked)).toHaveAttribute('lang', 'ar');
    expect(screen.getByText('How long does delivery take?')).toHaveAttribute('lang', 'en');
    await act(async () => router.navigate('/playground/voice?index=Shipping'));
    await expect.poll(() => screen.queryByText(asked)).toBeNull();
    expect(await screen.findByText('How long does delivery take?')).toBeVisible();
    expect(screen.queryByText(asked)).toBeNull();
  });

  it('is not suggested where there is no knowledge', async () => {
    installMicrophone();
    const dashboard = await open({ at: '/playground/voice', prepare: async () => undefined });
    await screen.findByRole('button', { name: 'Record' });
    await expect.poll(() => called(dashboard, '/api/AIKnowledge/all/1').length).toBeGreaterThan(0);
    expect(screen.queryByRole('heading', { name: 'Sample questions' })).toBeNull();
  });
});

describe('the language that is spoken', () => {
  it('is left to the model unless it is said, also for a question in English', async () => {
    const microphone = installMicrophone();
    const dashboard = await open();
    await record();
    act(() => microphone.play('voice', 1));
    act(() => microphone.play('silence', 1.6));
    await step(/^Transcription: Done$/u);
    const sent = await called(dashboard, '/Stream/SpeechToText')[0]?.formData();
    expect(sent?.has('SourceLanguage')).toBe(false);
  });

  it('is warned of where it is not that of the questions to be read, and set by one press', async () => {
    installMicrophone();
    await open();
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

  it('lets one be typed beside those that are listed', async () => {
    installMicrophone();
    const dashboard = await open({ intercept: listing(robot) });
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

  it('asks for a name where none is listed', async () => {
    installMicrophone();
    const dashboard = await open({ intercept: listing() });
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

describe('an answer that the sources support only in part', () => {
  const WRITTEN = 'يحق للعميل إرجاع المنتج خلال 15 يومًا [1]. ويحصل على خصم 35 دولارًا [1].';
  const openWritten = (options: Parameters<typeof open>[0]) => {
    const { ports, settings } = scriptChat(WRITTEN);
    const modelServers = { ...SERVERS, ...settings.modelServers };
    return open({ ports, settings: { modelServers }, ...options });
  };
  const spokenTexts = async (dashboard: Dashboard) =>
    Promise.all(
      called(dashboard, 'TextToSpeech').map(
        async (request) => ((await request.clone().json()) as { TextMessage: string }).TextMessage,
      ),
    );

  it('is shown whole, spoken without what they do not support, and spoken whole once a setting allows it', async () => {
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

  it('كذلك حين تصل الإجابة كاملة', async () => {
    installMicrophone();
    const dashboard = await openWritten({ at: '/playground/voice', language: 'ar' });
    fireEvent.change(await screen.findByRole('textbox', { name: 'نص الكلام' }), {
      target: { value: QUESTION },
    });
    await startUser().click(screen.getByRole('button', { name: 'إرسال السؤال' }));
    expect(await step(/^النطق: تم$/u)).toHaveTextContent('لا تُنطق جملة واحدة');
    const [spokenText] = await spokenTexts(dashboard);
    expect(spokenText).toContain('15 يومًا');
    expect(spokenText).not.toMatch(/35|\[/u);
  });
});

describe('without model servers', () => {
  it('says at each step what to set, and the rest of the path still works from a typed question', async () => {
    installMicrophone();
    const dashboard = await open({ settings: {} });
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

  it('offers only voices that speak the language, and says when none does', async () => {
    installMicrophone();
    await open();
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

  it('keeps those whose key may not ask from it', async () => {
    installMicrophone();
    await open({
      prepare: async (gateway) => {
        await gateway.addKey('fih_a-monitor-of-the-gateway', { role: 'monitor' });
      },
      connection: { key: 'fih_a-monitor-of-the-gateway' },
    });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Record' })).toBeNull());
    expect(await screen.findByRole('heading', { level: 1, name: 'Voice' })).toBeVisible();
  });
});
