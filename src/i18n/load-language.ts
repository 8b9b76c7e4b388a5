import type { InArabic } from './arabic.ts';
import type * as english from './en/index.ts';
import type { Language } from './languages.ts';

export type Words = typeof english;

/** Each language is its own chunk: a page loads only the one it speaks. */
export async function loadLanguage(language: Language): Promise<Words | InArabic<Words>> {
  return language === 'ar' ? await import('./ar/index.ts') : await import('./en/index.ts');
}
