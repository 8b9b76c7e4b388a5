import type { FormatterModule } from 'i18next';
import { formatsFor } from './formats.ts';
import { isolateValue } from './isolate.ts';
import type { Digits } from './languages.ts';
import { isLanguage } from './languages.ts';

export type DigitFormatter = FormatterModule & { digits: Digits };

/**
 * Every value put into a sentence passes here: numbers and moments take the chosen digits (so there is no way to
 * forget them in one string), words of the other direction are isolated.
 */
export function createDigitFormatter(digits: Digits): DigitFormatter {
  const formatter: DigitFormatter = {
    type: 'formatter',
    digits,
    init: () => {},
    add: () => {},
    addCached: () => {},
    format: (value: unknown, _format, lng) => {
      const language = isLanguage(lng) ? lng : 'en';
      if (typeof value === 'number') return formatsFor(language, formatter.digits).number(value);
      if (value instanceof Date) return formatsFor(language, formatter.digits).full(value);
      return isolateValue(String(value), language);
    },
  };
  return formatter;
}
