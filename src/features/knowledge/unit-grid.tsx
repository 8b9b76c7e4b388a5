import type { GridSortModel } from '@mui/x-data-grid';
import { DataGrid } from '@mui/x-data-grid';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnitSort } from '#contract/knowledge.ts';
import { UNIT_SORTS } from '#contract/knowledge.ts';
import { readNonce } from '#src/components/read-nonce.ts';
import { useFormats, useLocale } from '#src/i18n/locale.tsx';
import { gridStyles } from './grid-styles.ts';
import { gridWords } from './grid-words.ts';
import { unitColumns } from './unit-columns.tsx';
import type { UnitRow } from './unit-row.ts';
import type { UnitActions } from './use-unit-actions.ts';

export type UnitGridProps = {
  rows: readonly UnitRow[];
  sort: UnitSort;
  onSort: (sort: UnitSort) => void;
  sortable: boolean;
  selected: ReadonlySet<number>;
  onSelect: (ids: ReadonlySet<number>) => void;
  actions: UnitActions;
};

function toModel(sort: UnitSort): GridSortModel {
  return [{ field: sort.replace('-', ''), sort: sort.startsWith('-') ? 'desc' : 'asc' }];
}

/** Units as rows; searching, sorting and paging are the gateway's. Its own chunk: the grid is large. */
export function UnitGrid({ rows, sort, onSort, sortable, selected, onSelect, actions }: UnitGridProps) {
  const { t } = useTranslation('knowledge');
  const formats = useFormats();
  const { direction } = useLocale();
  const passages = rows.some((row) => row.passages !== undefined);
  const columns = useMemo(
    () => unitColumns({ t, formats, actions, sortable, passages, direction }),
    [t, formats, actions, sortable, passages, direction],
  );
  const nonce = readNonce();
  return (
    <DataGrid<UnitRow>
      aria-label={t('gridLabel')}
      rows={rows}
      columns={columns}
      rowHeight={64}
      columnHeaderHeight={40}
      localeText={gridWords(t)}
      sortingMode="server"
      sortingOrder={['asc', 'desc']}
      sortModel={toModel(sort)}
      onSortModelChange={([first]) => {
        const asked = first && `${first.sort === 'desc' ? '-' : ''}${first.field}`;
        const known = UNIT_SORTS.find((one) => one === asked);
        if (known !== undefined && known !== sort) onSort(known);
      }}
      checkboxSelection
      disableRowSelectionOnClick
      keepNonExistentRowsSelected
      rowSelectionModel={{ type: 'include', ids: new Set(selected) }}
      onRowSelectionModelChange={({ type, ids }) => {
        const chosen = type === 'include' ? [...ids] : rows.map(({ id }) => id).filter((id) => !ids.has(id));
        onSelect(new Set(chosen.map(Number)));
      }}
      disableColumnFilter
      disableColumnMenu
      disableColumnSelector
      disableDensitySelector
      // A page of at most a hundred rows is cheap, and then the browser's own search finds them.
      disableVirtualization
      hideFooter
      paginationMode="server"
      rowCount={rows.length}
      {...(nonce === undefined ? {} : { nonce })}
      sx={gridStyles}
    />
  );
}
