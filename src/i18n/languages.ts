export const languages = ['en', 'ar'] as const;

export type Language = (typeof languages)[number];
export type Digits = 'latn' | 'arab';
export type Direction = 'ltr' | 'rtl';

/** Each language named in itself. */
export const languageNames: Record<Language, string> = { en: 'English', ar: 'العربية' };

export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'ar';
}

/** The first language of the browser's list that we speak; English when none is. */
export function preferredLanguage(browserLanguages: readonly string[]): Language {
  for (const tag of browserLanguages) {
    const primary = tag.toLowerCase().split('-')[0];
    if (isLanguage(primary)) return primary;
  }
  return 'en';
}

export function directionOf(language: Language): Direction {
  return language === 'ar' ? 'rtl' : 'ltr';
}

export function otherLanguage(language: Language): Language {
  return language === 'ar' ? 'en' : 'ar';
}
