import type { ComponentType } from 'react';
import type { TranslationBundle } from '#src/i18n/load-translations.ts';
import type { ShellState } from './shell/shell-state-context.ts';

/** What the router needs from outside; tests give their own. */
export type AppDependencies = {
  /** Whether there is a connection to work with; without one every page but Connect leads to Connect. */
  hasConnection: () => boolean;
  /** What surrounds every page behind the gate and holds its outlet; the shell unless a test gives less. */
  Layout?: ComponentType;
  /** A hook: what the frame shows about the connection, where it is not to ask the gateway. */
  useShellState?: () => ShellState;
  /** Loads translations before the components that use them are shown. */
  loadWords?: (...parts: readonly TranslationBundle[]) => Promise<void>;
};
