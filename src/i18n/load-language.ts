import type { InArabic } from './arabic.ts';
import type * as faults from './en/faults.ts';
import type * as frame from './en/frame.ts';
import type * as pages from './en/pages.ts';
import type { Language } from './languages.ts';

export type Words = typeof frame & typeof faults & typeof pages;

/** `frame` is what Connect and the frame around pages say, `faults` what can go wrong; `pages` is said behind the gate. */
export type Part = 'frame' | 'faults' | 'pages';
export const parts: readonly Part[] = ['frame', 'faults', 'pages'];

type Namespaces = { readonly [Name in keyof Words]?: Words[Name] | InArabic<Words>[Name] };

const loaders: Record<Language, Record<Part, () => Promise<Namespaces>>> = {
  en: {
    frame: () => import('./en/frame.ts'),
    faults: () => import('./en/faults.ts'),
    pages: () => import('./en/pages.ts'),
  },
  ar: {
    frame: () => import('./ar/frame.ts'),
    faults: () => import('./ar/faults.ts'),
    pages: () => import('./ar/pages.ts'),
  },
};

/** Each part of each language is its own chunk: a visit loads only what it shows. */
export function loadWords(language: Language, part: Part): Promise<Namespaces> {
  return loaders[language][part]();
}
