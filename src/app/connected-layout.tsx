import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { Navigate, useLocation } from 'react-router';
import { GatewayProvider } from '#src/api/hooks/gateway-context.tsx';
import { createQueryClient, refetchRefused } from '#src/api/hooks/query-client.ts';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { TimeZoneProvider } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { ChildPagesContext } from './child-pages-context.ts';
import type { AppDependencies } from './dependencies.ts';
import { focusContent } from './shell/main-content.ts';
import { visibleChildren } from './shell/navigation.ts';
import { PAGE_ICONS } from './shell/page-icons.ts';
import { Shell } from './shell/shell.tsx';
import { ShellStateContext } from './shell/shell-state-context.ts';
import { useGatewayShellState } from './shell/use-gateway-shell-state.ts';

/** The layout of every page behind the gate, and all that calls the gateway. */
export function createConnectedLayout({
  hasConnection,
  Layout = Shell,
  useShellState = useGatewayShellState,
}: AppDependencies) {
  // One element for good: the state changes with every response, and the page is not to render again for it.
  const layout = <Layout />;

  function ConnectedLayout() {
    const state = useShellState();
    const { pathname, search } = useLocation();
    // Signing out empties the connection before the router has moved; nothing behind the gate may render then.
    if (!hasConnection()) return <Navigate to={paths.connect()} replace />;
    // A visitor with an expired key has no unsaved work on the page; later, a notice leads to signing in.
    if (state.keyRejection !== undefined && !state.keyWasAccepted)
      return <Navigate to={paths.connect({ next: `${pathname}${search}`, reason: 'key' })} replace />;
    return (
      <ShellStateContext value={state}>
        <ChildPagesContext
          value={visibleChildren(state).map((page) => ({ ...page, Icon: PAGE_ICONS[page.name] }))}
        >
          <TimeZoneProvider zone={state.timeZone}>{layout}</TimeZoneProvider>
        </ChildPagesContext>
      </ShellStateContext>
    );
  }

  function BotScope() {
    const queryClient = useMemo(() => createQueryClient(), []);
    const key = useConnections().current()?.key;
    const readWith = useRef(key);
    useEffect(() => {
      if (readWith.current === key) return;
      readWith.current = key;
      refetchRefused(queryClient);
    }, [queryClient, key]);
    return (
      <QueryClientProvider client={queryClient}>
        <GatewayProvider>
          <ConnectedLayout />
        </GatewayProvider>
      </QueryClientProvider>
    );
  }

  // Another bot begins with nothing: no answer, no draft and no selection of the one before can show as its own.
  return function ConnectedRoot() {
    const connection = useConnections().current();
    const bot = connection?.bot;
    const shownBot = useRef(bot);
    useEffect(() => {
      if (shownBot.current === bot) return;
      shownBot.current = bot;
      if (document.activeElement === document.body) focusContent();
    }, [bot]);
    return <BotScope key={`${connection?.id ?? ''} ${connection?.bot ?? ''}`} />;
  };
}
