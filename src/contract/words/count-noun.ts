import type { NounForms } from './words.ts';

/** A number with its noun in the right form; `shown` is the number as printed. */
export function countNoun(
  count: number,
  forms: NounForms,
  language: string,
  shown: string = String(count),
): string {
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
  return form.replace('{n}', shown);
}
