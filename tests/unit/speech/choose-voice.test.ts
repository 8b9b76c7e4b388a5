import { describe, expect, test } from 'vitest';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import { chooseVoice, speaks } from '#gateway/modules/speech/services/synthesis/choose-voice.ts';

const FIELDS = { speaker: 'Speaker', language: 'LanguageCode' };
const SERVER: ModelServer = {
  purpose: 'speech',
  from: 'environment',
  enabled: true,
  url: 'http://127.0.0.1:1/v1',
  key: null,
  model: 'tts',
  modelV2: null,
  voices: [],
  firstSeconds: 1,
  silenceSeconds: 1,
  concurrency: 1,
  contextTokens: null,
};
const voice = (id: string, ...languages: string[]) => ({ id, languages, robot: false });
const offered = {
  server: SERVER,
  acceptsAny: false,
  voices: [voice('نورة', 'ar-sa'), voice('منى', 'ar-eg'), voice('Emma', 'en')],
};

const refusal = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was refused');
};

describe('languages of voices', () => {
  test.each([
    [['ar'], 'ar-eg', true],
    [['ar-eg'], 'ar', true],
    [['ar-eg'], 'ar-sa', false],
    [['en'], 'ar', false],
    [[], 'ast', true],
  ])('%j speaks %s: %s', (languages, language, expected) => {
    expect(speaks({ languages }, language)).toBe(expected);
  });

  test('names the languages of a speaker, and the speakers of the requested language', () => {
    const error = refusal(() => chooseVoice(offered, 'Emma', 'ar', FIELDS));
    expect(error).toMatchObject({
      code: 'speaker-language-mismatch',
      field: 'LanguageCode',
      parameters: { languages: ['en'], speakers: ['نورة', 'منى'] },
    });
  });

  test('says so when no voice speaks the language', () => {
    const error = refusal(() => chooseVoice(offered, 'Emma', 'tr', FIELDS));
    expect(error).toMatchObject({
      code: 'language-not-offered',
      parameters: { languages: ['en'], language: 'tr' },
    });
  });

  test('names the fitting speakers for an unknown one', () => {
    const error = refusal(() => chooseVoice(offered, 'Nobody', 'en', FIELDS));
    expect(error).toMatchObject({
      code: 'speaker-unknown',
      field: 'Speaker',
      parameters: { speakers: ['Emma'] },
    });
  });

  test('accepts any name when the server lists no voices', () => {
    const chosen = chooseVoice({ server: SERVER, voices: [], acceptsAny: true }, 'alloy', 'ar', FIELDS);
    expect(chosen).toEqual(voice('alloy'));
  });

  test('names the missing setting when no voice is configured', () => {
    const error = refusal(() =>
      chooseVoice({ server: undefined, voices: [], acceptsAny: false }, 'x', 'ar', FIELDS),
    );
    expect(error).toMatchObject({
      code: 'model-not-configured',
      parameters: { setting: 'FIHRIST_SPEECH_URL' },
    });
  });
});
