import Box from '@mui/material/Box';
import Plus from 'lucide-react/icons/plus';
import { useTranslation } from 'react-i18next';
import { useCapabilities, useConnection } from '#src/api/gateway-context.tsx';
import { useAllowed } from '#src/api/use-role.ts';
import { LinkButton } from '#src/components/link-button.tsx';
import { SearchField } from '#src/components/search-field.tsx';
import { PageFrame } from '#src/components/page-frame.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { PhoneSort } from './phone-sort.tsx';
import { statusNumbers } from './read-units.ts';
import { StatusFilter } from './status-filter.tsx';
import { UnitBrowser } from './unit-browser.tsx';
import { useSummary } from '#src/api/use-summary.ts';
import { useUnitFilters } from './use-unit-filters.ts';
import { useUnitPage } from './use-unit-page.ts';

/** Every unit of the bot: to find, to watch, to act on. */
export function KnowledgePage() {
  const { t } = useTranslation(['knowledge', 'common']);
  const formats = useFormats();
  const mayAdd = useAllowed('registerUnit');
  const [filters, setFilters] = useUnitFilters();
  const units = useUnitPage(filters);
  const summary = useSummary().data;
  const capabilities = useCapabilities();
  const connection = useConnection();
  const fromList = units.data?.from === 'list';
  const known = new Set(fromList ? statusNumbers({ capabilities, connection }).keys() : []);
  const counts = summary?.units;

  const facts = [
    ...(counts === undefined
      ? units.data === undefined || filters.search !== '' || filters.status !== undefined
        ? []
        : [t('common:units', { count: units.data.total })]
      : [t('common:units', { count: counts.waiting + counts.indexing + counts.ready + counts.failed })]),
    ...(summary ? [t('common:passages', { count: summary.passages })] : []),
    ...(units.dataUpdatedAt > 0 ? [t('asOf', { time: formats.time(units.dataUpdatedAt) })] : []),
  ];
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
        label={t('searchLabel')}
        placeholder={t('search')}
        value={filters.search}
        onChange={(search) => setFilters({ search })}
      />
      <Box sx={{ display: { xs: 'block', md: 'none' } }}>
        {fromList ? <PhoneSort value={filters.sort} onChange={(sort) => setFilters({ sort })} /> : null}
      </Box>
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, minWidth: 0 }}>
        <StatusFilter
          value={filters.status}
          known={known}
          counts={counts}
          onChange={(status) => setFilters({ status })}
        />
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
        mayAdd ? (
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
      <UnitBrowser units={units} filters={filters} onFilters={setFilters} />
    </PageFrame>
  );
}
