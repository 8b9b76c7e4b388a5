import HistoryIcon from 'virtual:lucide/rotate-ccw-clock';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { AuditEntry, AuditList } from '#contract/audit.ts';
import { listAudit } from '#contract/operations/audit.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { TimeZoneProvider } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { RestoreButton } from '#src/ui/bin/restore-button.tsx';
import type { UnitRef } from '#src/ui/bin/use-bin.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { Pagination } from '#src/ui/pagination.tsx';
import { OutcomeNotice } from '#src/ui/query/outcome-notice.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { ResourcePage } from '#src/ui/query/resource-page.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { useFocusIfLost } from '#src/ui/use-focus-if-lost.ts';
import { ActiveFilterChips, AuditToolbar } from './audit-toolbar.tsx';
import { EntryList, EntryTable } from './entries.tsx';
import { type AuditFilterState, NO_FILTERS, PAGE_SIZES, useAuditFilters } from './use-audit-filters.ts';
import { useRestorableUnits } from './use-restorable-units.ts';

type SearchOlderButtonProps = { nextBefore: number; onChange: (change: Partial<AuditFilterState>) => void };

/** Continues a search that only covered the newest entries. */
function SearchOlderButton({ nextBefore, onChange }: SearchOlderButtonProps) {
  const { t } = useTranslation('audit');
  return (
    <Button variant="outlined" onClick={() => onChange({ before: nextBefore, page: 0 })}>
      {t('older.go')}
    </Button>
  );
}

/** The restored unit, or why it could not be. */
function RestoreOutcome({ outcome, onDismiss }: { outcome: Restoration | undefined; onDismiss: () => void }) {
  const { t } = useTranslation('bin');
  const navigate = useNavigate();
  const shown =
    outcome === undefined || 'error' in outcome
      ? outcome
      : {
          title: t('outcome.restored', { count: 1 }),
          action: {
            label: t('outcome.openUnit'),
            onClick: () => void navigate(paths.unit(outcome.restored.id)),
          },
        };
  const notice = useFocusIfLost(outcome);
  return (
    <div ref={notice} tabIndex={-1}>
      <OutcomeNotice outcome={shown} onDismiss={onDismiss} />
    </div>
  );
}

type Restoration = { restored: UnitRef } | { error: unknown };

type EntriesProps = {
  list: AuditList;
  view: AuditFilterState;
  onChange: (change: Partial<AuditFilterState>) => void;
};

/** A page of entries as a table, on phones as a list, with paging. */
function Entries({ list, view, onChange }: EntriesProps) {
  const { t } = useTranslation('audit');
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true });
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) =>
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const restorable = useRestorableUnits(list.items);
  const [restoration, setRestoration] = useState<Restoration>();
  const renderAction = ({ id }: AuditEntry) => {
    const unit = restorable.get(id);
    return unit === undefined ? null : (
      <Box sx={{ marginBlockStart: 0.5 }}>
        <RestoreButton
          size="small"
          variant="outlined"
          unit={unit}
          onRestored={(restored) => setRestoration({ restored })}
          onError={(error) => setRestoration(error === undefined ? undefined : { error })}
        />
      </Box>
    );
  };
  const Shape = wide ? EntryTable : EntryList;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <RestoreOutcome outcome={restoration} onDismiss={() => setRestoration(undefined)} />
      <TimeZoneProvider zone={list.zone}>
        <Shape items={list.items} openIds={open} onToggle={toggle} renderAction={renderAction} />
      </TimeZoneProvider>
      {list.total <= PAGE_SIZES[0] ? null : (
        <Pagination
          page={view.page}
          pageSize={view.pageSize}
          total={list.total}
          totalIsLowerBound={list.nextBefore !== null}
          label={t('paging')}
          pageSizeOptions={PAGE_SIZES}
          onPageChange={(page) => onChange({ page })}
          onPageSizeChange={(pageSize) => onChange({ pageSize })}
        />
      )}
      {list.nextBefore === null ? null : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('older.found', { total: list.total })} {t('older.text', { id: list.nextBefore })}
          </Typography>
          <SearchOlderButton nextBefore={list.nextBefore} onChange={onChange} />
        </Box>
      )}
    </Box>
  );
}

/** One page of entries; null where the gateway has no audit log. */
function useAuditList({ page, pageSize, ...filters }: AuditFilterState, enabled: boolean) {
  const query = { ...filters, offset: page * pageSize, limit: pageSize };
  // People come to see what they changed a moment ago: the cache is never fresh enough.
  return useRead(listAudit, { query }, { placeholderData: keepPreviousData, staleTime: 0, enabled });
}

/** The audit log of the bot: search, details with values before and after, export. */
export function AuditPage() {
  const { t } = useTranslation(['audit', 'settings']);
  const { view, change, isFiltered } = useAuditFilters();
  const changes = useAuditList(view, useCanUse(listAudit));
  const [exportError, setExportError] = useState<unknown>();
  const { data } = changes;
  const isEmpty = data?.total === 0;
  return (
    <ResourcePage
      operation={listAudit}
      title={t('title')}
      back={{ to: paths.settings(), label: t('settings:title') }}
      notOffered={{ title: t('notOffered.title'), text: t('notOffered.text') }}
      absent={data === null}
      refused={{ title: t('onlyWatchers.title'), text: t('onlyWatchers.text') }}
      subtitle={t('subtitle')}
      toolbar={
        isEmpty && !isFiltered ? undefined : (
          <>
            <AuditToolbar view={view} list={data ?? undefined} onChange={change} onError={setExportError} />
            <ActiveFilterChips view={view} list={data ?? undefined} onChange={change} />
          </>
        )
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <FaultNotice error={exportError} onDismiss={() => setExportError(undefined)} />
        <QueryView query={changes} pending={<SkeletonRows rows={8} height={56} bars={[0.7]} />}>
          {(list) =>
            list.total > 0 ? (
              <Entries list={list} view={view} onChange={change} />
            ) : isFiltered ? (
              <EmptyState
                title={t(list.nextBefore === null ? 'nothing.title' : 'older.nothing')}
                actions={
                  <>
                    {list.nextBefore === null ? null : (
                      <SearchOlderButton nextBefore={list.nextBefore} onChange={change} />
                    )}
                    <Button variant="outlined" onClick={() => change(NO_FILTERS)}>
                      {t('filter.clear')}
                    </Button>
                  </>
                }
              >
                {list.nextBefore === null ? t('nothing.text') : t('older.text', { id: list.nextBefore })}
              </EmptyState>
            ) : (
              <EmptyState icon={<HistoryIcon size={24} />} title={t('empty.title')}>
                {t('empty.text')}
              </EmptyState>
            )
          }
        </QueryView>
      </Box>
    </ResourcePage>
  );
}
