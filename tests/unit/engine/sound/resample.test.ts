import { describe, expect, test } from 'vitest';
import { createResampler, resample, toFloats, toPcm16 } from '#common/resample.ts';

const tone = (hertz: number, rate: number, seconds: number, loudness = 0.5): Int16Array =>
  toPcm16(
    Float32Array.from(
      { length: rate * seconds },
      (_, index) => loudness * Math.sin((2 * Math.PI * hertz * index) / rate),
    ),
  );

const level = (pcm: Int16Array): number => {
  const middle = toFloats(pcm.subarray(pcm.length / 4, (pcm.length * 3) / 4));
  return Math.sqrt(middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length);
};

/** How far the samples are from a tone of that height, in dB below it. */
const distance = (pcm: Int16Array, hertz: number, rate: number): number => {
  const wanted = tone(hertz, rate, pcm.length / rate);
  const from = Math.floor(pcm.length / 4);
  let error = 0;
  let signal = 0;
  for (let index = from; index < from * 3; index++) {
    error += ((pcm[index] ?? 0) - (wanted[index] ?? 0)) ** 2;
    signal += (wanted[index] ?? 0) ** 2;
  }
  return 10 * Math.log10(signal / error);
};

describe('resampling', () => {
  test.each([
    [8000, 16000],
    [11025, 16000],
    [22050, 16000],
    [24000, 16000],
    [44100, 16000],
    [48000, 16000],
    [16000, 48000],
    [24000, 44100],
  ])('keeps a tone of 1000 Hz where it was: %i to %i Hz', (from, to) => {
    const out = resample(tone(1000, from, 1), from, to);
    expect(out.length).toBe(to);
    expect(distance(out, 1000, to)).toBeGreaterThan(60);
  });

  test('takes out what the lower rate cannot hold, instead of folding it back', () => {
    const out = resample(tone(11_000, 48_000, 1), 48_000, 16_000);
    expect(level(out)).toBeLessThan(level(tone(11_000, 48_000, 1)) / 1000);
  });

  test('takes the nearest phase where rates have no common measure', () => {
    const out = resample(tone(440, 44_101, 1), 44_101, 16_000);
    expect(out.length).toBe(16_000);
    expect(distance(out, 440, 16_000)).toBeGreaterThan(45);
  });

  test('gives the same in pieces of any size as at once', () => {
    const all = toFloats(tone(700, 44_100, 0.5));
    const whole = createResampler(44_100, 16_000);
    const expected = [...whole.push(all), ...whole.end()];
    for (const size of [1, 7, 441, 4096]) {
      const pieces = createResampler(44_100, 16_000);
      const out: number[] = [];
      for (let start = 0; start < all.length; start += size)
        out.push(...pieces.push(all.subarray(start, start + size)));
      out.push(...pieces.end());
      expect(out).toEqual(expected);
    }
  });

  test('cuts what is too loud and takes no number for silence', () => {
    expect([...toPcm16(Float32Array.from([2, -2, Number.NaN, 0.5]))]).toEqual([32767, -32768, 0, 16384]);
  });
});
