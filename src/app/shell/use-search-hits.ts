import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#src/paths.ts';
import { useShellState } from '../shell-state.ts';
import { pagesBelow, pagesFor, subPages } from './pages.ts';

export type Hit = { key: string; group: 'pages' | 'units'; label: string; to: string };

const folded = (text: string) => text.normalize('NFKC').toLocaleLowerCase();

/** Pages whose name holds the query, then units that the gateway found for it. */
export function useSearchHits(query: string): { hits: readonly Hit[]; searching: boolean } {
  const { t } = useTranslation('shell');
  const { connection, searchUnits, extensions, may } = useShellState();
  const words = useDeferredValue(query.trim());
  const units = useQuery({
    queryKey: ['palette', connection?.host, connection?.bot, words],
    queryFn: ({ signal }) => searchUnits?.(words, signal) ?? [],
    enabled: searchUnits !== undefined && words !== '',
    placeholderData: keepPreviousData,
  });
  const offered = subPages.filter(
    ({ needs }) => extensions?.includes(needs) === true && may?.(needs) !== false,
  );
  const inRail = pagesFor({ may }).flatMap((page) => [page, ...pagesBelow(page, { may })]);
  const pageHits = [...inRail, ...offered]
    .map((page): Hit => ({ key: page.name, group: 'pages', label: t(page.name), to: page.to }))
    .filter((hit) => folded(hit.label).includes(folded(words)));
  const unitHits =
    words === ''
      ? []
      : (units.data ?? []).map(
          (unit): Hit => ({
            key: `unit ${unit.id}`,
            group: 'units',
            label: unit.title,
            to: paths.unit(unit.id),
          }),
        );
  return { hits: [...pageHits, ...unitHits], searching: units.isFetching };
}
