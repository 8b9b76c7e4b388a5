import { use, useCallback } from 'react';
import { I18nContext } from 'react-i18next';
import type { Part } from './load-language.ts';
import { loadMoreWords } from './setup.ts';

/** Loads further parts into the instance that the page runs on: what `useTranslation` returns is only a wrapper of it. */
export function useMoreWords(): (...parts: readonly Part[]) => Promise<void> {
  const instance = use(I18nContext)?.i18n;
  if (instance === undefined) throw new Error('Words are loaded outside their provider');
  return useCallback((...parts) => loadMoreWords(instance, ...parts), [instance]);
}
