import type { Explanation } from '#contract/explanations.ts';

/** The direction of most of a text's letters; left to right where it has none. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const arabic = text.match(/\p{sc=Arabic}/gu)?.length ?? 0;
  return arabic * 2 > letters ? 'rtl' : 'ltr';
}

/**
 * The direction of a line: its first letter's, but from right to left where most letters are Arabic after a beginning in
 * Latin, as in "iPhone 15 متوفر": from left to right its order and its punctuation would come apart. Undefined without
 * letters.
 */
export function lineDirection(text: string): 'auto' | 'rtl' | undefined {
  const [first] = /\p{L}/u.exec(text) ?? [];
  if (first === undefined) return undefined;
  // The letters of an address say nothing of the language of its line.
  return directionOf(text.replace(/https?:\/\/\S+/gu, '')) === 'rtl' && !/\p{sc=Arabic}/u.test(first)
    ? 'rtl'
    : 'auto';
}

const languageOf = (text: string) => (directionOf(text) === 'rtl' ? 'ar' : 'en');

/** Digits as letters, as Arabic is written with Latin letters: "3ayez", "e7na". */
const ARABIZI_DIGITS = /(?<![\d.,])[23578](?=\p{sc=Latin}{2})|\p{sc=Latin}[23578](?=\p{sc=Latin})/iu;

/** The language of the sources where it is not the question's; undefined where it is, or where they are in both. */
export function foreignSourceLanguage(
  question: string,
  sources: readonly string[],
  explanation: Pick<Explanation, 'terms'> | undefined,
): 'ar' | 'en' | undefined {
  const [first, ...others] = sources.map(languageOf);
  if (first === undefined || others.some((language) => language !== first)) return undefined;
  const isArabizi =
    ARABIZI_DIGITS.test(question) ||
    explanation?.terms.some(({ alternatives }) =>
      alternatives.some(({ origin, passages }) => origin === 'arabizi' && passages > 0),
    ) === true;
  const asked = isArabizi ? 'ar' : languageOf(question);
  return first === asked ? undefined : first;
}
