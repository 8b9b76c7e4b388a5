import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#src/components/notice.tsx';
import { pagePadding } from '#src/components/page-frame.tsx';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { GridBar } from './grid-bar.tsx';
import { NothingHere } from './nothing-here.tsx';
import { OpenById } from './open-by-id.tsx';
import { OutcomeNotice } from './outcome-notice.tsx';
import { UnitList } from './unit-list.tsx';
import type { UnitRow } from './unit-row.ts';
import { UnitTable } from './unit-table.tsx';
import { useUnitActions } from './use-unit-actions.ts';
import type { UnitFilters } from './use-unit-filters.ts';
import type { useUnitPage } from './use-unit-page.ts';

type UnitBrowserProps = {
  units: ReturnType<typeof useUnitPage>;
  filters: UnitFilters;
  onFilters: (change: Partial<UnitFilters>) => void;
};

/** The units themselves: a table, on phones a list; the selection's bar below, what happened above. */
export function UnitBrowser({ units, filters, onFilters }: UnitBrowserProps) {
  const { t } = useTranslation('knowledge');
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true });
  const [chosen, setChosen] = useState<ReadonlyMap<number, UnitRow>>(new Map());
  const { data, error } = units;
  const rows = data?.rows ?? [];
  const from = data?.from ?? 'list';
  const state = useUnitActions({
    fromCatalogue: from === 'catalogue',
    onGone: (ids) => setChosen((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
  });
  const filtered = filters.search !== '' || filters.status !== undefined;
  const select = (ids: ReadonlySet<number>) =>
    setChosen((before) => {
      // A selection may span pages, whose rows are known only while they show.
      const shown = new Map(rows.map((row) => [row.id, row]));
      const all = [...ids].flatMap((id) => shown.get(id) ?? before.get(id) ?? []);
      return new Map(all.map((row) => [row.id, row]));
    });

  const notices = (
    <Box sx={{ display: 'grid', gap: 1.5, paddingInline: pagePadding, '&:not(:empty)': { paddingBlock: 2 } }}>
      {error === null ? null : <FaultNotice error={error} onRetry={() => void units.refetch()} />}
      {from === 'catalogue' ? <OpenById /> : null}
      <OutcomeNotice {...state} />
      {units.stopped ? (
        <Notice
          severity="info"
          title={t('stopped')}
          action={
            <Button variant="outlined" size="small" onClick={() => void units.askAgain()}>
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
      selected={new Set(chosen.keys())}
      onSelect={select}
      actions={state.actions}
    />
  ) : (
    <UnitList rows={rows} actions={state.actions} />
  );
  return (
    <>
      {notices}
      {data === undefined ? (
        error === null ? (
          skeleton
        ) : null
      ) : rows.length === 0 && filters.page === 0 ? (
        <NothingHere
          filtered={filtered}
          from={from}
          onShowAll={() => onFilters({ search: '', status: undefined })}
        />
      ) : (
        <>
          {body}
          <GridBar
            chosen={[...chosen.values()]}
            state={state}
            onClear={() => setChosen(new Map())}
            page={filters.page}
            pageSize={filters.pageSize}
            total={data.total}
            onPage={(page) => onFilters({ page })}
            onPageSize={(pageSize) => onFilters({ pageSize })}
          />
        </>
      )}
      <DeleteDialog {...state} />
    </>
  );
}
