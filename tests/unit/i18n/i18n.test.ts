import { describe, expect, test } from 'vitest';
import { REJECTED_ANSWERS } from '#contract/headers.ts';
import { createI18n, loadMoreTranslations, switchLocale } from '#src/i18n/create-i18n.ts';
import { formatsFor } from '#src/i18n/formats.ts';
import { isolateBidi } from '#src/i18n/isolate-bidi.ts';
import type { Language } from '#src/i18n/languages.ts';
import { preferredLanguage } from '#src/i18n/languages.ts';
import { loadTranslations, TRANSLATION_BUNDLES } from '#src/i18n/load-translations.ts';

type Leaves = ReadonlyMap<string, string>;

function leavesOf(value: unknown, path = '', leaves = new Map<string, string>()): Map<string, string> {
  if (typeof value === 'string') leaves.set(path, value);
  else {
    for (const [key, inner] of Object.entries(value as object)) {
      leavesOf(inner, path === '' ? key : `${path}.${key}`, leaves);
    }
  }
  return leaves;
}

const plural = /_(?:zero|one|two|few|many|other)$/u;
const base = (key: string) => key.replace(plural, '');
const formsOf = (leaves: Leaves, key: string) =>
  [...leaves.keys()].filter((other) => plural.test(other) && base(other) === base(key));
const variables = (text: string) =>
  new Set(
    [...text.matchAll(/\{\{\s*([\w.]+)/gu), ...text.matchAll(/<(\w+)/gu)].map(([, name]) => name ?? ''),
  );

const minus = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...some].filter((key) => !others.has(key));

/** Without the forms of nouns, which no language shares with another. */
async function allOf(language: Language): Promise<Leaves> {
  const loaded = await Promise.all(TRANSLATION_BUNDLES.map((part) => loadTranslations(language, part)));
  const { nouns: _forms, ...words } = Object.assign({}, ...loaded) as Record<string, unknown>;
  return leavesOf(words);
}
const en = await allOf('en');
const ar = await allOf('ar');

/** The keys (with their words) that a rule does not hold for; a failure then names them. */
const breaking = (leaves: Leaves, rule: (text: string, key: string) => boolean) =>
  [...leaves].filter(([key, text]) => !rule(text, key)).map(([key, text]) => `${key}: ${text}`);

describe('the two languages', () => {
  test('have the same keys, counted ones in all six Arabic forms', () => {
    const bases = (leaves: Leaves) => new Set([...leaves.keys()].map(base));
    expect(minus(bases(en), bases(ar))).toEqual([]);
    expect(minus(bases(ar), bases(en))).toEqual([]);
    const counted = (leaves: Leaves, forms: number) =>
      breaking(leaves, (_text, key) => !plural.test(key) || formsOf(leaves, key).length === forms);
    expect(counted(ar, 6)).toEqual([]);
    expect(counted(en, 2)).toEqual([]);
    expect([...ar.keys()].filter((key) => plural.test(key)).length).toBeGreaterThan(12);
  });

  test('leave nothing empty', () => {
    expect(breaking(new Map([...en, ...ar]), (text) => text.trim() !== '')).toEqual([]);
  });

  test('use the same variables and tags in every string', () => {
    const same = (arabic: string, key: string) => {
      const used = variables(arabic);
      const wanted = variables(en.get(key) ?? en.get(`${base(key)}_other`) ?? '');
      // "zero" has nothing to name, and "one" and "two" say the number in words.
      if (plural.test(key)) wanted.delete('count');
      if (plural.test(key)) used.delete('count');
      return minus(used, wanted).length === 0 && (key.endsWith('_zero') || minus(wanted, used).length === 0);
    };
    expect(breaking(ar, same)).toEqual([]);
  });

  test('are written in their own script', () => {
    const keyNames = new Set(['shell.searchKeys']);
    const arabic = (text: string, key: string) => {
      // What is left of a string that is only variables, tags or an address has no script.
      const words = text.replace(/\{\{[^}]*\}\}|<[^>]*>|https?:\/\/\S+/gu, '');
      return keyNames.has(key) || !/\p{L}/u.test(words) || /\p{Script=Arabic}/u.test(words);
    };
    expect(breaking(ar, arabic)).toEqual([]);
    expect(breaking(en, (text) => !/\p{Script=Arabic}/u.test(text))).toEqual([]);
  });

  test('name a control with the words that it shows', () => {
    for (const leaves of [en, ar]) {
      const shown = (text: string, key: string) =>
        !key.endsWith('Named') || text.includes(leaves.get(key.slice(0, -'Named'.length)) ?? '');
      expect(breaking(leaves, shown)).toEqual([]);
    }
  });

  test('leave the digits to the setting', () => {
    expect(breaking(ar, (text) => !/[٠-٩۰-۹]/u.test(text))).toEqual([]);
  });
});

describe('formats', () => {
  const now = new Date(2026, 10, 21, 12, 0);
  const morning = new Date(2026, 10, 21, 9, 39);
  const english = formatsFor('en', 'latn');
  const arabic = formatsFor('ar', 'latn');
  const eastern = formatsFor('ar', 'arab');

  test('keep Western digits in both languages unless told otherwise', () => {
    expect(english.number(6412880)).toBe('6,412,880');
    expect(arabic.number(6412880)).toBe('6,412,880');
    expect(eastern.number(6412880)).toBe('٦٬٤١٢٬٨٨٠');
    const everyFormat = [
      eastern.percent(0.641, 1),
      eastern.bytes(8_400_000),
      eastern.duration(2400),
      eastern.time(morning),
      eastern.date(morning),
      eastern.moment(morning, now),
      eastern.full(morning),
      eastern.relative(new Date(2026, 10, 21, 11, 57), now),
    ];
    for (const text of everyFormat) {
      expect(text).toMatch(/[٠-٩]/u);
      expect(text).not.toMatch(/[0-9]/u);
    }
  });

  test('say when in the words of the pages', () => {
    expect(english.moment(morning, now)).toBe('Today 09:39');
    // By the clocks of a zone it may be another day.
    const midnight = new Date('2026-11-21T21:30:00Z');
    const riyadh = formatsFor('en', 'latn', 'Asia/Riyadh');
    const utc = formatsFor('en', 'latn', 'UTC');
    expect([riyadh.dayOf(midnight), utc.dayOf(midnight)]).toEqual(['2026-11-22', '2026-11-21']);
    expect(riyadh.moment(midnight, new Date('2026-11-22T20:00:00Z'))).toBe('Today 00:30');
    expect(utc.moment(midnight, new Date('2026-11-22T20:00:00Z'))).toBe('Yesterday 21:30');
    expect(english.moment(new Date(2026, 10, 20, 17, 20), now)).toBe('Yesterday 17:20');
    expect(english.moment(new Date(2026, 10, 19, 11, 31), now)).toBe('19 Nov 11:31');
    expect(arabic.moment(new Date(2026, 10, 20, 17, 20), now)).toBe('أمس 17:20');
    expect(arabic.date(new Date(2026, 10, 19), now)).toBe('19 نوفمبر');
    expect(english.date(new Date(2024, 0, 5), now)).toBe('5 Jan 2024');
  });

  test('measure in decimal units', () => {
    expect(english.bytes(312_000)).toBe('312 kB');
    expect(english.bytes(8_400_000)).toBe('8.4 MB');
    expect(english.bytes(189)).toBe('189 B');
    expect(english.bytes(0)).toBe('0 B');
    expect(arabic.bytes(8_400_000)).toBe('8.4 ميغابايت');
    expect(english.duration(42)).toBe('42 ms');
    expect(english.duration(140)).toBe('0.14 s');
    expect(english.duration(2_600)).toBe('2.6 s');
    expect(arabic.duration(104)).toBe('0.1 ثانية');
    expect(arabic.duration(400)).toBe('0.4 ثانية');
    expect(english.duration(258_000)).toBe('4 min 18 s');
    expect(english.duration(59_990)).toBe('1 min');
    expect(arabic.duration(258_000)).toBe('4 دقائق و18 ثانية');
    expect(arabic.duration(5000)).toBe('5 ثوانٍ');
    expect(arabic.duration(65_000)).toBe('دقيقة و5 ثوانٍ');
    expect(english.relative(new Date(2026, 10, 21, 11, 57), now)).toBe('3 minutes ago');
    expect(english.list(['a', 'b', 'c'])).toBe('a, b and c');
  });
});

describe('sentences', () => {
  test('take the chosen digits, and the right Arabic plural', async () => {
    const i18n = await createI18n('ar', 'latn');
    expect(i18n.t('units', { count: 0 })).toBe('لا توجد وحدات');
    expect(i18n.t('units', { count: 2 })).toBe('وحدتان');
    expect(i18n.t('units', { count: 7 })).toBe('7 وحدات');
    expect(i18n.t('units', { count: 148 })).toBe('148 وحدة');
    await switchLocale(i18n, 'ar', 'arab');
    expect(i18n.t('units', { count: 148 })).toBe('١٤٨ وحدة');
    await switchLocale(i18n, 'en', 'arab');
    expect(i18n.t('units', { count: 1 })).toBe('١ unit');
  });

  test('put a number and its noun in the right form, with the chosen digits', async () => {
    const i18n = await createI18n('ar', 'latn');
    const say = (seconds: number) => i18n.t('faults:next.retryIn', { seconds });
    expect(say(2)).toBe('إعادة المحاولة بعد ثانيتين');
    expect(say(7)).toBe('إعادة المحاولة بعد 7 ثوانٍ');
    await switchLocale(i18n, 'ar', 'arab');
    expect(say(30)).toBe('إعادة المحاولة بعد ٣٠ ثانية');
    await switchLocale(i18n, 'en', 'latn');
    expect(say(30)).toBe('Trying again in 30 s');
  });

  test('arrive in parts, and a later language brings every part in use', async () => {
    const i18n = await createI18n('en', 'latn', ['shell']);
    expect(i18n.exists('overview:title')).toBe(false);
    await loadMoreTranslations(i18n, 'overview');
    expect(i18n.t('overview:title')).toBe('Overview');
    await switchLocale(i18n, 'ar', 'latn');
    expect(i18n.t('overview:title')).toBe('نظرة عامة');
  });

  test('isolate a value of the other direction and only that', () => {
    expect(isolateBidi('guide.pdf', 'ar')).toBe('\u2068guide.pdf\u2069');
    expect(isolateBidi('دليل (2026)', 'en')).toBe('\u2068دليل (2026)\u2069');
    expect(isolateBidi('guide.pdf', 'en')).toBe('guide.pdf');
    expect(isolateBidi('12:30', 'ar')).toBe('12:30');
  });

  test('start in the first language of the browser that we speak', () => {
    expect(preferredLanguage(['fr-FR', 'ar-SA', 'en'])).toBe('ar');
    expect(preferredLanguage(['de', 'en-US'])).toBe('en');
    expect(preferredLanguage([])).toBe('en');
  });
});

test.each(REJECTED_ANSWERS)('%s has words', (code) => {
  expect([en, ar].map((words) => words.has(`playground.written.fallback.why.${code}`))).toEqual([true, true]);
});
