import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCatalogueUnits } from '#src/api/hooks/gateway-context.tsx';
import { paths } from '#src/paths.ts';
import { PurgeDialog } from '#src/ui/bin/purge-dialog.tsx';
import { useBinDays } from '#src/ui/bin/use-bin.ts';
import { ForgetDialog } from '#src/ui/catalogue/forget-dialog.tsx';
import { UnitsWithoutId } from '#src/ui/catalogue/units-without-id.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { FaultMessage } from '#src/ui/fault/fault-message.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { CancelJobDialog } from '#src/ui/job/cancel-job-dialog.tsx';
import { IndexingPaused } from '#src/ui/job/indexing-paused.tsx';
import { useIndexing } from '#src/ui/job/use-indexing.ts';
import { TextLink } from '#src/ui/link-button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { pagePadding } from '#src/ui/page-frame.tsx';
import { OutcomeNotice } from '#src/ui/query/outcome-notice.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { TitleList } from '#src/ui/title-list.tsx';
import { useFocusIfLost } from '#src/ui/use-focus-if-lost.ts';
import { EmptyUnits } from './empty-units.tsx';
import { OlderReadings } from './older-readings.tsx';
import { OpenById } from './open-by-id.tsx';
import { searchWithoutId } from './read-units.ts';
import { SelectionBar, UnitSelectionActions, useIsSelectable } from './selection-bar.tsx';
import { UnitList } from './unit-list.tsx';
import type { UnitRow } from './unit-row.ts';
import { UnitTable } from './unit-table.tsx';
import { type UnitActionState, useBulkUnitActions } from './use-bulk-unit-actions.ts';
import { type SetUnitFilters, type UnitFilters, useLastPageAtMost } from './use-unit-filters.ts';
import type { useUnitsPage } from './use-units-page.ts';

/** Asks before units are deleted; for a title to be typed only where there is no bin to restore them from. */
function DeleteUnitsDialog({ pendingDelete, isBinKnown, busy, confirm, cancel }: UnitActionState) {
  const { t } = useTranslation(['knowledge', 'common', 'bin']);
  const days = useBinDays();
  const count = pendingDelete.length;
  if (days === undefined)
    return (
      <PurgeDialog
        units={pendingDelete}
        text={t(isBinKnown ? 'bin:purgeDialog.noBin' : 'bin:purgeDialog.unknown', { count })}
        {...(isBinKnown ? {} : { title: t('deleteTitle', { count }), confirmLabel: t('common:delete') })}
        busy={busy}
        onConfirm={() => void confirm()}
        onClose={cancel}
      />
    );
  return (
    <ConfirmDialog
      open={count > 0}
      title={t('deleteTitle', { count })}
      confirmLabel={t('common:delete')}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={cancel}
    >
      <TitleList units={pendingDelete} />
      {t('deleteText', { count, days })}
    </ConfirmDialog>
  );
}

/** The outcome of the last action; it stays until it is dismissed. */
function UnitOutcome({ outcome, restore, dismiss }: UnitActionState) {
  const { t } = useTranslation(['knowledge', 'bin']);
  if (outcome === undefined) return null;
  const { name, done, failed } = outcome;
  const canUndo = name === 'deleted' && done.length > 0 && restore !== undefined;
  const leadsToBin = canUndo || (name === 'restored' && failed.length > 0);
  return (
    <OutcomeNotice
      outcome={{
        severity: failed.length === 0 ? 'success' : 'error',
        title: t(`outcome.${name}`, { count: done.length }),
        text: (
          <>
            {failed.map(({ unit, error }) => (
              <div key={unit.id}>
                {t('failedFor', { title: unit.title })}: <FaultMessage error={error} />
              </div>
            ))}
            {leadsToBin ? <TextLink to={paths.knowledge({ status: 'bin' })}>{t('bin:open')}</TextLink> : null}
          </>
        ),
        action: canUndo ? { label: t('outcome.undo'), onClick: () => restore(done) } : undefined,
      }}
      onDismiss={dismiss}
    />
  );
}

type UnitBrowserProps = {
  units: ReturnType<typeof useUnitsPage>;
  filters: UnitFilters;
  onFilters: SetUnitFilters;
};

/** The units as a table, on phones as a list, with notices above and the selection bar below. */
export function UnitBrowser({ units, filters, onFilters }: UnitBrowserProps) {
  const { t } = useTranslation('knowledge');
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true });
  const [selected, setSelected] = useState<ReadonlyMap<number, UnitRow>>(new Map());
  const { data, error } = units;
  useLastPageAtMost(filters, units.isPlaceholderData ? undefined : data?.total, onFilters);
  const rows = data?.rows ?? [];
  const from = data?.from ?? 'list';
  const [listCheck, setListCheck] = useState<number>();
  // The button for the list disappears with its surroundings.
  const box = useFocusIfLost(from === 'list' ? listCheck : undefined);
  const indexing = useIndexing(rows.some(({ status }) => status === 'waiting' || status === 'indexing'));
  const state = useBulkUnitActions({
    indexing,
    fromCatalogue: from === 'catalogue',
    onGone: (ids) => setSelected((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
  });
  const isSelectable = useIsSelectable(state.actions);
  const catalogue = useCatalogueUnits();
  // Units without an id have no known status.
  const withoutId =
    filters.status === undefined && filters.owner === undefined && !filters.isUnavailable
      ? searchWithoutId(catalogue, filters.search)
      : [];
  const filtered = [filters.search, filters.status, filters.owner, filters.isUnavailable].some(Boolean);
  // A selection may span pages, whose rows are known only while they show.
  const shown = new Map(rows.map((row) => [row.id, row]));
  const select = (ids: ReadonlySet<number>) =>
    setSelected((before) => {
      const all = [...ids].flatMap((id) => shown.get(id) ?? before.get(id) ?? []);
      return new Map(all.map((row) => [row.id, row]));
    });

  const notices = (
    <Box
      ref={box}
      tabIndex={-1}
      sx={{ display: 'grid', gap: 1.5, paddingInline: pagePadding, '&:not(:empty)': { paddingBlock: 2 } }}
    >
      <FaultNotice error={error} onRetry={() => void units.refetch()} />
      {from === 'catalogue' ? (
        <OpenById
          onCheck={() => {
            setListCheck((count = 0) => count + 1);
            return units.refresh();
          }}
        />
      ) : null}
      <UnitOutcome {...state} />
      <IndexingPaused indexing={indexing} />
      <OlderReadings />
      <UnitsWithoutId entries={withoutId} />
      {units.stopped ? (
        <Notice
          severity="info"
          title={t('stopped')}
          action={
            <Button variant="outlined" size="small" onClick={() => void units.refresh()}>
              {t('refresh')}
            </Button>
          }
        />
      ) : null}
    </Box>
  );
  const skeleton = (
    <Box sx={{ paddingInline: pagePadding }}>
      <SkeletonRows rows={8} />
    </Box>
  );
  const body = wide ? (
    <UnitTable
      rows={rows}
      sort={filters.sort}
      onSort={(sort) => onFilters({ sort })}
      sortable={from === 'list'}
      selected={new Set(selected.keys())}
      onSelect={select}
      isSelectable={isSelectable}
      actions={state.actions}
    />
  ) : (
    <UnitList rows={rows} actions={state.actions} />
  );
  return (
    <>
      {notices}
      {data === undefined || (rows.length === 0 && data.total > 0) ? (
        error === null ? (
          skeleton
        ) : null
      ) : rows.length === 0 && filters.page === 0 ? (
        withoutId.length > 0 ? null : (
          <EmptyUnits
            filtered={filtered}
            from={from}
            onShowAll={() =>
              onFilters({ search: '', status: undefined, owner: undefined, isUnavailable: false })
            }
          />
        )
      ) : (
        <>
          {body}
          <SelectionBar
            label={t('paging')}
            count={selected.size}
            onClear={() => setSelected(new Map())}
            page={filters.page}
            pageSize={filters.pageSize}
            total={data.total}
            onPageChange={(page) => onFilters({ page })}
            onPageSizeChange={(pageSize) => onFilters({ pageSize })}
          >
            <UnitSelectionActions
              selected={Array.from(selected.values(), (row) => shown.get(row.id) ?? row)}
              state={state}
            />
          </SelectionBar>
        </>
      )}
      <DeleteUnitsDialog {...state} />
      <CancelJobDialog
        kind={state.pendingCancel.length > 0 ? 'index' : undefined}
        mutation={{ isPending: state.busy, error: null, reset: state.dismiss }}
        onConfirm={() => void state.confirmCancel()}
        onClose={state.keepIndexing}
      >
        <TitleList units={state.pendingCancel} />
      </CancelJobDialog>
      {state.pendingForget === undefined ? null : (
        <ForgetDialog entry={state.pendingForget} onClose={state.endForget} />
      )}
    </>
  );
}
