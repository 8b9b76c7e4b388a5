import { describe, expect, it } from 'vitest';
import { listen, PATIENCE, PAUSE } from '#src/features/voice/ear.ts';
import { chooseSpeaker, fittingVoices } from '#src/features/voice/fitting-voices.ts';
import { createLevels, judgeLevels, judgeRecording, type Level } from '#src/features/voice/level.ts';
import { createResampler } from '#src/features/voice/resample.ts';
import { beginRun, withAnswerEvent, withBeginning, withEnd, withFirst } from '#src/features/voice/run.ts';
import { DEFAULTS, languageOf } from '#src/features/voice/settings.ts';
import { speakable } from '#src/features/voice/speakable.ts';
import { stretchesOf, waitOf } from '#src/features/voice/timeline.ts';
import { writeTimings, writeTimingsAsCsv } from '#src/features/voice/timings.ts';
import { writeWav } from '#src/features/voice/wav.ts';

const tone = (hertz: number, rate: number, seconds: number, offset = 0) =>
  Float32Array.from(
    { length: Math.round(rate * seconds) },
    (_, at) => offset + 0.5 * Math.sin((2 * Math.PI * hertz * at) / rate),
  );
const strength = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length);
const join = (parts: readonly Float32Array[]) => Float32Array.from(parts.flatMap((part) => [...part]));

function bring(samples: Float32Array, from: number, to: number, piece: number): Float32Array {
  const { push, flush } = createResampler(from, to);
  const parts: Float32Array[] = [];
  for (let at = 0; at < samples.length; at += piece) parts.push(push(samples.slice(at, at + piece)));
  return join([...parts, flush()]);
}

describe('sound from the microphone', () => {
  it.each([44_100, 48_000, 8_000])('from %i Hz keeps its length and what speech is made of', (rate) => {
    const heard = bring(tone(1000, rate, 1), rate, 16_000, 2048);
    expect(heard).toHaveLength(16_000);
    const wanted = tone(1000, 16_000, 1);
    const middle = heard.slice(4000, 12_000);
    const far = Math.max(...middle.map((one, at) => Math.abs(one - (wanted[at + 4000] ?? 0))));
    expect(far).toBeLessThan(0.01);
  });

  it('loses what 16 kHz cannot hold, instead of folding it into speech', () => {
    const heard = bring(tone(11_000, 48_000, 1), 48_000, 16_000, 2048);
    expect(strength(heard.slice(2000, 14_000))).toBeLessThan(0.001);
  });

  it('is the same however it comes in pieces', () => {
    const sound = tone(700, 44_100, 0.5);
    const whole = bring(sound, 44_100, 16_000, sound.length);
    const pieces = bring(sound, 44_100, 16_000, 131);
    expect(Math.max(...whole.map((one, at) => Math.abs(one - (pieces[at] ?? 9))))).toBeLessThan(1e-6);
  });

  it('becomes a WAV file of 16 bits, cut at the top rather than turned around', async () => {
    const file = writeWav([Float32Array.of(0, 1, -1), Float32Array.of(2, -0.5)]);
    const view = new DataView(await file.arrayBuffer());
    expect(new TextDecoder().decode(view.buffer.slice(0, 4))).toBe('RIFF');
    expect([view.getUint16(22, true), view.getUint32(24, true), view.getUint16(34, true)]).toEqual([
      1, 16_000, 16,
    ]);
    expect(view.getUint32(40, true)).toBe(10);
    const samples = [0, 1, 2, 3, 4].map((at) => view.getInt16(44 + at * 2, true));
    expect(samples).toEqual([0, 32_767, -32_768, 32_767, -16_384]);
  });
});

const levelsOf = (...stretches: readonly [mean: number, seconds: number, peak?: number][]): Level[] =>
  stretches.flatMap(([mean, seconds, peak = mean + 8]) =>
    Array.from({ length: Math.round(seconds * 10) }, () => ({ mean, peak })),
  );

describe('the level', () => {
  it('is measured every tenth of a second, and a constant offset is no sound', () => {
    const measure = createLevels(16_000);
    const levels = [...measure(tone(440, 16_000, 0.55)), ...measure(tone(440, 16_000, 0.05))];
    expect(levels).toHaveLength(6);
    expect(levels[0]?.mean).toBeCloseTo(-9.03, 1);
    expect(levels[0]?.peak).toBeCloseTo(-6.02, 1);
    const still = createLevels(16_000)(new Float32Array(1600).fill(0.3));
    expect(still[0]?.mean).toBeLessThan(-60);
  });

  it('says too quiet, good and too loud', () => {
    expect(judgeLevels(levelsOf([-70, 0.5]))).toBe('waiting');
    expect(judgeLevels(levelsOf([-50, 3]))).toBe('quiet');
    expect(judgeLevels(levelsOf([-50, 3], [-20, 0.5]))).toBe('good');
    expect(judgeLevels(levelsOf([-20, 3], [-6, 0.5, 0]))).toBe('loud');
    expect(judgeLevels(levelsOf([-6, 0.5, 0], [-20, 3]))).toBe('good');
  });

  it('of a whole recording tells a dead microphone from a quiet voice', () => {
    expect(judgeRecording(levelsOf([-100, 3]))).toBe('nothing');
    expect(judgeRecording(levelsOf([-60, 3]))).toBe('quiet');
    expect(judgeRecording(levelsOf([-60, 3], [-10, 0.2]))).toBe('quiet');
    expect(judgeRecording(levelsOf([-60, 1], [-20, 2]))).toBe('good');
    expect(judgeRecording(levelsOf([-10, 2, 0]))).toBe('loud');
  });
});

describe('the end of speech', () => {
  it('is a pause after a voice, not the hush before it or a breath within', () => {
    expect(listen(levelsOf([-65, 3]))).toEqual({ silence: undefined, ended: false, gaveUp: false });
    expect(listen(levelsOf([-65, 1], [-25, 2], [-65, 0.6]))).toMatchObject({ silence: 0.6, ended: false });
    expect(listen(levelsOf([-65, 1], [-25, 2], [-65, PAUSE]))).toMatchObject({ silence: PAUSE, ended: true });
  });

  it('is heard over the noise of a room, and a knock is no speech', () => {
    expect(listen(levelsOf([-48, 1], [-28, 2], [-48, PAUSE])).ended).toBe(true);
    expect(listen(levelsOf([-65, 1], [-20, 0.1], [-65, 3])).silence).toBeUndefined();
  });

  it('is given up when nobody speaks', () => {
    expect(listen(levelsOf([-65, PATIENCE])).gaveUp).toBe(true);
  });
});

describe('what is spoken', () => {
  it('leaves the numbers of citations and the signs of markup out', () => {
    expect(speakable('**خلال** 15 يومًا [1]، وللأعضاء 30 [2، 3].')).toBe('خلال 15 يومًا، وللأعضاء 30.');
    expect(speakable('## Returns\n- within `30` days [1][2]\n- see [the guide](https://x.example/a)')).toBe(
      'Returns\nwithin 30 days\nsee the guide',
    );
  });

  it('is in the language of the answer, by its letters and by what was spoken', () => {
    expect(languageOf('خلال 15 يومًا من الاستلام (Cedar)', 'ar-eg')).toBe('ar-eg');
    expect(languageOf('خلال 15 يومًا', 'en')).toBe('ar');
    expect(languageOf('Within 30 days', 'ar')).toBe('en');
    expect(languageOf('Innerhalb von 30 Tagen', 'de')).toBe('de');
  });

  it('is offered only to voices that speak it, people before robots', () => {
    const voices = [
      { id: 'robot-ar', languages: ['ar', 'ar-eg', 'ar-sa'], robot: true },
      { id: 'ليلى', languages: ['ar'], robot: false },
      { id: 'Nour', languages: ['ar-eg'], robot: false },
      { id: 'Emma', languages: ['en'], robot: false },
      { id: 'any', languages: [], robot: false },
    ];
    expect(fittingVoices(voices, 'ar-sa').map(({ id }) => id)).toEqual(['ليلى', 'any', 'robot-ar']);
    expect(fittingVoices(voices, 'ar').map(({ id }) => id)).toEqual(['ليلى', 'Nour', 'any', 'robot-ar']);
    expect(chooseSpeaker(voices, 'Emma', 'ar')?.id).toBe('ليلى');
    expect(chooseSpeaker(voices, 'robot-ar', 'ar')?.id).toBe('robot-ar');
    expect(chooseSpeaker(voices.slice(1, 4), '', 'ja')).toBeUndefined();
  });
});

describe('where the time went', () => {
  const said = { sound: undefined, kind: 'recording', name: '', length: 3, silence: 1.5 } as const;
  const cost = { amount: 4, about: false };
  function whole() {
    let run = beginRun('1', said, DEFAULTS, 0);
    run = withBeginning(run, 'heard', DEFAULTS, 1000);
    run = withFirst({ ...run, text: '=كم' }, 'heard', 1200);
    run = withEnd(run, 'heard', 1800, { cost });
    run = withBeginning(run, 'found', DEFAULTS, 5000);
    run = withAnswerEvent(run, { retrieved_documents: [] }, 5100);
    run = withAnswerEvent(run, { chunk: 'خلال ' }, 5400);
    run = withAnswerEvent(run, { chunk: '15 يومًا' }, 5500);
    run = withEnd(run, 'answered', 5600, {});
    run = withBeginning(run, 'spoken', DEFAULTS, 9000);
    run = withFirst(run, 'spoken', 9300);
    return withEnd(run, 'spoken', 9900, {});
  }

  it('counts from the end of speech to the first sound, and no pause between the steps', () => {
    const run = whole();
    expect(stretchesOf(run, 0).map(({ name, seconds }) => [name, Number(seconds.toFixed(2))])).toEqual([
      ['silence', 1.5],
      ['heard', 0.8],
      ['found', 0.1],
      ['answered', 0.5],
      ['spoken', 0.3],
    ]);
    expect(waitOf(run)).toBeCloseTo(3.2);
    expect(run.answer).toBe('خلال 15 يومًا');
  });

  it('forgets what follows from a step that is done again, and keeps what came before', () => {
    const again = withBeginning(whole(), 'found', DEFAULTS, 20_000);
    expect(again.text).toBe('=كم');
    expect(again.answer).toBe('');
    expect(again.steps.heard.phase).toBe('done');
    expect(again.steps.spoken.phase).toBe('waiting');
    expect(waitOf(again)).toBeUndefined();
  });

  it('does not count words that come before the documents as found later', () => {
    let run = withBeginning(beginRun('1', said, DEFAULTS, 0), 'found', DEFAULTS, 0);
    run = withAnswerEvent(run, { chunk: 'خلال' }, 400);
    run = withAnswerEvent(run, { retrieved_documents: [] }, 900);
    expect(run.steps.found.seconds).toBe(0.4);
    expect(run.steps.answered.phase).toBe('running');
  });

  it('can be taken along as JSON and CSV, where no cell is a formula', async () => {
    const [row] = JSON.parse(await writeTimings([whole()]).text()) as Record<string, unknown>[];
    expect(row).toMatchObject({ model: 'v1', silence: 1.5, heardSeconds: 0.8, spokenFirst: 0.3, wait: 3.2 });
    expect(row).toMatchObject({ question: '=كم', audioSeconds: 4, textTokens: null, speechCharacters: null });
    const csv = await writeTimingsAsCsv([whole()]).text();
    expect(csv.split('\r\n')).toHaveLength(3);
    expect(csv).toContain("'=كم");
  });
});
