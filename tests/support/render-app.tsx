import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { RenderResult } from '@testing-library/react';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { RouteObject } from 'react-router';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createConnectionStore } from '#src/api/stores/connection-store.ts';
import type { PreferenceStore } from '#src/app/preferences.ts';
import { createPreferenceStore } from '#src/app/preferences.ts';
import { Providers } from '#src/app/providers.tsx';
import { createI18n } from '#src/i18n/create-i18n.ts';
import type { Language } from '#src/i18n/languages.ts';

type Rendered = RenderResult & {
  preferences: PreferenceStore;
  router: ReturnType<typeof createMemoryRouter>;
};

/** Renders routes inside the dashboard's own providers and a real router; no gateway behind them. */
export async function renderRoutes(
  routes: RouteObject[],
  { language = 'en', at: path = '/' }: { language?: Language; at?: string } = {},
): Promise<Rendered> {
  const preferences = createPreferenceStore(localStorage, [language]);
  const i18n = await createI18n(language, preferences.get().digits);
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const connections = createConnectionStore({ tab: undefined, browser: undefined });
  const result = render(
    <Providers i18n={i18n} preferences={preferences} connections={connections}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Providers>,
  );
  return { ...result, preferences, router };
}

/** Renders one piece as the only page. */
export function renderPiece(piece: ReactNode, language: Language = 'en'): Promise<Rendered> {
  return renderRoutes([{ path: '*', element: piece }], { language });
}
