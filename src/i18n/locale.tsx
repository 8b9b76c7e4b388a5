import { createContext, use, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { Formats } from './formats.ts';
import { formatsFor } from './formats.ts';
import type { Digits, Direction, Language } from './languages.ts';
import { directionOf } from './languages.ts';

type Locale = { language: Language; direction: Direction; digits: Digits };

const LocaleContext = createContext<Locale>({ language: 'en', direction: 'ltr', digits: 'latn' });

export function LocaleProvider(props: { language: Language; digits: Digits; children: ReactNode }) {
  const { language, digits, children } = props;
  const locale = useMemo(() => ({ language, digits, direction: directionOf(language) }), [language, digits]);
  return <LocaleContext value={locale}>{children}</LocaleContext>;
}

export function useLocale(): Locale {
  return use(LocaleContext);
}

export function useFormats(): Formats {
  const { language, digits } = useLocale();
  return formatsFor(language, digits);
}
