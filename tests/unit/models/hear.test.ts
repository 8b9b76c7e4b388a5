import { afterEach, beforeEach, expect, test } from 'vitest';
import { createModelClient } from '#gateway/modules/models/adapters/model-client.ts';
import type { TranscriptionRequest } from '#gateway/modules/models/ports/models.ts';
import {
  type FakeModelServer,
  makePcm,
  startFakeModelServer,
  wrapWav,
} from '#tests/support/fake-model-server.ts';
import { failure, serverAt } from './call-fake.ts';

let fake: FakeModelServer;
beforeEach(async () => {
  fake = await startFakeModelServer();
});
afterEach(() => fake.close());

const client = createModelClient();
const bytes = wrapWav(makePcm(3, 16_000), 16_000);
const file = { bytes, type: 'audio/wav', name: 'sound.wav' };
const hear = (more: Partial<TranscriptionRequest> = {}, hearing = client) =>
  hearing.transcribe(serverAt(fake.url, { purpose: 'transcription', model: 'v1' }), {
    file,
    model: 'whisper',
    task: 'transcribe',
    times: false,
    ...more,
  });
const answering = (body: object) => fake.behave({ kind: 'status', status: 200, body: JSON.stringify(body) });

test('returns the text of a sound, which arrives unchanged', async () => {
  expect(await hear({ language: 'ar', prompt: 'مرحبًا' })).toEqual({
    text: 'رسوم التوصيل داخل المدينة ثمانية عشر',
    segments: null,
    seconds: null,
  });
  expect(fake.asked).toMatchObject([
    {
      call: 'POST /v1/audio/transcriptions',
      body: { model: 'whisper', response_format: 'json', language: 'ar', prompt: 'مرحبًا' },
    },
  ]);
  expect(Buffer.compare(fake.asked[0]?.file ?? Buffer.alloc(0), bytes)).toBe(0);
  expect(fake.asked[0]?.fileName).toBe('sound.wav');
});

test('gives times where they are wanted', async () => {
  const { segments, seconds } = await hear({ times: true });
  expect(seconds).toBe(3);
  expect(segments).toEqual([
    { start: 0, end: 2, text: 'رسوم التوصيل داخل' },
    { start: 2, end: 3, text: 'المدينة ثمانية عشر' },
  ]);
  expect(fake.asked[0]?.body).toMatchObject({
    response_format: 'verbose_json',
    'timestamp_granularities[]': 'segment',
  });
});

test('translates on request, without a language', async () => {
  expect((await hear({ task: 'translate', language: 'ar' })).text).toBe(
    'delivery within the city costs eighteen',
  );
  expect(fake.asked[0]?.call).toBe('POST /v1/audio/translations');
  expect(fake.asked[0]?.body).not.toHaveProperty('language');
});

test('does without times where the server refuses them, and remembers', async () => {
  const hearing = createModelClient();
  const message = "response_format 'verbose_json' is not compatible with model 'whisper'";
  fake.behave({ kind: 'status', status: 400, body: JSON.stringify({ error: { message } }) });
  expect((await hear({ times: true }, hearing)).segments).toBeNull();
  expect((await hear({ times: true }, hearing)).segments).toBeNull();
  expect(fake.asked.map(({ body }) => (body as Record<string, string>)['response_format'])).toEqual([
    'verbose_json',
    'json',
    'json',
  ]);
});

test('accepts text without times', async () => {
  answering({ text: ' نعم ' });
  expect(await hear({ times: true })).toEqual({ text: 'نعم', segments: null, seconds: null });
});

test('ignores invalid times', async () => {
  answering({ text: 'نعم', segments: [{ start: 'صفر', end: 1, text: 'نعم' }] });
  expect((await hear({ times: true })).segments).toBeNull();
});

test('accepts an empty transcript', async () => {
  answering({ text: '' });
  expect(await hear()).toEqual({ text: '', segments: null, seconds: null });
});

test.each([
  [{ duration: '7.25' }, 7.25],
  [{ usage: { type: 'duration', seconds: 8 } }, 8],
  [{ usage: { type: 'tokens', total_tokens: 90 } }, null],
  [{ duration: -1 }, null],
])('takes the seconds that a server reports: %j', async (more, seconds) => {
  answering({ text: 'نعم', ...more });
  expect((await hear()).seconds).toBe(seconds);
});

test('refuses a response without text', async () => {
  answering({ text: null });
  expect(await failure(hear())).toMatchObject({ code: 'model-invalid-response' });
});
