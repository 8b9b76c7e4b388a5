import { Navigate } from 'react-router';
import { paths } from '#src/paths.ts';
import type { AppDependencies } from './dependencies.ts';
import { ShellStateContext } from './shell-state.ts';
import { Shell } from './shell/shell.tsx';

/** The layout of every page behind the gate. */
export function createFramed({ hasConnection, useShellState }: AppDependencies) {
  return function Framed() {
    const state = useShellState();
    // Signing out empties the connection before the router has moved; nothing behind the gate may render then.
    if (!hasConnection()) return <Navigate to={paths.connect()} replace />;
    return (
      <ShellStateContext value={state}>
        <Shell />
      </ShellStateContext>
    );
  };
}
