import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { foldText } from '#common/fold-text.ts';
import { paths } from '#src/paths.ts';
import { useShellState } from './shell-state-context.ts';
import { SearchDialog } from './search-dialog.tsx';
import { visibleChildren, visiblePages, hiddenPages } from './nav-pages.ts';

type SearchHit = { key: string; group: 'pages' | 'units'; label: string; to: string };

/** Pages whose name holds the query, then units that the gateway found for it. */
function useSearchHits(query: string): { hits: readonly SearchHit[]; searching: boolean } {
  const { t } = useTranslation('shell');
  const { connection, searchUnits, extensions, hasPermission } = useShellState();
  const words = useDeferredValue(query.trim());
  const units = useQuery({
    queryKey: ['palette', connection?.host, connection?.bot, words],
    queryFn: ({ signal }) => searchUnits?.(words, signal) ?? [],
    enabled: searchUnits !== undefined && words !== '',
    placeholderData: keepPreviousData,
  });
  const availablePages = hiddenPages.filter(
    ({ operation }) =>
      extensions?.includes(operation.id) === true && hasPermission?.(operation.right) !== false,
  );
  const navPages = visiblePages({ hasPermission }).flatMap((page) => [
    page,
    ...visibleChildren(page, { hasPermission }),
  ]);
  const pageHits = [...navPages, ...availablePages]
    .map((page): SearchHit => ({ key: page.name, group: 'pages', label: t(page.name), to: page.to }))
    .filter((hit) => foldText(hit.label).includes(foldText(words)));
  const unitHits =
    words === ''
      ? []
      : (units.data ?? []).map(
          (unit): SearchHit => ({
            key: `unit ${unit.id}`,
            group: 'units',
            label: unit.title,
            to: paths.unit(unit.id),
          }),
        );
  return { hits: [...pageHits, ...unitHits], searching: units.isFetching };
}

type CommandPaletteDialogProps = { open: boolean; onClose: () => void };

/** Goes to a page or a unit by its name. */
export function CommandPaletteDialog({ open, onClose }: CommandPaletteDialogProps) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const { hits, searching } = useSearchHits(query);
  return (
    <SearchDialog
      open={open}
      label={t('search')}
      listLabel={t('searchShort')}
      width="sm"
      query={query}
      options={hits.map(({ key, group, label, to }) => ({
        key,
        label,
        group: t(group === 'pages' ? 'searchPages' : 'searchUnits'),
        onChoose: () => {
          onClose();
          void navigate(to);
        },
      }))}
      nothing={searching ? undefined : t('searchNothing', { query })}
      onQuery={setQuery}
      onClose={onClose}
      onExited={() => setQuery('')}
    />
  );
}
