import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readWav } from '#common/wav.ts';
import { measureMp3 } from '#gateway/engine/sound/measure-mp3.ts';
import {
  concatSounds,
  resampleTo,
  type SpokenSound,
  secondsOf,
  toFile,
} from '#gateway/modules/speech/services/synthesis/spoken-sound.ts';
import { makeMp3 } from '#tests/support/fake-model-server.ts';

const tone = (seconds: number, sampleRate: number): SpokenSound => ({
  kind: 'samples',
  sampleRate,
  pcm: Int16Array.from({ length: Math.round(seconds * sampleRate) }, (_, index) =>
    Math.round(8000 * Math.sin((2 * Math.PI * 440 * index) / sampleRate)),
  ),
});

describe('spoken sound', () => {
  test('is joined when all parts have one sample rate', async () => {
    expect(concatSounds([tone(1, 24_000), tone(0.5, 16_000)])).toBeUndefined();
    const joined = concatSounds([tone(1, 24_000), await resampleTo(tone(0.5, 16_000), 24_000)]);
    expect(joined).toMatchObject({ kind: 'samples', sampleRate: 24_000 });
    expect(joined && secondsOf(joined)).toBeCloseTo(1.5, 2);
  });

  test('yields to other work while it is resampled', async () => {
    let turns = 0;
    const counting = setInterval(() => void turns++);
    await resampleTo(tone(30, 24_000), 44_100);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(5);
  });

  test('becomes a WAV file at the rate that is asked for', async () => {
    const file = toFile(await resampleTo(tone(1, 24_000), 8_000));
    const wav = readWav(file.bytes);
    expect(wav?.sampleRate).toBe(8_000);
    expect((wav?.pcm.length ?? 0) / 8_000).toBeCloseTo(1, 2);
    expect(Math.max(...(wav?.pcm ?? []))).toBeGreaterThan(7_000);
  });

  test('joins MP3 by its frames, and with no other format', () => {
    const bytes = new Uint8Array(makeMp3(2));
    const measured = measureMp3(bytes);
    expect(measured?.seconds).toBeCloseTo(2, 1);
    const mp3: SpokenSound = { kind: 'file', bytes, mime: 'audio/mpeg', seconds: 2, sampleRate: 24_000 };
    const joined = concatSounds([mp3, mp3]);
    expect(joined?.kind === 'file' && measureMp3(joined.bytes)?.seconds).toBeCloseTo(4, 1);
    expect(concatSounds([mp3, tone(1, 24_000)])).toBeUndefined();
  });

  test('is measured in a real file, behind its tag too', () => {
    const bytes = new Uint8Array(readFileSync('tests/fixtures/audio/speech.mp3'));
    // 2.29 seconds of speech; encoders fill the first and the last frames.
    expect(measureMp3(bytes)?.seconds).toBeGreaterThan(2.29);
    expect(measureMp3(bytes)?.seconds).toBeLessThan(2.4);
    const tag = Uint8Array.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 1, 0, ...new Uint8Array(128)]);
    const tagged = Uint8Array.from([...tag, ...bytes]);
    expect(measureMp3(tagged)).toEqual(measureMp3(bytes));
  });

  test.each([
    ['a page', new TextEncoder().encode('<html>لا صوت هنا</html>')],
    ['nothing', new Uint8Array()],
    ['marks of frames alone', new Uint8Array(10_000).fill(0xff)],
    [
      'a tag that says it never ends',
      Uint8Array.from([0x49, 0x44, 0x33, 3, 0, 0, 127, 127, 127, 127, 0xff, 0xfb]),
    ],
    ['a WebM file', new Uint8Array(readFileSync('tests/fixtures/audio/speech.webm'))],
  ])('is not found in %s', (_, bytes) => {
    expect(measureMp3(bytes)).toBeUndefined();
  });
});
