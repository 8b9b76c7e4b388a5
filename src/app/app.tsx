import type { QueryClient } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { StrictMode } from 'react';
import { RouterProvider } from 'react-router/dom';
import type { ConnectionStore } from '#src/api/connection-store.ts';
import { GatewayProvider } from '#src/api/gateway-context.tsx';
import type { Fetch } from '#src/api/http.ts';
import type { PreferenceStore } from './preferences.ts';
import { Providers } from './providers.tsx';
import type { AppRouter } from './router.tsx';

type AppProps = {
  router: AppRouter;
  i18n: i18n;
  queryClient: QueryClient;
  preferences: PreferenceStore;
  connections: ConnectionStore;
  /** Tests give the gateway app's own. */
  fetch?: Fetch;
};

export function App({ router, connections, fetch, ...rest }: AppProps) {
  return (
    <StrictMode>
      <Providers {...rest}>
        <GatewayProvider connections={connections} fetch={fetch}>
          <RouterProvider router={router} />
        </GatewayProvider>
      </Providers>
    </StrictMode>
  );
}
