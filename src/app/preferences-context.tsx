import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import type { PreferenceStore, Preferences } from './preferences.ts';

const PreferenceStoreContext = createContext<PreferenceStore | undefined>(undefined);

export function PreferencesProvider(props: { store: PreferenceStore; children: ReactNode }) {
  return <PreferenceStoreContext value={props.store}>{props.children}</PreferenceStoreContext>;
}

function usePreferenceStore(): PreferenceStore {
  const store = use(PreferenceStoreContext);
  if (store === undefined) throw new Error('Preferences are read outside their provider');
  return store;
}

export function usePreferences(): Preferences {
  const store = usePreferenceStore();
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Changes one or more preferences; remembered in this browser. */
export function useSetPreferences(): PreferenceStore['set'] {
  return usePreferenceStore().set;
}
