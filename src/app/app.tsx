import type { i18n } from 'i18next';
import { useEffect } from 'react';
import { RouterProvider } from 'react-router/dom';
import type { ConnectionStore } from '#src/api/stores/connection-store.ts';
import { CurrentPathContext } from '#src/ui/current-path-context.ts';
import { blockFileDrops } from './block-file-drops.ts';
import type { PreferenceStore } from './preferences.ts';
import { Providers } from './providers.tsx';
import type { AppRouter } from './router.tsx';

type AppProps = {
  router: AppRouter;
  i18n: i18n;
  preferences: PreferenceStore;
  connections: ConnectionStore;
};

/** Path of the address, or of the one that is being opened. */
function currentPath({ state }: AppRouter): string {
  return (state.navigation.location ?? state.location).pathname;
}

export function App({ router, ...rest }: AppProps) {
  useEffect(blockFileDrops, []);
  return (
    <Providers {...rest}>
      <CurrentPathContext value={() => currentPath(router)}>
        <RouterProvider router={router} />
      </CurrentPathContext>
    </Providers>
  );
}
