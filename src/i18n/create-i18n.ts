import type { i18n } from 'i18next';
import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Noun } from '#contract/words/words.ts';
import type { DigitFormatter } from './digit-formatter.ts';
import { createDigitFormatter } from './digit-formatter.ts';
import type { Digits, Language } from './languages.ts';
import { isLanguage } from './languages.ts';
import type { TranslationBundle, Translations } from './load-translations.ts';
import { TRANSLATION_BUNDLES as allParts, loadTranslations } from './load-translations.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: Translations;
    interpolationFormatTypeMap: Record<Noun, number>;
  }
}

const formatsChanged = 'formatsChanged';

/** State of an instance: its formatter, and the translation bundles in use for every language. */
type InstanceState = { formatter: DigitFormatter; parts: Set<TranslationBundle> };
const instanceStates = new WeakMap<i18n, InstanceState>();

function instanceState(instance: i18n): InstanceState {
  const setup = instanceStates.get(instance);
  if (setup === undefined) throw new Error('This i18n instance was not made by createI18n');
  return setup;
}

/** A namespace of each part that holds several. */
const PROBE_NAMESPACE: Partial<Record<TranslationBundle, keyof Translations>> = {
  shell: 'common',
  shared: 'terms',
};

async function addTranslations(
  instance: i18n,
  language: Language,
  parts: Iterable<TranslationBundle>,
): Promise<void> {
  const missing = [...parts].filter(
    (part) => !instance.hasResourceBundle(language, PROBE_NAMESPACE[part] ?? part),
  );
  const loaded = await Promise.all(missing.map((part) => loadTranslations(language, part)));
  for (const words of loaded) {
    for (const [name, bundle] of Object.entries(words)) instance.addResourceBundle(language, name, bundle);
  }
}

/** An instance with one language loaded; the other is fetched when a person switches to it. */
export async function createI18n(
  language: Language,
  digits: Digits,
  parts: readonly TranslationBundle[] = allParts,
): Promise<i18n> {
  const instance = createInstance();
  const formatter = createDigitFormatter(digits);
  instanceStates.set(instance, { formatter, parts: new Set(parts) });
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
      react: { bindI18n: `languageChanged ${formatsChanged}`, useSuspense: false },
    });
  await addTranslations(instance, language, parts);
  return instance;
}

/** Loads further parts, now and with every later language. */
export async function loadMoreTranslations(
  instance: i18n,
  ...parts: readonly TranslationBundle[]
): Promise<void> {
  const setup = instanceState(instance);
  for (const part of parts) setup.parts.add(part);
  if (isLanguage(instance.language)) await addTranslations(instance, instance.language, parts);
}

/** The time zone of moments in sentences; undefined: that of this browser. */
export function setTimeZone(instance: i18n, timeZone: string | undefined): void {
  const { formatter } = instanceState(instance);
  if (formatter.timeZone === timeZone) return;
  formatter.timeZone = timeZone;
  instance.emit(formatsChanged);
}

/** Switches language and digits together; resolves when the words are there, so nothing flashes untranslated. */
export async function switchLocale(instance: i18n, language: Language, digits: Digits): Promise<void> {
  const setup = instanceState(instance);
  await addTranslations(instance, language, setup.parts);
  const digitsDiffer = setup.formatter.digits !== digits;
  setup.formatter.digits = digits;
  if (instance.language !== language) await instance.changeLanguage(language);
  else if (digitsDiffer) instance.emit(formatsChanged);
}
