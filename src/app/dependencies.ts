import type { ShellState } from './shell-state.ts';

/** What the router needs from outside; tests give their own. */
export type AppDependencies = {
  /** Whether there is a connection to work with; without one every page but Connect leads to Connect. */
  hasConnection: () => boolean;
  /** A hook: what the frame shows about the connection, where it is not to ask the gateway. */
  useShellState?: () => ShellState;
  /** Awaited before the first page behind the gate is shown: its words. */
  beforePages?: () => Promise<void>;
};
