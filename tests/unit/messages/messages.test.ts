import { describe, expect, test } from 'vitest';
import { FAULTS, type FaultCode, INVALID_KEY_TEXT } from '#contract/faults.ts';
import { CAUSES, REASONS } from '#contract/reasons.ts';
import { ar } from '#contract/words/ar.ts';
import { en } from '#contract/words/en.ts';
import { fillSentence } from '#contract/words/format.ts';
import { faultMessage, reasonMessage } from '#gateway/core/messages.ts';
import { SOUND_FAILURES } from '#gateway/engine/sound/audio-decode-error.ts';
import { chooseLanguage } from '#gateway/http/language.ts';

const codes = Object.keys(FAULTS) as FaultCode[];
const placeholders = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)[^}]*\}/g)].map(([, name = '']) => name);
const nounsOf = (template: string): string[] =>
  [...template.matchAll(/\{\w+, (\w+)\}/g)].map(([, noun = '']) => noun);
const ARABIC = /[\u0600-\u06ff]/;

describe.each(codes)('the words of %s', (code) => {
  const texts = (words: typeof en) => [words.faults[code], words.onScreen[code] ?? ''];
  test('name only parameters that the fault has, the same in both languages', () => {
    const parameters: readonly string[] = FAULTS[code].parameters;
    for (const [index, text] of texts(en).entries()) {
      expect(placeholders(text).filter((name) => !parameters.includes(name))).toEqual([]);
      expect(new Set(placeholders(texts(ar)[index] ?? ''))).toEqual(new Set(placeholders(text)));
    }
    const nouns = [...texts(en), ...texts(ar)].flatMap(nounsOf);
    for (const noun of nouns.filter((noun) => noun !== 'or')) {
      expect(Object.keys(en.nouns)).toContain(noun);
      expect(Object.keys(ar.nouns)).toContain(noun);
    }
  });

  test('are sentences, Arabic in Arabic', () => {
    const parts = texts(en).flatMap((text) => text.split('\n'));
    for (const text of parts.filter(Boolean)) {
      expect(text).toMatch(/[.}]$/);
      expect(text).not.toMatch(ARABIC);
    }
    expect(texts(ar)[0]).toMatch(ARABIC);
    for (const [index, text] of texts(en).entries())
      expect(texts(ar)[index]?.split('\n').length).toBe(text.split('\n').length);
  });
});

test.each(['reasons', 'causes', 'alerts', 'alertMessage', 'frees'] as const)(
  '%s have the same parameters in both languages, and nouns that there are',
  (table) => {
    for (const [code, template] of Object.entries(en[table])) {
      const arabic = (ar[table] as Record<string, string>)[code] ?? '';
      expect(new Set(placeholders(arabic))).toEqual(new Set(placeholders(template)));
      expect(arabic).toMatch(ARABIC);
      const nouns = [...nounsOf(template), ...nounsOf(arabic)].filter((noun) => noun !== 'or');
      for (const noun of nouns)
        for (const words of [en, ar]) expect(Object.keys(words.nouns)).toContain(noun);
    }
  },
);

test('reasons name the parameters of their table, and what cannot be decoded has its words', () => {
  for (const [code, names] of Object.entries(REASONS))
    expect(placeholders(en.reasons[code as keyof typeof REASONS])).toEqual([...names]);
  const counted = [en, ar].flatMap(({ reasons }) => Object.values(reasons).flatMap(nounsOf));
  for (const { nouns } of [en, ar]) expect(counted.filter((noun) => !(noun in nouns))).toEqual([]);
  expect([...CAUSES]).toEqual([...SOUND_FAILURES]);
});

test('a wrong key has the text that the interface fixes, in every language', () => {
  expect(faultMessage('invalid-key', {}, 'ar')).toBe(INVALID_KEY_TEXT);
  expect(faultMessage('invalid-key', {}, 'en')).toBe(INVALID_KEY_TEXT);
});

test('values are isolated in Arabic, so that a Latin name does not turn the sentence around', () => {
  expect(faultMessage('title-taken', { title: 'Guide', id: 7 }, 'ar')).toContain('«\u2068Guide\u2069»');
  expect(faultMessage('title-taken', { title: 'Guide', id: 7 }, 'en')).toContain('"Guide"');
  expect(faultMessage('indexes-unknown', { names: ['a', 'b'] }, 'ar')).toContain(
    '\u2068a\u2069، \u2068b\u2069',
  );
});

test.each([
  [1, 'ثانية واحدة', '1 s'],
  [2, 'ثانيتين', '2 s'],
  [5, '5 ثوانٍ', '5 s'],
  [30, '30 ثانية', '30 s'],
  [100, '100 ثانية', '100 s'],
])('%i second agrees with its noun', (seconds, arabic, english) => {
  expect(faultMessage('database-busy', { seconds }, 'ar')).toContain(`بعد ${arabic}.`);
  expect(faultMessage('database-busy', { seconds }, 'en')).toContain(`in ${english}.`);
});

test.each([
  [1, 'طلب واحد', '1 request'],
  [2, 'طلبين', '2 requests'],
  [3, '3 طلبات', '3 requests'],
  [11, '11 طلبًا', '11 requests'],
  [100, '100 طلب', '100 requests'],
])('%i request agrees with its noun', (limit, arabic, english) => {
  expect(fillSentence('{limit, request}', { limit }, ar)).toBe(arabic);
  expect(fillSentence('{limit, request}', { limit }, en)).toBe(english);
});

test('a list of which one is enough is a part of its sentence', () => {
  const parameters = { sent: 16000, found: ['22050', '44100'] };
  expect(faultMessage('sample-rate-differs', parameters, 'en')).toContain(
    'SampleRate is 16000 Hz, but the file has 22050 or 44100 Hz.',
  );
  expect(faultMessage('sample-rate-differs', parameters, 'ar').replaceAll(/[\u2068\u2069]/gu, '')).toContain(
    'معدل الملف 22050 أو 44100 هرتز.',
  );
  expect(faultMessage('sample-rate-differs', { sent: 8000, found: ['16000'] }, 'en')).toContain(
    'has 16000 Hz.',
  );
});

test('a reason stands within the sentence of a fault', () => {
  const parameters = { position: 1, reason: 'http-status', status: 404 };
  expect(faultMessage('image-not-fetched', parameters, 'en')).toBe(
    'Image 1 could not be fetched: the address could not be opened (404). Send it as a data URI.',
  );
  expect(faultMessage('record-unreadable', { reason: 'no-sound-track' }, 'en')).toContain(
    ': the video has no audio.',
  );
});

test.each([
  ['timeout', { seconds: 417 }, '417 s', '417 ثانية'],
  ['out-of-memory', { megabytes: 490 }, '490 MB', '490 ميغابايت'],
])('%s names the limit that was met, of a unit and of a conversion', (code, parameters, english, arabic) => {
  expect(reasonMessage({ code, parameters }, 'en')).toMatch(
    new RegExp(`more than ${english}.*Split.*smaller`),
  );
  expect(reasonMessage({ code, parameters }, 'ar')).toContain(`أكثر من ${arabic}`);
  const converting = { from: 'csv', to: 'md', reason: code, ...parameters };
  expect(faultMessage('cannot-convert', converting, 'en')).toContain(`more than ${english}`);
});

test('an unknown reason is named, in words that say what to do', () => {
  expect(reasonMessage({ code: 'toString' }, 'en')).toContain('(toString)');
  expect(reasonMessage({ code: 'http-status', parameters: { status: 404 } }, 'ar')).toContain('404');
});

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['ar', 'ar'],
  ['AR-eg', 'ar'],
  ['en, ar', 'en'],
  ['en;q=0.5, ar', 'ar'],
  ['ar;q=0, en;q=0.1', 'en'],
  ['fr, ar;q=0.1', 'ar'],
  ['arabic', 'en'],
  ['ar;q=x', 'en'],
])('Accept-Language %s means %s', (header, language) => {
  expect(chooseLanguage(header)).toBe(language);
});
