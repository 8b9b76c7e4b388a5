import type { i18n } from 'i18next';
import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { DigitFormatter } from './digit-formatter.ts';
import { createDigitFormatter } from './digit-formatter.ts';
import type { Digits, Language } from './languages.ts';
import type { Words } from './load-language.ts';
import { loadLanguage } from './load-language.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: Words;
  }
}

const digitsChanged = 'digitsChanged';
const formatterOf = new WeakMap<i18n, DigitFormatter>();

/** An instance with one language loaded; the other is fetched when a person switches to it. */
export async function createI18n(language: Language, digits: Digits): Promise<i18n> {
  const instance = createInstance();
  const formatter = createDigitFormatter(digits);
  formatterOf.set(instance, formatter);
  await instance
    .use(initReactI18next)
    .use(formatter)
    .init({
      lng: language,
      resources: { [language]: { ...(await loadLanguage(language)) } },
      fallbackLng: false,
      defaultNS: 'common',
      returnNull: false,
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { bindI18n: `languageChanged ${digitsChanged}`, useSuspense: false },
    });
  return instance;
}

/** Switches language and digits together; resolves when the words are there, so nothing flashes untranslated. */
export async function switchLocale(instance: i18n, language: Language, digits: Digits): Promise<void> {
  const formatter = formatterOf.get(instance);
  const digitsDiffer = formatter !== undefined && formatter.digits !== digits;
  if (!instance.hasResourceBundle(language, 'common')) {
    for (const [name, words] of Object.entries(await loadLanguage(language))) {
      instance.addResourceBundle(language, name, words, true, true);
    }
  }
  if (formatter !== undefined) formatter.digits = digits;
  if (instance.language !== language) await instance.changeLanguage(language);
  else if (digitsDiffer) instance.emit(digitsChanged);
}
