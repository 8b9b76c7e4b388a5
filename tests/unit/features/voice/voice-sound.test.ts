import { describe, expect, test } from 'vitest';
import {
  type AudioLevel,
  classifyLoudness,
  classifyRecording,
  createLevelMeter,
  detectVoiceActivity,
  END_SILENCE_SECONDS,
  NO_SPEECH_TIMEOUT_SECONDS,
} from '#src/features/voice/recording/audio-level.ts';
import {
  applyVoiceAnswerEvent,
  createVoiceRun,
  finishStep,
  markFirstOutput,
  responseSeconds,
  startStep,
  timelineSegments,
  withoutRepeats,
} from '#src/features/voice/run/voice-run.ts';
import { writeTimings, writeTimingsAsCsv } from '#src/features/voice/run/voice-run-history.tsx';
import { matchingVoices, selectVoice } from '#src/features/voice/settings/use-voices.ts';
import { DEFAULT_VOICE_SETTINGS, detectLanguage } from '#src/features/voice/settings/voice-settings.ts';

const tone = (hertz: number, rate: number, seconds: number, offset = 0) =>
  Float32Array.from(
    { length: Math.round(rate * seconds) },
    (_, index) => offset + 0.5 * Math.sin((2 * Math.PI * hertz * index) / rate),
  );
const levelsOf = (...sections: readonly [mean: number, seconds: number, peak?: number][]): AudioLevel[] =>
  sections.flatMap(([mean, seconds, peak = mean + 8]) =>
    Array.from({ length: Math.round(seconds * 10) }, () => ({ mean, peak })),
  );

describe('the level', () => {
  test('is measured every tenth of a second, and a constant offset is no sound', () => {
    const measure = createLevelMeter(16_000);
    const levels = [...measure(tone(440, 16_000, 0.55)), ...measure(tone(440, 16_000, 0.05))];
    expect(levels).toHaveLength(6);
    expect(levels[0]?.mean).toBeCloseTo(-9.03, 1);
    expect(levels[0]?.peak).toBeCloseTo(-6.02, 1);
    const still = createLevelMeter(16_000)(new Float32Array(1600).fill(0.3));
    expect(still[0]?.mean).toBeLessThan(-60);
  });

  test('says too quiet, good and too loud', () => {
    expect(classifyLoudness(levelsOf([-70, 0.5]))).toBe('waiting');
    expect(classifyLoudness(levelsOf([-50, 3]))).toBe('quiet');
    expect(classifyLoudness(levelsOf([-50, 3], [-20, 0.5]))).toBe('good');
    expect(classifyLoudness(levelsOf([-20, 3], [-6, 0.5, 0]))).toBe('loud');
    expect(classifyLoudness(levelsOf([-6, 0.5, 0], [-20, 3]))).toBe('good');
  });

  test('of a whole recording tells a dead microphone from a quiet voice', () => {
    expect(classifyRecording(levelsOf([-100, 3]))).toBe('nothing');
    expect(classifyRecording(levelsOf([-60, 3]))).toBe('quiet');
    expect(classifyRecording(levelsOf([-60, 3], [-10, 0.2]))).toBe('quiet');
    expect(classifyRecording(levelsOf([-60, 1], [-20, 2]))).toBe('good');
    expect(classifyRecording(levelsOf([-10, 2, 0]))).toBe('loud');
  });
});

describe('the end of speech', () => {
  test('is a pause after a voice, not the silence before it or a breath within', () => {
    expect(detectVoiceActivity(levelsOf([-65, 3]))).toEqual({
      silence: undefined,
      ended: false,
      timedOut: false,
    });
    expect(detectVoiceActivity(levelsOf([-65, 1], [-25, 2], [-65, 0.6]))).toMatchObject({
      silence: 0.6,
      ended: false,
    });
    expect(detectVoiceActivity(levelsOf([-65, 1], [-25, 2], [-65, END_SILENCE_SECONDS]))).toMatchObject({
      silence: END_SILENCE_SECONDS,
      ended: true,
    });
  });

  test('is heard over the noise of a room, and a knock is no speech', () => {
    expect(detectVoiceActivity(levelsOf([-48, 1], [-28, 2], [-48, END_SILENCE_SECONDS])).ended).toBe(true);
    expect(detectVoiceActivity(levelsOf([-65, 1], [-20, 0.1], [-65, 3])).silence).toBeUndefined();
  });

  test('is given up when nobody speaks', () => {
    expect(detectVoiceActivity(levelsOf([-65, NO_SPEECH_TIMEOUT_SECONDS])).timedOut).toBe(true);
  });
});

describe('what is spoken', () => {
  test('is in the language of the answer, by its letters and by what was spoken', () => {
    expect(detectLanguage('خلال 15 يومًا من الاستلام (Cedar)', 'ar-eg')).toBe('ar-eg');
    expect(detectLanguage('خلال 15 يومًا', 'en')).toBe('ar');
    expect(detectLanguage('Within 30 days', 'ar')).toBe('en');
    expect(detectLanguage('Innerhalb von 30 Tagen', 'de')).toBe('de');
  });

  test('is offered only to voices that speak it, people before robots', () => {
    const voices = [
      { id: 'robot-ar', languages: ['ar', 'ar-eg', 'ar-sa'], robot: true },
      { id: 'ليلى', languages: ['ar'], robot: false },
      { id: 'Nour', languages: ['ar-eg'], robot: false },
      { id: 'Emma', languages: ['en'], robot: false },
      { id: 'any', languages: [], robot: false },
    ];
    expect(matchingVoices(voices, 'ar-sa').map(({ id }) => id)).toEqual(['ليلى', 'any', 'robot-ar']);
    expect(matchingVoices(voices, 'ar').map(({ id }) => id)).toEqual(['ليلى', 'Nour', 'any', 'robot-ar']);
    expect(selectVoice(voices, 'Emma', 'ar')?.id).toBe('ليلى');
    expect(selectVoice(voices, 'robot-ar', 'ar')?.id).toBe('robot-ar');
    expect(selectVoice(voices.slice(1, 4), '', 'ja')).toBeUndefined();
  });
});

describe('where the time went', () => {
  const said = { sound: undefined, kind: 'recording', name: '', duration: 3, silence: 1.5 } as const;
  const cost = { amount: 4, approximate: false };
  function whole() {
    let run = createVoiceRun('1', said, DEFAULT_VOICE_SETTINGS, 0);
    run = startStep(run, 'heard', DEFAULT_VOICE_SETTINGS, 1000);
    run = markFirstOutput({ ...run, text: '=كم' }, 'heard', 1200);
    run = finishStep(run, 'heard', 1800, { cost });
    run = startStep(run, 'found', DEFAULT_VOICE_SETTINGS, 5000);
    run = applyVoiceAnswerEvent(run, { retrieved_documents: [] }, 5100);
    run = applyVoiceAnswerEvent(run, { chunk: 'خلال ' }, 5400);
    run = applyVoiceAnswerEvent(run, { chunk: '15 يومًا' }, 5500);
    run = finishStep(run, 'answered', 5600, {});
    run = startStep(run, 'spoken', DEFAULT_VOICE_SETTINGS, 9000);
    run = markFirstOutput(run, 'spoken', 9300);
    return finishStep(run, 'spoken', 9900, {});
  }

  test('counts from the end of speech to the first sound, and no pause between the steps', () => {
    const run = whole();
    expect(timelineSegments(run, 0).map(({ name, seconds }) => [name, Number(seconds.toFixed(2))])).toEqual([
      ['silence', 1.5],
      ['heard', 0.8],
      ['found', 0.1],
      ['answered', 0.5],
      ['spoken', 0.3],
    ]);
    expect(responseSeconds(run)).toBeCloseTo(3.2);
    expect(run.answer).toBe('خلال 15 يومًا');
  });

  test('counts for each step how often it was repeated by itself, and repeats none once another begins', () => {
    const begun = startStep(whole(), 'spoken', DEFAULT_VOICE_SETTINGS, 20_000, 1);
    const refused = finishStep(begun, 'spoken', 21_000, { phase: 'failed', repeatAt: 26_000 });
    expect(refused.steps.spoken).toMatchObject({ repeats: 1, repeatAt: 26_000 });
    expect(withoutRepeats(refused).steps.spoken).toMatchObject({ phase: 'failed', repeatAt: undefined });
    const heardAgain = startStep(refused, 'heard', DEFAULT_VOICE_SETTINGS, 22_000);
    expect(heardAgain.steps.spoken).toMatchObject({ phase: 'waiting', repeats: 0, repeatAt: undefined });
  });

  test('forgets what follows from a step that is done again, and keeps what came before', () => {
    const again = startStep(whole(), 'found', DEFAULT_VOICE_SETTINGS, 20_000);
    expect(again.text).toBe('=كم');
    expect(again.answer).toBe('');
    expect(again.steps.heard.phase).toBe('done');
    expect(again.steps.spoken.phase).toBe('waiting');
    expect(responseSeconds(again)).toBeUndefined();
  });

  test('does not count words that come before the documents as found later', () => {
    let run = startStep(
      createVoiceRun('1', said, DEFAULT_VOICE_SETTINGS, 0),
      'found',
      DEFAULT_VOICE_SETTINGS,
      0,
    );
    run = applyVoiceAnswerEvent(run, { chunk: 'خلال' }, 400);
    run = applyVoiceAnswerEvent(run, { retrieved_documents: [] }, 900);
    expect(run.steps.found.seconds).toBe(0.4);
    expect(run.steps.answered.phase).toBe('running');
  });

  test('can be taken along as JSON and CSV, where no cell is a formula', async () => {
    const [row] = JSON.parse(await writeTimings([whole()]).text()) as Record<string, unknown>[];
    expect(row).toMatchObject({ model: 'v1', silence: 1.5, heardSeconds: 0.8, spokenFirst: 0.3, wait: 3.2 });
    expect(row).toMatchObject({ question: '=كم', audioSeconds: 4, textTokens: null, speechCharacters: null });
    const csv = await writeTimingsAsCsv([whole()]).text();
    expect(csv.split('\r\n')).toHaveLength(3);
    expect(csv).toContain("'=كم");
  });
});
