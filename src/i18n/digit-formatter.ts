import type { FormatterModule } from 'i18next';
import { formatsFor } from './formats.ts';
import { isolateValue } from './isolate.ts';
import type { Digits } from './languages.ts';
import { isLanguage } from './languages.ts';

export type DigitFormatter = FormatterModule & { digits: Digits };

/**
 * Every value put into a sentence passes here: numbers take the chosen digits (so there is no way to
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
      return typeof value === 'number'
        ? formatsFor(language, formatter.digits).number(value)
        : isolateValue(String(value), language);
    },
  };
  return formatter;
}
