import type { InArabic } from './arabic.ts';
import type * as frame from './en/frame.ts';
import type * as pages from './en/pages.ts';
import type { Language } from './languages.ts';

export type Words = typeof frame & typeof pages;

/** `frame` is what Connect and the frame around pages say; `pages` is said only behind the gate. */
export type Part = 'frame' | 'pages';

type Namespaces = { readonly [Name in keyof Words]?: Words[Name] | InArabic<Words>[Name] };

/** Each part of each language is its own chunk: a visit loads only what it shows. */
export async function loadWords(language: Language, part: Part): Promise<Namespaces> {
  if (part === 'frame') {
    return language === 'ar' ? await import('./ar/frame.ts') : await import('./en/frame.ts');
  }
  return language === 'ar' ? await import('./ar/pages.ts') : await import('./en/pages.ts');
}
