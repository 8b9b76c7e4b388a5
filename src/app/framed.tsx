import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Navigate } from 'react-router';
import { useConnections } from '#src/api/connections-context.tsx';
import { GatewayProvider } from '#src/api/gateway-context.tsx';
import { createQueryClient } from '#src/api/query-client.ts';
import { paths } from '#src/paths.ts';
import type { AppDependencies } from './dependencies.ts';
import { ShellStateContext } from './shell-state.ts';
import { Shell } from './shell/shell.tsx';
import { useShellState as useGatewayState } from './use-shell-state.ts';

/** The layout of every page behind the gate, and all that calls the gateway. */
export function createFramed({ hasConnection, useShellState = useGatewayState }: AppDependencies) {
  function Frame() {
    const state = useShellState();
    // Signing out empties the connection before the router has moved; nothing behind the gate may render then.
    if (!hasConnection()) return <Navigate to={paths.connect()} replace />;
    return (
      <ShellStateContext value={state}>
        <Shell />
      </ShellStateContext>
    );
  }

  function OfOneBot() {
    const queryClient = useMemo(() => createQueryClient(), []);
    return (
      <QueryClientProvider client={queryClient}>
        <GatewayProvider>
          <Frame />
        </GatewayProvider>
      </QueryClientProvider>
    );
  }

  // Another bot begins with nothing: no answer, no draft and no selection of the one before can show as its own.
  return function Framed() {
    const connection = useConnections().current();
    return <OfOneBot key={`${connection?.id ?? ''} ${connection?.bot ?? ''}`} />;
  };
}
