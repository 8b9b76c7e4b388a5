import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { VoiceSettings } from './settings.ts';
import { DEFAULTS } from './settings.ts';

/** The settings of this visit; the units asked stand in the page's address, as in the playground's. */
export function useVoiceSettings(): [VoiceSettings, (change: Partial<VoiceSettings>) => void] {
  const [search, setSearch] = useSearchParams();
  const [own, setOwn] = useState<Omit<VoiceSettings, 'names'>>(DEFAULTS);
  const names = [...new Set(search.getAll('index').filter((name) => name.trim() !== ''))];
  return [
    { ...own, names },
    ({ names: next, ...change }) => {
      if (Object.keys(change).length > 0) setOwn((was) => ({ ...was, ...change }));
      if (next === undefined) return;
      const written = new URLSearchParams(next.map((name) => ['index', name]));
      setSearch(written, { replace: true, preventScrollReset: true });
    },
  ];
}
