import type { ReactNode } from 'react';
import { createContext, use, useLayoutEffect, useMemo } from 'react';
import { I18nContext } from 'react-i18next';
import { setTimeZone } from './create-i18n.ts';
import type { Formats } from './formats.ts';
import { formatsFor } from './formats.ts';
import type { Digits, Direction, Language } from './languages.ts';
import { directionOf } from './languages.ts';

type Locale = {
  language: Language;
  direction: Direction;
  digits: Digits;
  /** An IANA name; absent: the browser's time zone. */
  timeZone?: string;
};

const LocaleContext = createContext<Locale>({ language: 'en', direction: 'ltr', digits: 'latn' });

export function LocaleProvider(props: { language: Language; digits: Digits; children: ReactNode }) {
  const { language, digits, children } = props;
  const locale = useMemo(() => ({ language, digits, direction: directionOf(language) }), [language, digits]);
  return <LocaleContext value={locale}>{children}</LocaleContext>;
}

/** Shows the times below it by the clocks of a zone, in sentences too. */
export function TimeZoneProvider({ zone, children }: { zone: string | undefined; children: ReactNode }) {
  const { language, digits, direction } = use(LocaleContext);
  // The hook's is a copy of the one that was made.
  const i18n = use(I18nContext)?.i18n;
  const locale = useMemo(
    () => ({ language, digits, direction, ...(zone === undefined ? {} : { timeZone: zone }) }),
    [language, digits, direction, zone],
  );
  useLayoutEffect(() => {
    if (i18n !== undefined) setTimeZone(i18n, zone);
  }, [i18n, zone]);
  return <LocaleContext value={locale}>{children}</LocaleContext>;
}

export function useLocale(): Locale {
  return use(LocaleContext);
}

export function useFormats(): Formats {
  const { language, digits, timeZone } = useLocale();
  return formatsFor(language, digits, timeZone);
}
