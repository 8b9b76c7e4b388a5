import Plus from 'virtual:lucide/plus';
import SlidersHorizontal from 'virtual:lucide/sliders-horizontal';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UNIT_SORTS, type UnitSort } from '#contract/knowledge.ts';
import { knowledgeSummary } from '#contract/operations/units.ts';
import { useCapabilities, useCatalogueUnits, useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useOptimisticPermission } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { useBinDays } from '#src/ui/bin/use-bin.ts';
import { DropToAdd } from '#src/ui/file-drop/window-drop.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PageFrame } from '#src/ui/page-frame.tsx';
import { SearchField } from '#src/ui/search-field.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { countByShownStatus, type ShownStatus } from '#src/ui/unit/resolve-unit-status.ts';
import { OwnerFilter } from './owner-filter.tsx';
import { statusCodes } from './read-units.ts';
import { StatusFilter } from './status-filter.tsx';
import { UnitBrowser } from './unit-browser.tsx';
import { useUnitFilters } from './use-unit-filters.ts';
import { useUnitsPage } from './use-units-page.ts';

// The bin brings forms, which the list does without.
const BinBrowser = lazy(async () => ({ default: (await import('./bin/bin-browser.tsx')).BinBrowser }));

/** The sort order on phones, where the list has no column heads. */
function PhoneSort({ value, onChange }: { value: UnitSort; onChange: (sort: UnitSort) => void }) {
  const { t } = useTranslation('knowledge');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        aria-label={t('sortBy')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ width: 44, height: 44, border: 1, borderColor: 'line.strong', bgcolor: 'background.paper' }}
      >
        <SlidersHorizontal size={20} />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {UNIT_SORTS.map((sort) => (
          <MenuItem
            key={sort}
            selected={sort === value}
            onClick={() => {
              setAnchor(null);
              onChange(sort);
            }}
          >
            {t(`sort.${sort}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** Counts by status and the last failures; null where the gateway has no summary. */
function useSummary(options: { moving?: boolean } = {}) {
  return useRead(knowledgeSummary, undefined, {
    refetchInterval: ({ state }) => {
      const { units, newDrafts = 0 } = state.data ?? {};
      const moving = units !== undefined && units.waiting + units.indexing > newDrafts;
      return moving || options.moving === true ? 2000 : 30_000;
    },
  });
}

/** All units of the bot: search, status, actions. */
export function KnowledgePage() {
  const { t } = useTranslation(['knowledge', 'common', 'bin']);
  const formats = useFormats();
  const canAdd = useOptimisticPermission('editKnowledge');
  const [filters, setFilters] = useUnitFilters();
  const binDays = useBinDays();
  const showsBin = filters.isBin && binDays !== undefined;
  const units = useUnitsPage(filters, { enabled: !showsBin });
  const summary = useSummary().data;
  const capabilities = useCapabilities();
  const connection = useConnection();
  const isFromList = showsBin || units.data?.from === 'list';
  const withoutId = useCatalogueUnits().filter(({ id }) => id === undefined).length;
  const counts = summary ? countByShownStatus(summary.units) : undefined;
  const isKnownSource = showsBin || units.data !== undefined;
  const knownStatuses = new Set<ShownStatus>(
    isKnownSource ? statusCodes({ capabilities, connection }).keys() : [],
  );
  if (knownStatuses.has('ready') && counts?.partlyReady !== undefined) knownStatuses.add('partlyReady');
  // Most bots never have one.
  const hasUpdateFailed = (counts?.updateFailed ?? 0) > 0 || filters.status === 'updateFailed';
  if (knownStatuses.has('ready') && hasUpdateFailed) knownStatuses.add('updateFailed');

  const unitFacts = [
    ...(counts === undefined
      ? units.data?.from !== 'list' || filters.search !== '' || filters.status !== undefined
        ? []
        : [t('common:units', { count: units.data.total + withoutId })]
      : [t('common:units', { count: Object.values(counts).reduce((sum, count) => sum + count, 0) })]),
    ...(summary ? [t('common:passages', { count: summary.passages })] : []),
    ...(units.dataUpdatedAt > 0 ? [t('asOf', { time: formats.time(units.dataUpdatedAt) })] : []),
  ];
  const facts = showsBin
    ? summary?.binned === undefined
      ? []
      : [t('bin:count', { count: summary.binned })]
    : unitFacts;
  const toolbar = (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: 'auto minmax(0, 1fr)' },
        alignItems: 'center',
      }}
    >
      <SearchField
        label={t(showsBin ? 'bin:search' : 'searchLabel')}
        placeholder={t('search')}
        value={filters.search}
        onChange={(search) => setFilters({ search })}
      />
      <Box sx={{ display: { xs: 'block', md: 'none' } }}>
        {isFromList && !showsBin ? (
          <PhoneSort value={filters.sort} onChange={(sort) => setFilters({ sort })} />
        ) : null}
      </Box>
      <Box
        sx={{
          gridColumn: { xs: '1 / -1', md: 'auto' },
          minWidth: 0,
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { md: 'minmax(0, 1fr) auto' },
          alignItems: 'center',
        }}
      >
        <StatusFilter
          value={filters.status}
          available={knownStatuses}
          counts={counts}
          bin={binDays !== undefined && (canAdd || showsBin) ? { count: summary?.binned } : undefined}
          isBin={showsBin}
          unavailable={
            (summary?.unavailable ?? 0) > 0 || filters.isUnavailable
              ? { count: summary?.unavailable }
              : undefined
          }
          isUnavailable={filters.isUnavailable}
          onChange={setFilters}
        />
        {showsBin ? null : <OwnerFilter value={filters.owner} onChange={(owner) => setFilters({ owner })} />}
      </Box>
    </Box>
  );
  return (
    <PageFrame
      title={t('title')}
      subtitle={facts.join(' · ') || ' '}
      body="bare"
      toolbar={toolbar}
      action={
        canAdd ? (
          <LinkButton variant="contained" to={paths.addKnowledge()} startIcon={<Plus size={18} />}>
            <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
              {t('add')}
            </Box>
            <Box component="span" sx={{ display: { xs: 'inline', md: 'none' } }}>
              {t('addShort')}
            </Box>
          </LinkButton>
        ) : undefined
      }
    >
      {canAdd ? <DropToAdd /> : null}
      {showsBin ? (
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <BinBrowser days={binDays} filters={filters} onFilters={setFilters} />
        </Suspense>
      ) : (
        <UnitBrowser units={units} filters={filters} onFilters={setFilters} />
      )}
    </PageFrame>
  );
}
