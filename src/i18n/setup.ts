import type { i18n } from 'i18next';
import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { DigitFormatter } from './digit-formatter.ts';
import { createDigitFormatter } from './digit-formatter.ts';
import type { Digits, Language } from './languages.ts';
import { isLanguage } from './languages.ts';
import type { Part, Words } from './load-language.ts';
import { loadWords, parts as allParts } from './load-language.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: Words;
  }
}

const digitsChanged = 'digitsChanged';

/** What an instance was made with: its formatter, and the parts it shows in whichever language. */
type Setup = { formatter: DigitFormatter; parts: Set<Part> };
const setups = new WeakMap<i18n, Setup>();

function setupOf(instance: i18n): Setup {
  const setup = setups.get(instance);
  if (setup === undefined) throw new Error('This i18n instance was not made by createI18n');
  return setup;
}

const probe = { frame: 'common', faults: 'faults', pages: 'overview' } as const;

async function addWords(instance: i18n, language: Language, parts: Iterable<Part>): Promise<void> {
  const missing = [...parts].filter((part) => !instance.hasResourceBundle(language, probe[part]));
  const loaded = await Promise.all(missing.map((part) => loadWords(language, part)));
  for (const words of loaded) {
    for (const [name, bundle] of Object.entries(words)) instance.addResourceBundle(language, name, bundle);
  }
}

/** An instance with one language loaded; the other is fetched when a person switches to it. */
export async function createI18n(
  language: Language,
  digits: Digits,
  parts: readonly Part[] = allParts,
): Promise<i18n> {
  const instance = createInstance();
  const formatter = createDigitFormatter(digits);
  setups.set(instance, { formatter, parts: new Set(parts) });
  await instance
    .use(initReactI18next)
    .use(formatter)
    .init({
      lng: language,
      resources: { [language]: {} },
      fallbackLng: false,
      defaultNS: 'common',
      returnNull: false,
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { bindI18n: `languageChanged ${digitsChanged}`, useSuspense: false },
    });
  await addWords(instance, language, parts);
  return instance;
}

/** Loads further parts, now and with every later language. */
export async function loadMoreWords(instance: i18n, ...parts: readonly Part[]): Promise<void> {
  const setup = setupOf(instance);
  for (const part of parts) setup.parts.add(part);
  if (isLanguage(instance.language)) await addWords(instance, instance.language, parts);
}

/** Switches language and digits together; resolves when the words are there, so nothing flashes untranslated. */
export async function switchLocale(instance: i18n, language: Language, digits: Digits): Promise<void> {
  const setup = setupOf(instance);
  await addWords(instance, language, setup.parts);
  const digitsDiffer = setup.formatter.digits !== digits;
  setup.formatter.digits = digits;
  if (instance.language !== language) await instance.changeLanguage(language);
  else if (digitsDiffer) instance.emit(digitsChanged);
}
