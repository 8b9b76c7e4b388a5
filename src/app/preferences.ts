import { createListeners } from '#src/api/stores/storage.ts';
import { type Digits, isLanguage, type Language, preferredLanguage } from '#src/i18n/languages.ts';

type ThemeChoice = 'light' | 'dark' | 'system';

export type Preferences = {
  language: Language;
  theme: ThemeChoice;
  digits: Digits;
  /** Keys without a modifier act on whole pages. */
  singleKeys: boolean;
};

const storageKey = 'fihrist.preferences';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

function readStored(storage: Store | undefined): Partial<Record<keyof Preferences, unknown>> {
  try {
    const parsed: unknown = JSON.parse(storage?.getItem(storageKey) ?? '{}');
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** What a person chose before, else the browser's language, the system's theme and Western digits. */
function readPreferences(storage: Store | undefined, browserLanguages: readonly string[]): Preferences {
  const stored = readStored(storage);
  const { language, theme, digits, singleKeys } = stored;
  return {
    language: isLanguage(language) ? language : preferredLanguage(browserLanguages),
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    digits: digits === 'arab' ? 'arab' : 'latn',
    singleKeys: singleKeys !== false,
  };
}

export type PreferenceStore = {
  get: () => Preferences;
  set: (change: Partial<Preferences>) => void;
  subscribe: (listener: () => void) => () => void;
};

export function createPreferenceStore(
  storage: Store | undefined,
  browserLanguages: readonly string[],
): PreferenceStore {
  let current = readPreferences(storage, browserLanguages);
  const { notify, subscribe } = createListeners();
  return {
    get: () => current,
    set: (change) => {
      current = { ...current, ...change };
      try {
        storage?.setItem(storageKey, JSON.stringify(current));
      } catch {
        // A full or forbidden storage costs the memory of the choice, not the choice.
      }
      notify();
    },
    subscribe,
  };
}
