import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { ConnectionStore } from '#src/api/connection-store.ts';
import { ConnectionsProvider } from '#src/api/connections-context.tsx';
import type { Digits, Language } from '#src/i18n/languages.ts';
import { directionOf } from '#src/i18n/languages.ts';
import { LocaleProvider } from '#src/i18n/locale.tsx';
import { switchLocale } from '#src/i18n/setup.ts';
import type { PreferenceStore } from './preferences.ts';
import { PreferencesProvider, usePreferences } from './preferences-context.tsx';
import { styleCache } from './style-cache.ts';
import { createAppTheme } from './theme.ts';

type ProvidersProps = {
  i18n: i18n;
  preferences: PreferenceStore;
  connections: ConnectionStore;
  children: ReactNode;
};

/** The locale in force: it follows the preference once that language's words have arrived. */
function useLoadedLocale(i18n: i18n, language: Language, digits: Digits) {
  const [loaded, setLoaded] = useState({ language, digits });
  useEffect(() => {
    let current = true;
    const follow = async () => {
      await switchLocale(i18n, language, digits);
      if (current) setLoaded({ language, digits });
    };
    void follow();
    return () => {
      current = false;
    };
  }, [i18n, language, digits]);
  return loaded;
}

function Dressed({ i18n, children }: Pick<ProvidersProps, 'i18n' | 'children'>) {
  const preferences = usePreferences();
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true });
  const { language, digits } = useLoadedLocale(i18n, preferences.language, preferences.digits);
  const mode = preferences.theme === 'system' ? (systemIsDark ? 'dark' : 'light') : preferences.theme;
  const direction = directionOf(language);
  const theme = useMemo(() => createAppTheme(language, mode), [language, mode]);

  useLayoutEffect(() => {
    const root = document.documentElement;
    root.lang = language;
    root.dir = direction;
    root.style.colorScheme = mode;
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', theme.palette.background.default);
  }, [language, direction, mode, theme]);

  return (
    <CacheProvider value={styleCache(direction)}>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        <I18nextProvider i18n={i18n}>
          <LocaleProvider language={language} digits={digits}>
            {children}
          </LocaleProvider>
        </I18nextProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}

/** What every page may count on, Connect too: preferences, saved connections, styles, words and formats. */
export function Providers({ preferences, connections, ...rest }: ProvidersProps) {
  return (
    <PreferencesProvider store={preferences}>
      <ConnectionsProvider value={connections}>
        <Dressed {...rest} />
      </ConnectionsProvider>
    </PreferencesProvider>
  );
}
