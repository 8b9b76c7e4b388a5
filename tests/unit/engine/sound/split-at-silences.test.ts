import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SPEECH_RATE } from '#common/resample.ts';
import { type AudioPiece, createSilenceSplitter } from '#gateway/engine/sound/split-at-silences.ts';
import { decodeFixture, FIXTURES } from '#tests/support/audio-fixtures.ts';

const RATE = SPEECH_RATE;

/** Reproducible noise; loudness 0 to 1. */
function noise(seconds: number, loudness: number): Int16Array {
  let state = 12_345;
  return Int16Array.from({ length: Math.round(seconds * RATE) }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.round((state / 0x3fffffff - 1) * loudness * 32_767);
  });
}

/** Syllables: a buzz that swells and falls five times a second and never rests. */
function talk(seconds: number, loudness = 0.3): Int16Array {
  return Int16Array.from({ length: Math.round(seconds * RATE) }, (_, index) => {
    const swell = 0.6 + 0.4 * Math.sin((2 * Math.PI * 5 * index) / RATE);
    return Math.round(swell * loudness * 32_767 * Math.sin((2 * Math.PI * 180 * index) / RATE));
  });
}

function join(...parts: Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** The sound over the noise of a room. */
function over(sound: Int16Array, loudness: number): Int16Array {
  const ambientNoise = noise(sound.length / RATE, loudness);
  return sound.map((sample, index) =>
    Math.max(-32_768, Math.min(32_767, sample + (ambientNoise[index] ?? 0))),
  );
}

function cut(pcm: Int16Array, step = pcm.length): AudioPiece[] {
  const cutter = createSilenceSplitter();
  const pieces: AudioPiece[] = [];
  for (let start = 0; start < pcm.length; start += step)
    pieces.push(...cutter.push(pcm.subarray(start, start + step)));
  return [...pieces, ...cutter.end()];
}

const seconds = (samples: number) => samples / RATE;

function expectSeamless(pieces: AudioPiece[], pcm: Int16Array): void {
  expect(pieces.map(({ start }) => start)).toEqual([0, ...pieces.slice(0, -1).map(({ end }) => end)]);
  expect(pieces.at(-1)?.end).toBe(pcm.length);
}

describe('cutting a record at silences', () => {
  test('cuts a minute of real speech in its pauses, never within what is spoken', async () => {
    const pcm = await decodeFixture('long-opus.ogg');
    const { spoken } = JSON.parse(readFileSync(`${FIXTURES}/long.json`, 'utf8')) as {
      spoken: [number, number][];
    };
    const pieces = cut(pcm);
    expectSeamless(pieces, pcm);
    expect(pieces.length).toBeGreaterThan(4);
    for (const { start, end } of pieces) {
      expect(seconds(end - start)).toBeGreaterThanOrEqual(start === 0 || end < pcm.length ? 5 : 0);
      expect(seconds(end - start)).toBeLessThanOrEqual(25);
    }
    for (const { end } of pieces.slice(0, -1)) {
      const within = spoken.filter(([from, to]) => from < seconds(end) && seconds(end) < to);
      // Within a sentence only where its own words part, which a robot's do at commas.
      expect(within.length === 0 ? 0 : seconds(end)).toBe(0);
    }
    // All that is spoken is in what is sent on.
    for (const [from, to] of spoken) {
      const sent = pieces.filter(
        (piece) =>
          piece.spoken &&
          seconds(piece.spoken.start) <= from + 0.05 &&
          seconds(piece.spoken.start + piece.spoken.pcm.length) >= to - 0.12,
      );
      expect([from, to, sent.length]).toEqual([from, to, 1]);
    }
  });

  test('cuts the same in whatever portions the sound comes', async () => {
    const pcm = await decodeFixture('long-opus.ogg');
    const whole = cut(pcm).map(({ start, end }) => [start, end]);
    for (const step of [777, 16_000, 400_000])
      expect(cut(pcm, step).map(({ start, end }) => [start, end])).toEqual(whole);
  });

  test.each([0, 0.003, 0.02, 0.06])('finds a pause in a room as loud as %f', (room) => {
    const pcm = over(join(talk(8), noise(1, 0), talk(8)), room);
    const pieces = cut(pcm);
    expectSeamless(pieces, pcm);
    expect(pieces).toHaveLength(2);
    expect(seconds(pieces[0]?.end ?? 0)).toBeCloseTo(8.5, 1);
  });

  test('takes a pause between words when no sentence ends in time', () => {
    const pcm = over(join(talk(17), noise(0.2, 0), talk(17)), 0.003);
    const [first] = cut(pcm);
    expect(seconds(first?.end ?? 0)).toBeCloseTo(17.1, 1);
  });

  test('cuts speech without any pause at 25 s at the latest, where it is quietest', () => {
    const pcm = join(talk(20), talk(0.12, 0.1), talk(30));
    const pieces = cut(pcm);
    expectSeamless(pieces, pcm);
    expect(seconds(pieces[0]?.end ?? 0)).toBeCloseTo(20.06, 1);
    expect(Math.max(...pieces.map(({ start, end }) => seconds(end - start)))).toBeLessThanOrEqual(25);
  });

  test.each([
    ['digital silence', noise(40, 0)],
    ['the noise of a quiet room', noise(40, 0.003)],
    ['a click in a quiet room', join(noise(5, 0.003), noise(0.03, 0.9), noise(5, 0.003))],
  ])('hears nobody in %s', (_, pcm) => {
    const pieces = cut(pcm);
    expectSeamless(pieces, pcm);
    expect(pieces.filter(({ spoken }) => spoken !== null)).toEqual([]);
  });

  test('hears one short word in half a minute of silence, and sends on little else', () => {
    const pcm = over(join(noise(14, 0), talk(0.4), noise(14, 0)), 0.002);
    const spoken = cut(pcm).flatMap((piece) => piece.spoken ?? []);
    expect(spoken).toHaveLength(1);
    const [word] = spoken;
    expect(seconds(word?.start ?? 0)).toBeGreaterThan(13.5);
    expect(seconds(word?.start ?? 0)).toBeLessThan(14);
    expect(seconds(word?.pcm.length ?? 0)).toBeLessThan(1.3);
  });

  test('is not misled by a recorder that adds a constant', () => {
    const pcm = join(talk(8), noise(1, 0), talk(8)).map((sample) => sample + 3000);
    expect(seconds(cut(pcm)[0]?.end ?? 0)).toBeCloseTo(8.5, 1);
  });

  test('has nothing to cut in nothing', () => {
    expect(cut(new Int16Array(0))).toEqual([]);
  });
});
