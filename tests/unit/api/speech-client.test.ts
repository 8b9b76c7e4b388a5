import { describe, expect, test } from 'vitest';
import { listVoices } from '#contract/operations/speech.ts';
import { createGatewayClient } from '#src/api/client/gateway-client.ts';
import type { TranscriptionRequest } from '#src/api/client/speech.ts';
import {
  fetchSpeech,
  fetchTranscript,
  loadAudio,
  openSpeechStream,
  openTranscriptStream,
} from '#src/api/client/speech.ts';
import {
  Forbidden,
  PaymentRequired,
  ServerError,
  TruncatedStreamError,
  UnknownStreamFormError,
  UnreachableError,
} from '#src/api/transport/gateway-errors.ts';
import { CONNECTION } from '#tests/support/api-client.ts';

const QUESTION = 'كم مهلة الإرجاع؟';
const ORDER: TranscriptionRequest = {
  sound: { file: new File([Uint8Array.of(82, 73, 70, 70)], 'سؤال.wav', { type: 'audio/wav' }) },
  model: 'v1',
  sessionId: 'run-1',
  sampleRate: 16_000,
  maxSeconds: 60,
  sourceLanguage: 'ar-eg',
  targetLanguage: 'ar',
  task: 'Transcript',
};
const SPEECH = { text: 'خلال 15 يومًا', language: 'ar', speaker: 'ليلى', sessionId: 'run-1' } as const;

/** A gateway with the same response to every call. */
function clientOf(answer: (request: Request) => Response | Promise<Response>) {
  const requests: Request[] = [];
  const client = createGatewayClient(
    { ...CONNECTION, baseUrl: 'https://gateway.example/base', modelFamily: 'Faseeh' },
    {
      fetch: async (input, init) => {
        const request = new Request(input, init);
        requests.push(request);
        return answer(request);
      },
    },
  );
  return { client, requests };
}

const events = (...lines: readonly (object | string)[]) =>
  new Response(
    lines.map((line) => `data: ${typeof line === 'string' ? line : JSON.stringify(line)}\n\n`).join(''),
    { headers: { 'Content-Type': 'text/event-stream', 'X-Request-Id': 'r-7', 'X-Charge': '4' } },
  );

async function takeAll<Event>({ events }: { events: AsyncIterable<Event> }) {
  const taken: Event[] = [];
  try {
    for await (const event of events) taken.push(event);
  } catch (error) {
    return { taken, error };
  }
  return { taken, error: undefined };
}

describe('hearing', () => {
  test('sends the sound and its form to the model family, text parts before the bytes', async () => {
    const { client, requests } = clientOf(() => events({ final: QUESTION }, { status: 'complete' }));
    await takeAll(openTranscriptStream(client, ORDER));
    const [request] = requests;
    expect(request?.url).toBe('https://gateway.example/base/api/v1/Faseeh/Stream/SpeechToText');
    const form = await request?.formData();
    expect([...(form?.keys() ?? [])].at(-1)).toBe('Record');
    expect(form?.get('Record')).toMatchObject({ name: 'سؤال.wav', size: 4 });
    form?.delete('Record');
    expect(Object.fromEntries(form ?? [])).toEqual({
      ModelName: 'v1',
      SessionId: 'run-1',
      SampleRate: '16000',
      MaxRecordLengthInSeconds: '60',
      TargetLanguage: 'ar',
      SourceLanguage: 'ar-eg',
      TaskType: 'Transcript',
      OutputFormat: 'Text',
    });
  });

  test('leaves what only the streamed endpoint has out of the whole one, and asks for the usual rate where it knows none', async () => {
    const { client, requests } = clientOf(() =>
      Response.json(
        { StatusCode: 200, Response: QUESTION, Consumption: '12/600' },
        { headers: { 'X-Charge': '3', 'X-Request-Id': 'r-8', 'X-Record-Seconds': '2.5/61.3' } },
      ),
    );
    const { sampleRate: _, ...order } = ORDER;
    const transcript = await fetchTranscript(client, {
      ...order,
      sound: { address: 'https://calls.example/١.mp3' },
    });
    expect(transcript).toEqual({
      text: QUESTION,
      consumption: { used: 12, total: 600 },
      charge: { amount: 3, estimated: false },
      requestId: 'r-8',
      record: { processed: 2.5, total: 61.3 },
    });
    expect(requests[0]?.url).toBe('https://gateway.example/base/api/v2/Faseeh/SpeechToText');
    expect(Object.fromEntries((await requests[0]?.formData()) ?? [])).toEqual({
      ModelName: 'v1',
      SessionId: 'run-1',
      SetDefaultSampleRate: 'true',
      MaxRecordLengthInSeconds: '60',
      TargetLanguage: 'ar',
      RecordUrl: 'https://calls.example/١.mp3',
    });
  });

  test('reads partials that grow, the final text and the completion', async () => {
    const complete = { status: 'complete', duration: 3.2, consumption: '7/600' };
    const { client } = clientOf(() =>
      events({ partial: 'كم' }, { partial: 'كم مهلة' }, { final: QUESTION }, complete),
    );
    const stream = openTranscriptStream(client, ORDER);
    await expect(stream.opened).resolves.toEqual({
      requestId: 'r-7',
      charge: { amount: 4, estimated: false },
      record: null,
    });
    expect(await takeAll(stream)).toEqual({
      taken: [
        { partial: 'كم' },
        { partial: 'كم مهلة' },
        { final: QUESTION },
        { ...complete, consumption: { used: 7, total: 600 } },
      ],
      error: undefined,
    });
  });

  test('reads a foreign stream: all in one event, keys it does not know, no figures, [DONE]', async () => {
    const { client } = clientOf(() =>
      events({ partial: '', speaker: 1 }, { final: QUESTION, status: 'complete' }, '[DONE]'),
    );
    expect(await takeAll(openTranscriptStream(client, ORDER))).toEqual({
      taken: [{ partial: '' }, { final: QUESTION }, { status: 'complete' }],
      error: undefined,
    });
  });

  test('reads on past other states, and says of a stream in a form of its own that it is one', async () => {
    const working = clientOf(() =>
      events({ status: 'processing' }, { final: QUESTION }, { status: 'complete' }),
    );
    expect((await takeAll(openTranscriptStream(working.client, ORDER))).taken).toEqual([
      { final: QUESTION },
      { status: 'complete' },
    ]);
    const own = clientOf(() => events({ text: QUESTION, done: true }, '[DONE]'));
    const unknown = (endpoint: string) => ({ taken: [], error: new UnknownStreamFormError(endpoint) });
    expect(await takeAll(openTranscriptStream(own.client, ORDER))).toEqual(unknown('streamTranscribe'));
    expect(await takeAll(openSpeechStream(own.client, SPEECH))).toEqual(unknown('streamSynthesize'));
  });

  test('keeps what was heard before a stream was cut, and says that it was', async () => {
    const { client } = clientOf(() => events({ partial: 'كم' }, { final: QUESTION }));
    const { taken, error } = await takeAll(openTranscriptStream(client, ORDER));
    expect(taken).toEqual([{ partial: 'كم' }, { final: QUESTION }]);
    expect(error).toBeInstanceOf(TruncatedStreamError);
  });

  test('throws a fault event as its error, after what came before it', async () => {
    const { client } = clientOf(() =>
      events(
        { partial: 'كم' },
        { error: 'x', StatusCode: 402, fault: 'quota-exceeded', consumption: '9/9' },
        { partial: 'never read' },
      ),
    );
    const { taken, error } = await takeAll(openTranscriptStream(client, ORDER));
    expect(taken).toEqual([{ partial: 'كم' }]);
    expect(error).toBeInstanceOf(PaymentRequired);
    expect(error).toMatchObject({ fault: 'quota-exceeded', requestId: 'r-7' });
  });

  test('ends the request when whoever reads leaves, and when it is told to', async () => {
    const endless = (request: Request) =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(new TextEncoder().encode('data: {"partial":"كم"}\n\n'));
            request.signal.addEventListener('abort', () => controller.error(request.signal.reason));
          },
        }),
      );
    const { client, requests } = clientOf(endless);
    for await (const event of openTranscriptStream(client, ORDER).events) {
      expect(event).toEqual({ partial: 'كم' });
      break;
    }
    expect(requests[0]?.signal.aborted).toBe(true);

    const controller = new AbortController();
    const stream = openTranscriptStream(client, ORDER, { signal: controller.signal });
    const taken = takeAll(stream);
    await stream.opened;
    controller.abort();
    expect((await taken).error).toMatchObject({ name: 'AbortError' });
    expect(requests[1]?.signal.aborted).toBe(true);
  });
});

describe('speaking', () => {
  test('spells the fields of either endpoint as it wants them', async () => {
    const spoken = {
      status: 'success',
      audio_url: 'https://gateway.example/api/Audio/1/a/g/speech.wav',
      duration_ms: 1800,
      characters: 13,
      language: 'ar',
      speaker: 'ليلى',
      output_sr: 24_000,
      session_id: 'run-1',
    };
    const { client, requests } = clientOf(({ url }) =>
      url.includes('/Stream/')
        ? events({ chunk_id: 0, audio_data: btoa('RIFF'), chunk_size: 4 }, { status: 'complete' })
        : Response.json({ StatusCode: 200, Response: spoken, Consumption: '13/900' }),
    );
    expect(await fetchSpeech(client, SPEECH)).toEqual({
      spoken,
      consumption: { used: 13, total: 900 },
      charge: null,
      requestId: null,
      record: null,
    });
    const { taken } = await takeAll(openSpeechStream(client, SPEECH));
    expect(taken.at(-1)).toEqual({ status: 'complete' });
    const [first] = taken;
    expect(first && 'sound' in first ? await first.sound.text() : undefined).toBe('RIFF');
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
      '/base/api/v2/Faseeh/TextToSpeech',
      '/base/api/v1/Faseeh/Stream/TextToSpeech',
    ]);
    expect(await requests[0]?.json()).toEqual({
      TextMessage: SPEECH.text,
      LanguageCode: 'ar',
      speaker: 'ليلى',
      session_id: 'run-1',
    });
    expect(await requests[1]?.json()).toEqual({
      TextMessage: SPEECH.text,
      LanguageCode: 'ar',
      Speaker: 'ليلى',
    });
  });

  test('fetches the sound without the key, and our own where the gateway is called', async () => {
    const { client, requests } = clientOf(() => new Response('RIFF'));
    await loadAudio(client, 'http://inside.example:8080/api/Audio/1/a/g/speech.wav');
    await loadAudio(client, 'https://files.example/sounds/1.mp3?signature=x');
    expect(requests.map(({ url }) => url)).toEqual([
      'https://gateway.example/base/api/Audio/1/a/g/speech.wav',
      'https://files.example/sounds/1.mp3?signature=x',
    ]);
    for (const { headers } of requests) expect(headers.has('x-user-auth')).toBe(false);
  });

  test('says of a sound that is gone, or that no way leads to, which it is', async () => {
    const gone = clientOf(() =>
      Response.json({ StatusCode: 403, Response: 'x', Consumption: '0/0' }, { status: 403 }),
    );
    await expect(loadAudio(gone.client, 'https://files.example/1.mp3')).rejects.toBeInstanceOf(Forbidden);
    const broken = clientOf(() => new Response('<html>', { status: 500 }));
    await expect(loadAudio(broken.client, 'https://files.example/1.mp3')).rejects.toBeInstanceOf(ServerError);
    const away = clientOf(() => Promise.reject(new TypeError('fetch failed')));
    const error = await loadAudio(away.client, 'https://files.example/1.mp3').catch(
      (cause: unknown) => cause,
    );
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error).toMatchObject({ baseUrl: 'https://files.example' });
  });

  test('lists voices, whether any other name may be one, and none where the gateway has no such list', async () => {
    const items = [{ id: 'ليلى', languages: ['ar'], robot: false }];
    const answerWith = (listed: object) =>
      clientOf(() => Response.json({ StatusCode: 200, Response: listed, Consumption: '0/900' }));
    await expect(answerWith({ items }).client.read(listVoices)).resolves.toEqual({
      items,
      acceptsAny: false,
    });
    await expect(answerWith({ items, acceptsAny: true }).client.read(listVoices)).resolves.toEqual({
      items,
      acceptsAny: true,
    });
    const foreign = clientOf(() => new Response('<html>', { status: 404 }));
    await expect(foreign.client.read(listVoices)).resolves.toBeNull();
  });
});
