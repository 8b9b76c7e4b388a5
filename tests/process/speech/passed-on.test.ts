import { afterEach, describe, expect, test } from 'vitest';
import { parseRecordSeconds } from '#contract/headers.ts';
import { longM4a, readM4a, withLyingTimes } from '#tests/support/aac-fixtures.ts';
import { fixture } from '#tests/support/audio-fixtures.ts';
import { failing, keyRefused } from '#tests/support/fake-model-server.ts';
import {
  allEvents,
  faultOf,
  form,
  type Hearing,
  post,
  STREAM,
  startHearing,
  textOf,
  WHOLE,
} from './hearing-gateway.ts';

let hearing: Hearing;
const begin = async (...options: Parameters<typeof startHearing>) =>
  (hearing = await startHearing(...options));
afterEach(() => hearing.close());

const lyingAlac = () => {
  const file = withLyingTimes(fixture('speech.m4a'), 'stts', 1);
  for (const box of ['mp4a', 'esds']) file.set(Buffer.from('alac'), Buffer.from(file).indexOf(box));
  return file;
};

describe('sound that the transcription server decodes', () => {
  test.each(['speech.m4a', 'speech-video.mp4', 'speech.aac'])(
    '%s is heard, whatever its name says, and charged by its packets',
    async (name) => {
      await begin();
      const response = await post(hearing, WHOLE, form(name, {}, 'تسجيل.bin'));
      expect(response.headers.get('x-charge')).toBe('3');
      const { processed = 0, total } = parseRecordSeconds(response.headers.get('x-record-seconds')) ?? {};
      expect([processed, total]).toEqual([expect.closeTo(2.3, 0), processed]);
      expect(await textOf(response)).toMatch(/^رسوم/);
      const [request] = hearing.heard();
      expect(request?.fileName).toBe('sound.m4a');
      const sent = await readM4a(request?.file ?? new Uint8Array());
      expect([sent.hasVideo, sent.seconds]).toEqual([false, expect.closeTo(2.3, 0)]);
      expect([await hearing.spent(), await hearing.left()]).toEqual([[3, 0], []]);
    },
  );

  test('costs the duration of its frames, whatever their timestamps say', async () => {
    await begin();
    await textOf(await post(hearing, WHOLE, form(withLyingTimes(await longM4a(20), 'stts', 1), {}, 'a.m4a')));
    const [used = 0] = await hearing.spent();
    expect([20, 21]).toContain(used);
  });

  test('is cut at MaxRecordLengthInSeconds', async () => {
    await begin();
    const fields = { MaxRecordLengthInSeconds: '7' };
    const response = await post(hearing, WHOLE, form(await longM4a(20), fields, 'a.m4a'));
    await textOf(response);
    const { processed = 0, total } = parseRecordSeconds(response.headers.get('x-record-seconds')) ?? {};
    expect([processed, total]).toEqual([expect.closeTo(6.97, 1), expect.closeTo(20, 0)]);
    expect((await readM4a(hearing.heard()[0]?.file ?? new Uint8Array())).seconds).toBeLessThanOrEqual(7);
    expect(await hearing.spent()).toEqual([7, 0]);
  });

  test('does not begin where too little is left', async () => {
    await begin();
    await hearing.gateway.ports.ledger.grant(1, 'audio', 10);
    const response = await post(hearing, WHOLE, form(await longM4a(20), {}, 'a.m4a'));
    expect(await faultOf(response)).toMatchObject({ status: 402, parameters: { left: 10 } });
    expect([hearing.heard(), await hearing.spent(), await hearing.left()]).toEqual([[], [0, 0], []]);
  });

  test('is streamed minute by minute', async () => {
    await begin();
    const events = await allEvents(await post(hearing, STREAM, form(await longM4a(100), {}, 'a.m4a')));
    expect(events.filter(({ partial }) => partial !== undefined).length).toBeGreaterThan(1);
    expect(events.at(-2)?.final).toBe(events.at(-3)?.partial);
    expect(events.at(-1)).toMatchObject({ status: 'complete', duration: expect.closeTo(100, 0) });
    const [used = 0] = await hearing.spent();
    expect([100, 101]).toContain(used);
  });

  test('costs at least what the server has heard', async () => {
    await begin({ fake: { heardSeconds: 90, transcribe: () => 'رسوم' } });
    await textOf(await post(hearing, WHOLE, form(lyingAlac(), {}, 'a.m4a')));
    expect(await hearing.spent()).toEqual([90, 0]);
    await hearing.close();
    // Less than a second more than the packets of 2.3 s.
    await begin({ fake: { heardSeconds: 3.1, transcribe: () => 'رسوم' } });
    await textOf(await post(hearing, WHOLE, form('speech.m4a')));
    expect(await hearing.spent()).toEqual([4, 0]);
  });

  test.each([WHOLE, STREAM])(
    'gives no text where what the server has heard is more than is left (%s)',
    async (path) => {
      await begin({ fake: { heardSeconds: 90, transcribe: () => 'رسوم' } });
      await hearing.gateway.ports.ledger.grant(1, 'audio', 30);
      expect(await faultOf(await post(hearing, path, form(lyingAlac(), {}, 'a.m4a')))).toMatchObject({
        status: 402,
        fault: 'quota-exceeded',
      });
      expect([await hearing.spent(), await hearing.left()]).toEqual([[0, 0], []]);
    },
  );

  test.each(['ar', 'en'])('says what to send where the server refuses it (%s)', async (language) => {
    await begin();
    hearing.fake.always({ kind: 'status', status: 415, body: '{"error":{"message":"Unsupported media"}}' });
    const headers = { 'accept-language': language };
    const response = await hearing.gateway.call(WHOLE, { method: 'POST', body: form('speech.m4a'), headers });
    const { text, ...fault } = await faultOf(response);
    expect(fault).toEqual({
      status: 400,
      fault: 'record-format-rejected',
      field: 'Record',
      parameters: { model: 'whisper-both', codec: 'AAC', status: 415 },
    });
    expect(text).toMatch(/WAV/);
    expect(text).not.toContain('npm');
    expect([await hearing.spent(), await hearing.left()]).toEqual([[0, 0], []]);
  });

  test.each([
    ['fails on it', failing(500), 'record-format-failed'],
    // As whisper.cpp does.
    [
      'answers with an error',
      { kind: 'status', status: 200, body: '{"error":"failed to read audio data"}' },
      'record-format-failed',
    ],
    ['refuses our key', keyRefused, 'model-key-refused'],
  ] as const)('a server that %s is blamed for it', async (_, manner, fault) => {
    await begin();
    hearing.fake.always(manner);
    expect(await faultOf(await post(hearing, STREAM, form('speech.m4a')))).toMatchObject({
      status: 502,
      fault,
    });
    expect(await hearing.spent()).toEqual([0, 0]);
  });
});
