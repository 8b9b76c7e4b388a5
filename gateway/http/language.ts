import type { Language } from '#gateway/core/messages.ts';

/** The language of a response by `Accept-Language`; English for a call without a preference. */
export const chooseLanguage = (header: string | null | undefined): Language =>
  preferredLanguage(header) ?? 'en';

/** Arabic or English, whichever has the higher weight in `Accept-Language`; undefined where it names neither. */
export function preferredLanguage(header: string | null | undefined): Language | undefined {
  const wanted = (header ?? '').split(',').map((part, index) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const weight = parameters
      .find((parameter) => parameter.trim().startsWith('q='))
      ?.trim()
      .slice(2);
    return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) || 0, index };
  });
  const best = wanted
    .filter(({ language, weight }) => (language === 'ar' || language === 'en') && weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)[0];
  return best && (best.language === 'ar' ? 'ar' : 'en');
}
