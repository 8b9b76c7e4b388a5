import { describe, expect, test } from 'vitest';
import { FAULTS, type FaultCode } from '#contract/faults.ts';
import { ar } from '#gateway/messages/ar.ts';
import { en } from '#gateway/messages/en.ts';
import { chooseLanguage } from '#gateway/messages/language.ts';
import { wordFault, wordReason } from '#gateway/messages/words.ts';

const codes = Object.keys(FAULTS) as FaultCode[];
const placeholders = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

describe.each(codes)('the words of %s', (code) => {
  test('name only parameters that the fault has, the same in both languages', () => {
    const known: readonly string[] = FAULTS[code].parameters;
    expect(placeholders(en.faults[code]).filter((name) => !known.includes(name))).toEqual([]);
    expect(new Set(placeholders(ar.faults[code]))).toEqual(new Set(placeholders(en.faults[code])));
  });

  test('are Arabic in Arabic, but for the fixed text', () => {
    expect(/[\u0600-\u06ff]/.test(ar.faults[code])).toBe(code !== 'invalid-key');
    expect(/[\u0600-\u06ff]/.test(en.faults[code])).toBe(false);
  });
});

test('reasons have the same parameters in both languages', () => {
  for (const [code, template] of Object.entries(en.reasons)) {
    const arabic = (ar.reasons as Record<string, string>)[code] ?? '';
    expect(new Set(placeholders(arabic))).toEqual(new Set(placeholders(template)));
    expect(arabic).toMatch(/[\u0600-\u06ff]/);
  }
});

test('values are isolated in Arabic, so that a Latin name does not turn the sentence around', () => {
  expect(wordFault('title-taken', { title: 'Guide', id: 7 }, 'ar')).toContain('«\u2068Guide\u2069»');
  expect(wordFault('title-taken', { title: 'Guide', id: 7 }, 'en')).toContain('"Guide"');
  expect(wordFault('indexes-unknown', { names: ['a', 'b'] }, 'ar')).toContain('\u2068a\u2069، \u2068b\u2069');
});

test('an unknown reason is named, in words that say what to do', () => {
  expect(wordReason({ code: 'toString' }, 'en')).toContain('(toString)');
  expect(wordReason({ code: 'http-status', parameters: { status: 404 } }, 'ar')).toContain('404');
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
