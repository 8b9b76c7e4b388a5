import { QueryClientProvider } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { GatewayProvider } from '#src/api/gateway-context.tsx';
import { createQueryClient } from '#src/api/query-client.ts';
import { paths } from '#src/paths.ts';
import type { AppDependencies } from './dependencies.ts';
import { ShellStateContext } from './shell-state.ts';
import { Shell } from './shell/shell.tsx';
import { useShellState as useGatewayState } from './use-shell-state.ts';

/** The layout of every page behind the gate, and all that calls the gateway. */
export function createFramed({ hasConnection, useShellState = useGatewayState }: AppDependencies) {
  const queryClient = createQueryClient();

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

  return function Framed() {
    return (
      <QueryClientProvider client={queryClient}>
        <GatewayProvider>
          <Frame />
        </GatewayProvider>
      </QueryClientProvider>
    );
  };
}
