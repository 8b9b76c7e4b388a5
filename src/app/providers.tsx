import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import useMediaQuery from '@mui/material/useMediaQuery';
// The one of @mui/material adds themes by CSS variables, which are not used here.
import ThemeProvider from '@mui/system/ThemeProvider';
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { ConnectionsProvider } from '#src/api/hooks/use-connections.tsx';
import type { ConnectionStore } from '#src/api/stores/connection-store.ts';
import { switchLocale } from '#src/i18n/create-i18n.ts';
import type { Digits, Language } from '#src/i18n/languages.ts';
import { directionOf } from '#src/i18n/languages.ts';
import { LocaleProvider } from '#src/i18n/locale.tsx';
import { SingleKeysContext } from '#src/ui/single-keys-context.ts';
import type { PreferenceStore } from './preferences.ts';
import { PreferencesProvider, usePreferences } from './preferences-context.tsx';
import { createAppTheme } from './theme/create-app-theme.ts';
import { emotionCacheFor, loadStyles } from './theme/emotion-cache.ts';

type ProvidersProps = {
  i18n: i18n;
  preferences: PreferenceStore;
  connections: ConnectionStore;
  children: ReactNode;
};

/** The locale in force: it follows the preference once that language's words and styles have arrived. */
function useLoadedLocale(i18n: i18n, language: Language, digits: Digits) {
  const [loaded, setLoaded] = useState({ language, digits });
  useEffect(() => {
    let current = true;
    const switchLanguage = async () => {
      await Promise.all([switchLocale(i18n, language, digits), loadStyles(directionOf(language))]);
      if (current) setLoaded({ language, digits });
    };
    void switchLanguage();
    return () => {
      current = false;
    };
  }, [i18n, language, digits]);
  return loaded;
}

function ThemedApp({ i18n, children }: Pick<ProvidersProps, 'i18n' | 'children'>) {
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
    <CacheProvider value={emotionCacheFor(direction)}>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        <I18nextProvider i18n={i18n}>
          <LocaleProvider language={language} digits={digits}>
            <SingleKeysContext value={preferences.singleKeys}>{children}</SingleKeysContext>
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
        <ThemedApp {...rest} />
      </ConnectionsProvider>
    </PreferencesProvider>
  );
}
