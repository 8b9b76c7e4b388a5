import { use, useCallback } from 'react';
import { I18nContext } from 'react-i18next';
import { loadMoreTranslations } from './create-i18n.ts';
import type { TranslationBundle } from './load-translations.ts';

/** Loads further parts into the instance that the page runs on: what `useTranslation` returns is only a wrapper of it. */
export function useLoadTranslations(): (...parts: readonly TranslationBundle[]) => Promise<void> {
  const instance = use(I18nContext)?.i18n;
  if (instance === undefined) throw new Error('Words are loaded outside their provider');
  return useCallback((...parts) => loadMoreTranslations(instance, ...parts), [instance]);
}
