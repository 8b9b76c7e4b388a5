import { createContext, use, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { Preferences, PreferenceStore } from './preferences.ts';

const StoreContext = createContext<PreferenceStore | undefined>(undefined);

export function PreferencesProvider(props: { store: PreferenceStore; children: ReactNode }) {
  return <StoreContext value={props.store}>{props.children}</StoreContext>;
}

function useStore(): PreferenceStore {
  const store = use(StoreContext);
  if (store === undefined) throw new Error('Preferences are read outside their provider');
  return store;
}

export function usePreferences(): Preferences {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Changes one or more preferences; remembered in this browser. */
export function useSetPreferences(): PreferenceStore['set'] {
  return useStore().set;
}
