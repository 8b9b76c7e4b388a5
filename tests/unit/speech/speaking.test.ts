import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readWav } from '#common/wav.ts';
import {
  type FakeModelServer,
  failing,
  keyRefused,
  startFakeModelServer,
} from '#tests/support/fake-model-server.ts';
import { createTestGateway, ORIGIN, type TestGateway } from '#tests/support/gateway.ts';
import { eventsOf, faultOf, responseOf } from '#tests/support/replies.ts';

const TEXT = 'أهلًا بكم في المتجر. رسوم التوصيل ثمانية عشر ريالًا. هل من سؤال آخر؟';
const CHARACTERS = Array.from(TEXT).length;
const WHOLE = '/api/v2/Model/TextToSpeech';
const STREAM = '/api/v1/Model/Stream/TextToSpeech';

let server: FakeModelServer;
let gateway: TestGateway;
const voices = [
  { id: 'noura', languages: ['ar', 'ar-sa'] },
  { id: 'emma', languages: ['en'] },
];

beforeEach(async () => {
  server = await startFakeModelServer();
  gateway = await open();
});
afterEach(async () => {
  await gateway.close();
  await server.close();
});

function open(
  more: { voices?: typeof voices; robot?: boolean; without?: boolean; seconds?: number } = {},
): Promise<TestGateway> {
  const speech = {
    purpose: 'speech' as const,
    from: 'environment' as const,
    enabled: true,
    url: server.url,
    key: null,
    model: 'tts',
    modelV2: null,
    voices: more.voices ?? voices,
    firstSeconds: more.seconds ?? 20,
    silenceSeconds: more.seconds ?? 20,
    concurrency: 4,
    contextTokens: null,
  };
  const robot = { languages: ['ar', 'ar-eg'], speak: async () => robotSound() };
  return createTestGateway({
    settings: { modelServers: more.without ? {} : { speech } },
    ports: () => (more.robot ? { robotVoice: robot } : {}),
  });
}

function robotSound(): Uint8Array {
  const bytes = new Uint8Array(44 + 3200);
  const head = 'UklGRqQMAABXQVZFZm10IBAAAAABAAEAgD4AAAB9AAACABAAZGF0YYAMAAA=';
  bytes.set(Uint8Array.from(atob(head), (character) => character.charCodeAt(0)));
  return bytes;
}

interface Spoken {
  status: string;
  audio_url: string;
  duration_ms: number;
  characters: number;
  output_sr: number;
  session_id: string;
}

const speak = (json: object = {}, of = gateway) =>
  of.call(WHOLE, {
    method: 'POST',
    json: { TextMessage: TEXT, LanguageCode: 'ar', speaker: 'noura', ...json },
  });
const stream = (json: object = {}) =>
  gateway.call(STREAM, {
    method: 'POST',
    json: { TextMessage: TEXT, LanguageCode: 'ar-sa', Speaker: 'noura', ...json },
  });
const used = async () => (await gateway.ports.ledger.state(1, 'speech'))?.used;

describe('text to speech, whole', () => {
  test('returns an address of the sound, with its length and cost', async () => {
    const response = await speak({ session_id: 'جلسة' });
    expect(response.headers.get('x-charge')).toBe(String(CHARACTERS));
    const spoken = await responseOf<Spoken>(response);
    expect(spoken).toMatchObject({
      status: 'success',
      characters: CHARACTERS,
      language: 'ar',
      speaker: 'noura',
      session_id: 'جلسة',
    });
    const sound = await gateway.app.request(spoken.audio_url);
    expect(sound.headers.get('content-type')).toBe('audio/wav');
    expect(sound.headers.get('content-disposition')).toMatch(/^attachment/);
    const wav = readWav(new Uint8Array(await sound.arrayBuffer()));
    expect(wav?.sampleRate).toBe(spoken.output_sr);
    expect(((wav?.pcm.length ?? 0) / spoken.output_sr) * 1000).toBeCloseTo(spoken.duration_ms, -1);
    expect(await used()).toBe(CHARACTERS);
    expect(server.bodies('audio/speech').map((body) => body['voice'])).toEqual(['noura', 'noura']);
  });

  test('sends the requested rate', async () => {
    const spoken = await responseOf<Spoken>(await speak({ output_sr: 8000 }));
    const sound = await gateway.app.request(spoken.audio_url);
    const wav = readWav(new Uint8Array(await sound.arrayBuffer()));
    expect([spoken.output_sr, wav?.sampleRate]).toEqual([8000, 8000]);
    expect((await faultOf(await speak({ output_sr: 1 }))).fault).toBe('invalid-field');
  });

  test('expires after 24 hours: first its address, then its bytes', async () => {
    const { audio_url } = await responseOf<Spoken>(await speak());
    gateway.time.now = new Date(gateway.time.now.getTime() + 24 * 3_600_000 - 1);
    expect((await gateway.app.request(audio_url)).status).toBe(200);
    gateway.time.now = new Date(gateway.time.now.getTime() + 2);
    expect((await faultOf(await gateway.app.request(audio_url))).fault).toBe('link-expired');
    expect(await gateway.ports.spokenAudio.removeBefore(gateway.time.now, 10)).toBe(1);
    const [blob = ''] = await gateway.ports.orphans.list(10);
    expect(await gateway.ports.blobs.open(blob)).toBeDefined();
  });

  test('has an address that opens no other file', async () => {
    const { audio_url } = await responseOf<Spoken>(await speak());
    const other = audio_url.replace('/api/Audio/1/', '/api/Audio/2/');
    expect((await gateway.app.request(other)).status).toBe(403);
    const file = audio_url.replace('/api/Audio/', '/api/Files/');
    expect((await gateway.app.request(file)).status).toBe(403);
    expect((await gateway.app.request(audio_url.replace(ORIGIN, `${ORIGIN}/x`))).status).not.toBe(200);
  });

  test('lets speaker and language agree', async () => {
    expect(await faultOf(await speak({ speaker: 'emma' }))).toMatchObject({
      status: 400,
      fault: 'speaker-language-mismatch',
      parameters: { speakers: ['noura'] },
    });
    expect(await faultOf(await speak({ speaker: 'nobody' }))).toMatchObject({
      status: 400,
      fault: 'speaker-unknown',
      field: 'speaker',
    });
    expect((await faultOf(await speak({ LanguageCode: 'tlh' }))).text).toContain('ar-sa');
    expect(await used()).toBe(0);
    expect(server.bodies('audio/speech')).toEqual([]);
  });

  test.each([
    [failing(), 502, 'model-failed'],
    [keyRefused, 502, 'model-key-refused'],
    [{ kind: 'html' } as const, 502, 'model-invalid-response'],
    [{ kind: 'cut', after: 1 } as const, 502, 'model-truncated'],
    [{ kind: 'hang', at: 'headers' } as const, 504, 'model-timeout'],
  ])('says that the server failed: %j', async (manner, status, fault) => {
    server.always(manner);
    if (fault === 'model-timeout') {
      await gateway.close();
      gateway = await open({ seconds: 0.5 });
    }
    expect(await faultOf(await speak())).toMatchObject({ status, fault });
    expect(await used()).toBe(0);
    expect((await gateway.ports.ledger.state(1, 'speech'))?.reserved).toBe(0);
    await server.when(() => server.open === 0);
  });

  test('speaks long texts in pieces that the server can take, as one sound', async () => {
    const long = 'رسوم التوصيل داخل المدينة ثمانية عشر ريالًا في كل يوم. '.repeat(60).trim();
    const spoken = await responseOf<Spoken>(await speak({ TextMessage: long }));
    const inputs = server.bodies<{ input: string }>('audio/speech').map(({ input }) => input);
    expect(inputs.length).toBeGreaterThan(3);
    expect(Math.max(...inputs.map((input) => Array.from(input).length))).toBeLessThanOrEqual(1000);
    expect(inputs.join(' ')).toBe(long);
    const seconds = inputs.reduce((sum, input) => sum + Array.from(input).length * 0.06, 0);
    expect(spoken.duration_ms / 1000).toBeCloseTo(seconds, 0);
  });
});

describe('text to speech, streamed', () => {
  test('sends each piece as a sound of its own, then the end', async () => {
    const events = await eventsOf(await stream({ OutputSampleRate: 16_000 }));
    const last = events.at(-1);
    expect(last).toMatchObject({ status: 'complete', total_chunks: events.length - 1 });
    expect(last?.['consumption']).toBe(`${CHARACTERS}/100000`);
    let seconds = 0;
    for (const [index, event] of events.slice(0, -1).entries()) {
      expect(event['chunk_id']).toBe(index);
      const bytes = Uint8Array.from(atob(event['audio_data'] as string), (character) =>
        character.charCodeAt(0),
      );
      expect(bytes.byteLength).toBe(event['chunk_size']);
      const wav = readWav(bytes);
      expect(wav?.sampleRate).toBe(16_000);
      seconds += (wav?.pcm.length ?? 0) / 16_000;
    }
    expect(last?.['total_duration']).toBeCloseTo(seconds, 1);
  });

  test('keeps the status of a fault before the first sound', async () => {
    server.behave(failing(), failing());
    expect(await faultOf(await stream())).toMatchObject({ status: 502, fault: 'model-failed' });
  });

  test('ends with its fault, and charges the sent pieces', async () => {
    server.behave({ kind: 'well' }, { kind: 'cut', after: 0 });
    const events = await eventsOf(await stream({ StreamChunkSize: 30 }));
    expect(events.at(-1)).toMatchObject({ fault: 'model-truncated', StatusCode: 502 });
    expect(await used()).toBe(Array.from('أهلًا بكم في المتجر.').length);
  });

  test('ends the upstream call when the listener disconnects, and charges once', async () => {
    server.behave({ kind: 'well' });
    server.always({ kind: 'hang', at: 'headers' });
    const response = await stream({ StreamChunkSize: 30 });
    const reader = response.body?.getReader();
    await reader?.read();
    await server.when(() => server.open === 1);
    await reader?.cancel();
    await server.when(() => server.open === 0);
    expect(server.asked.at(-1)?.clientDisconnected).toBe(true);
    await expect.poll(async () => (await gateway.ports.ledger.state(1, 'speech'))?.reserved).toBe(0);
    expect(await used()).toBe(Array.from('أهلًا بكم في المتجر.').length);
  });

  test('takes pieces of 20 to 400 characters', async () => {
    for (const size of [19, 401])
      expect((await faultOf(await stream({ StreamChunkSize: size }))).status).toBe(400);
    const events = await eventsOf(await stream({ StreamChunkSize: 20 }));
    const inputs = server.bodies<{ input: string }>('audio/speech').map(({ input }) => input);
    expect(Math.max(...inputs.map((input) => Array.from(input).length))).toBeLessThanOrEqual(20);
    expect(events).toHaveLength(inputs.length + 1);
  });
});

describe('voices', () => {
  const list = async (of: TestGateway) =>
    (await responseOf<{ items: { id: string; robot: boolean }[] }>(await of.call('/api/Voices/1'))).items;

  test('are the configured voices, else the voices that the server lists', async () => {
    expect((await list(gateway)).map(({ id }) => id)).toEqual(['noura', 'emma']);
    const asking = await open({ voices: [] });
    expect((await list(asking)).map(({ id }) => id)).toEqual(['noura', 'fahad', 'emma']);
    await asking.close();
  });

  test('may have any name when the server lists none', async () => {
    server.script({ voices: null });
    const asking = await open({ voices: [] });
    expect(await list(asking)).toEqual([]);
    expect((await speak({ speaker: 'whoever' }, asking)).status).toBe(200);
    await asking.close();
  });

  test('include the robot of this machine, called one, also without a server', async () => {
    const robots = await open({ without: true, robot: true });
    expect(await list(robots)).toEqual([
      { id: 'robot-ar', languages: ['ar', 'ar-eg', 'ar-sa'], robot: true },
    ]);
    const capabilities = await responseOf<{ models: { speech: boolean } }>(
      await robots.call('/api/Capabilities'),
    );
    expect(capabilities.models.speech).toBe(true);
    const spoken = await responseOf<Spoken>(
      await speak({ speaker: 'robot-ar', LanguageCode: 'ar-eg' }, robots),
    );
    expect(spoken.output_sr).toBe(16_000);
    expect((await faultOf(await speak({ speaker: 'noura' }, robots))).fault).toBe('speaker-unknown');
    await robots.close();
  });

  test('are empty without either, and the refusal names the setting', async () => {
    const nothing = await open({ without: true });
    expect(await list(nothing)).toEqual([]);
    expect(await faultOf(await speak({}, nothing))).toMatchObject({
      status: 503,
      fault: 'model-not-configured',
      parameters: { setting: 'FIHRIST_SPEECH_URL' },
    });
    await nothing.close();
  });
});

describe('a false header', () => {
  test.each([1, 100_000_007, 4_294_967_295])('is not believed: %d samples a second', async (rate) => {
    const bytes = robotSound();
    new DataView(bytes.buffer).setUint32(24, rate, true);
    const robot = { languages: ['ar'], speak: async () => bytes };
    const lying = await createTestGateway({ ports: () => ({ robotVoice: robot }) });
    const response = await speak({ speaker: 'robot-ar', output_sr: 48_000 }, lying);
    expect(await faultOf(response)).toMatchObject({ status: 502, fault: 'model-invalid-response' });
    await lying.close();
  });
});
