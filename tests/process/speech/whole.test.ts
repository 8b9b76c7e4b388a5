import { afterEach, describe, expect, test } from 'vitest';
import { parseRecordSeconds } from '#contract/headers.ts';
import { fixture } from '#tests/support/audio-fixtures.ts';
import {
  type Behaviour,
  busy,
  failing,
  keyRefused,
  modelUnknown,
  secondsOfWav,
} from '#tests/support/fake-model-server.ts';
import { faultOf, form, type Hearing, post, startHearing, textOf, WHOLE } from './hearing-gateway.ts';

let hearing: Hearing;
const begin = async (...options: Parameters<typeof startHearing>) =>
  (hearing = await startHearing(...options));
afterEach(() => hearing.close());

const FORMATS = [
  'speech-8k.wav',
  'speech-44k-stereo.wav',
  'speech-24bit.wav',
  'speech-float.wav',
  'speech.mp3',
  'speech-vorbis.ogg',
  'speech-opus.ogg',
  'speech.webm',
  'speech.flac',
  'speech.aiff',
  'speech.amr',
];

describe('speech to text, whole', () => {
  test('transcribes every common format, under any file name', async () => {
    await begin();
    for (const name of FORMATS) {
      const response = await post(hearing, WHOLE, form(name, {}, 'تسجيل.bin'));
      expect([name, await textOf(response)]).toEqual([name, expect.stringMatching(/^رسوم/)]);
      const file = hearing.heard().at(-1)?.file ?? new Uint8Array();
      expect(new DataView(file.buffer).getUint32(24, true)).toBe(16_000);
      const [least, most] = ['44k', '24bit', 'float', 'aiff'].some((word) => name.includes(word))
        ? [0.5, 1]
        : [1.8, 2.4];
      expect(secondsOfWav(file)).toBeGreaterThan(least);
      expect(secondsOfWav(file)).toBeLessThan(most);
    }
    expect(await hearing.left()).toEqual([]);
  });

  test('charges seconds, rounded up, once, and says how many were heard', async () => {
    await begin();
    const response = await post(hearing, WHOLE, form('speech.mp3'));
    expect(response.headers.get('x-charge')).toBe('3');
    expect(parseRecordSeconds(response.headers.get('x-record-seconds'))).toEqual({
      processed: 2.29,
      total: 2.29,
    });
    expect(await textOf(response)).not.toBe('');
    expect(await hearing.spent()).toEqual([3, 0]);
  });

  test.each([
    ['v1', 'whisper', 'ar'],
    ['v2', 'whisper-both', undefined],
  ])('%s is the model %s, and Arabic where only that is heard', async (ModelName, model, language) => {
    await begin();
    await textOf(await post(hearing, WHOLE, form('speech.mp3', { ModelName })));
    const [body] = hearing.fake.bodies<Record<string, string>>('audio/transcriptions');
    expect([body?.['model'], body?.['language']]).toEqual([model, language]);
  });

  test('hears no more than MaxRecordLengthInSeconds, and charges no more', async () => {
    await begin();
    // What is left is counted for three seconds at most: little is left.
    const response = await post(hearing, WHOLE, form('long-opus.ogg', { MaxRecordLengthInSeconds: '50' }));
    await textOf(response);
    expect(parseRecordSeconds(response.headers.get('x-record-seconds'))).toEqual({
      processed: 50,
      total: 60,
    });
    expect(await hearing.spent()).toEqual([50, 0]);
    expect(
      hearing.heard().reduce((sum, { file }) => sum + secondsOfWav(file ?? new Uint8Array()), 0),
    ).toBeLessThan(50);
  });

  test.each([
    ['speech.mp3', '22050', 200],
    ['speech-opus.ogg', '48000', 200],
    ['speech-opus.ogg', '16000', 200],
    ['speech.mp3', '44100', 400],
    ['speech-opus.ogg', '8000', 400],
    ['speech-16k.wav', '8000', 400],
  ])('%s with SampleRate %s: %i', async (name, SampleRate, status) => {
    await begin();
    const response = await post(hearing, WHOLE, form(name, { SampleRate, SetDefaultSampleRate: null }));
    expect(response.status).toBe(status);
    if (status === 200) return;
    expect(await faultOf(response)).toMatchObject({
      fault: 'sample-rate-differs',
      field: 'SampleRate',
      parameters: { sent: Number(SampleRate), found: expect.arrayContaining([]) },
    });
    expect([await hearing.spent(), hearing.heard(), await hearing.left()]).toEqual([[0, 0], [], []]);
  });

  test('takes samples without a head at SampleRate, and at 16,000 Hz by default', async () => {
    await begin();
    for (const [fields, seconds] of [
      [{ SampleRate: '8000', SetDefaultSampleRate: null }, 2],
      [{}, 1],
    ] as const) {
      const before = (await hearing.spent())[0] ?? 0;
      await textOf(await post(hearing, WHOLE, form('speech-16k.pcm', fields)));
      expect(await hearing.spent()).toEqual([before + seconds, 0]);
    }
  });

  test.each(['ar', 'en'])('puts what is wrong with a record into words (%s)', async (language) => {
    await begin();
    const body = form('README.md', {}, 'تسجيل.mp3');
    const headers = { 'accept-language': language };
    const response = await hearing.gateway.call(WHOLE, { method: 'POST', body, headers });
    const { text, ...fault } = await faultOf(response);
    expect(fault).toEqual({
      status: 400,
      fault: 'record-unreadable',
      field: 'Record',
      parameters: { reason: 'not-sound' },
    });
    expect(text).toContain(language === 'ar' ? 'ليس ملفًا صوتيًا' : 'not an audio file');
    expect([await hearing.spent(), await hearing.left()]).toEqual([[0, 0], []]);
  });

  test('sends no silence upstream, and makes up no words', async () => {
    await begin();
    expect(await textOf(await post(hearing, WHOLE, form('silence.wav')))).toBe('');
    expect([hearing.heard(), await hearing.spent()]).toEqual([[], [2, 0]]);
  });

  test('refuses a record longer than the remaining quota', async () => {
    await begin();
    await hearing.gateway.ports.ledger.grant(1, 'audio', 30);
    const response = await post(hearing, WHOLE, form('long-opus.ogg'));
    expect(await faultOf(response)).toMatchObject({ status: 402, parameters: { needed: 60, left: 30 } });
    await textOf(await post(hearing, WHOLE, form('long-opus.ogg', { MaxRecordLengthInSeconds: '20' })));
    expect([await hearing.spent(), await hearing.left()]).toEqual([[20, 0], []]);
  });

  test('refuses two records, no record, and an empty record', async () => {
    await begin();
    const twice = form('speech.mp3', { RecordUrl: 'https://example.org/a.mp3' });
    expect(await faultOf(await post(hearing, WHOLE, twice))).toMatchObject({
      status: 400,
      fault: 'record-ambiguous',
    });
    const doubled = form('speech.mp3');
    doubled.append('Record', new Blob([fixture('speech.flac')]), 'b.flac');
    expect(await faultOf(await post(hearing, WHOLE, doubled))).toMatchObject({
      status: 400,
      fault: 'record-ambiguous',
    });
    expect(await faultOf(await post(hearing, WHOLE, form(null)))).toMatchObject({
      status: 400,
      fault: 'record-missing',
    });
    const empty = form(null);
    empty.set('Record', new Blob([]), '');
    expect(await faultOf(await post(hearing, WHOLE, empty))).toMatchObject({
      status: 400,
      fault: 'record-missing',
    });
    expect(await hearing.left()).toEqual([]);
  });

  test('refuses a record above the size limit, and keeps nothing of it', async () => {
    await begin({ settings: { maxUploadBytes: 5000 } });
    expect(await faultOf(await post(hearing, WHOLE, form('speech.mp3')))).toMatchObject({
      status: 413,
      fault: 'file-too-large',
    });
    expect(await hearing.left()).toEqual([]);
  });

  test('transcribes the record at an address', async () => {
    const url = 'https://files.example.org/تسجيل.mp3';
    await begin({ media: { [url]: { bytes: fixture('speech.mp3'), mime: 'audio/mpeg' } } });
    expect(await textOf(await post(hearing, WHOLE, form(null, { RecordUrl: url })))).toMatch(/^رسوم/);
    const gone = form(null, { RecordUrl: 'https://files.example.org/gone.mp3' });
    expect(await faultOf(await post(hearing, WHOLE, gone))).toMatchObject({
      status: 400,
      fault: 'record-not-fetched',
      field: 'RecordUrl',
    });
    expect(await hearing.spent()).toEqual([3, 0]);
  });

  test('translates into English by the server, into Arabic by the chat server, and not at all what is Arabic already', async () => {
    await begin({
      chat: true,
      fake: { transcribe: ({ isTranslation }) => (isTranslation ? 'Good morning' : 'صباح الخير') },
    });
    expect(await textOf(await post(hearing, WHOLE, form('speech.mp3', { TargetLanguage: 'en' })))).toBe(
      'Good morning',
    );
    expect(await textOf(await post(hearing, WHOLE, form('speech.mp3', { TargetLanguage: 'ar' })))).toBe(
      'صباح الخير',
    );
    expect(hearing.fake.bodies('chat/completions')).toEqual([]);
    hearing.fake.script({ transcribe: () => 'Good morning', answer: () => 'صباح الخير' });
    expect(await textOf(await post(hearing, WHOLE, form('speech.mp3', { TargetLanguage: 'ar' })))).toBe(
      'صباح الخير',
    );
    expect(hearing.fake.bodies('chat/completions')).toHaveLength(1);
  });

  test('names the languages of translation without a chat server', async () => {
    await begin();
    const response = await post(hearing, WHOLE, form('speech.mp3', { TargetLanguage: 'ar' }));
    expect(await faultOf(response)).toMatchObject({
      status: 400,
      fault: 'translation-not-offered',
      field: 'TargetLanguage',
      parameters: { target: 'ar', offered: ['en'] },
    });
    expect([hearing.heard(), await hearing.spent()]).toEqual([[], [0, 0]]);
  });

  test.each<[string, Behaviour, number, string]>([
    ['refuses our key', keyRefused, 502, 'model-key-refused'],
    ['knows no such model', modelUnknown, 502, 'model-unknown'],
    ['fails', failing(500), 502, 'model-failed'],
    ['is cut', { kind: 'cut', after: 0 }, 502, 'model-truncated'],
    ['sends a page', { kind: 'html' }, 502, 'model-invalid-response'],
    ['sends broken JSON', { kind: 'bad-json', after: 0 }, 502, 'model-invalid-response'],
    ['sends something else', { kind: 'wrong-shape' }, 502, 'model-invalid-response'],
    ['never ends', { kind: 'huge', of: 'line' }, 502, 'model-response-too-large'],
  ])('a server that %s is blamed for it, and nothing is charged', async (_, manner, status, fault) => {
    await begin();
    hearing.fake.always(manner);
    expect(await faultOf(await post(hearing, WHOLE, form('speech.mp3')))).toMatchObject({ status, fault });
    expect([await hearing.spent(), await hearing.left()]).toEqual([[0, 0], []]);
    await hearing.fake.when(() => hearing.fake.open === 0);
  });

  test('waits for a server that is busy once, and says so when it stays busy', async () => {
    await begin();
    hearing.fake.always(busy());
    expect((await faultOf(await post(hearing, WHOLE, form('speech.mp3')))).status).toBe(503);
    expect(await hearing.spent()).toEqual([0, 0]);
  });

  test('costs nothing when the server fails halfway: the caller gets no text', async () => {
    await begin();
    hearing.fake.behave({ kind: 'well' }, failing(500));
    const response = await post(hearing, WHOLE, form('long-opus.ogg'));
    expect(await faultOf(response)).toMatchObject({ status: 502, fault: 'model-failed' });
    expect(hearing.heard().length).toBeGreaterThanOrEqual(2);
    expect([await hearing.spent(), await hearing.left()]).toEqual([[0, 0], []]);
  });

  test('reports an unreachable server, and the missing setting without a server', async () => {
    await begin();
    await hearing.fake.down();
    expect((await faultOf(await post(hearing, WHOLE, form('speech.mp3')))).fault).toBe('model-unreachable');
    await hearing.close();
    await begin({ settings: { modelServers: {} } });
    const response = await post(hearing, WHOLE, form('speech.mp3'));
    expect(response.headers.get('retry-after')).toBeNull();
    expect(await faultOf(response)).toMatchObject({
      status: 503,
      fault: 'model-not-configured',
      parameters: { setting: 'FIHRIST_TRANSCRIPTION_URL' },
    });
  });

  test('reports a server that stays silent', async () => {
    await begin({ server: { firstSeconds: 0.2, silenceSeconds: 0.2 } });
    hearing.fake.always({ kind: 'hang', at: 'start' });
    expect(await faultOf(await post(hearing, WHOLE, form('speech.mp3')))).toMatchObject({
      status: 504,
      fault: 'model-timeout',
    });
    await hearing.fake.when(() => hearing.fake.open === 0);
  });
});
