import { directionOf } from '#common/text-direction.ts';
import type { Explanation } from '#contract/explanations.ts';

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
  const questionLanguage = isArabizi ? 'ar' : languageOf(question);
  return first === questionLanguage ? undefined : first;
}
