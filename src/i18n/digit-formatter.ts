import type { FormatterModule, ResourceStore } from 'i18next';
import { countNoun } from '#contract/words/count-noun.ts';
import type { NounForms } from '#contract/words/words.ts';
import { formatsFor } from './formats.ts';
import { isolateBidi } from './isolate-bidi.ts';
import type { Digits, Language } from './languages.ts';
import { isLanguage } from './languages.ts';

export type DigitFormatter = FormatterModule & { digits: Digits; timeZone?: string | undefined };

function formatList(items: readonly string[], noun: string | undefined, language: Language): string {
  if (noun !== 'or') return isolateBidi(items.join(' · '), language);
  const isolated = items.map((item) => isolateBidi(item, language));
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(isolated);
}

/**
 * Formats every value of a sentence: numbers and moments take the chosen digits, and words of the other direction are
 * isolated. `{{limit, request}}` is a number with its noun, whose forms the namespace `nouns` has; `{{found, or}}` a list of
 * which one is enough.
 */
export function createDigitFormatter(digits: Digits): DigitFormatter {
  let store: ResourceStore | undefined;
  const formatter: DigitFormatter = {
    type: 'formatter',
    digits,
    init: (services: { resourceStore?: ResourceStore }) => {
      store = services.resourceStore;
    },
    add: () => {},
    addCached: () => {},
    format: (value: unknown, noun, lng) => {
      const language = isLanguage(lng) ? lng : 'en';
      const formats = formatsFor(language, formatter.digits, formatter.timeZone);
      if (value instanceof Date) {
        const isMidnight = formatsFor(language, 'latn', formatter.timeZone).time(value) === '00:00';
        return isMidnight ? formats.day(formats.dayOf(value)) : formats.full(value);
      }
      if (Array.isArray(value)) return formatList(value.map(String), noun, language);
      if (typeof value !== 'number') return isolateBidi(String(value), language);
      const shown = formats.number(value);
      const nouns = store?.data[language]?.['nouns'] as Record<string, NounForms> | undefined;
      const forms = noun === undefined ? undefined : nouns?.[noun];
      return forms === undefined ? shown : countNoun(value, forms, language, shown);
    },
  };
  return formatter;
}
