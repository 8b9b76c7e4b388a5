import Box from '@mui/material/Box';
import type { GridColDef } from '@mui/x-data-grid';
import type { TFunction } from 'i18next';
import type { Formats } from '#src/i18n/formats.ts';
import type { Direction } from '#src/i18n/languages.ts';
import { SourceCounts } from './source-counts.tsx';
import { UnitMenu } from './unit-menu.tsx';
import { UnitStatus, useStatusDetail } from './unit-status.tsx';
import { UnitTitle } from './unit-title.tsx';
import type { UnitRow } from './unit-row.ts';
import type { UnitActions } from './use-unit-actions.ts';

function StatusCell({ row }: { row: UnitRow }) {
  return <UnitStatus row={row} detail={useStatusDetail(row)} />;
}

type ColumnsOptions = {
  direction: Direction;
  t: TFunction<'knowledge'>;
  formats: Formats;
  actions: UnitActions;
  /** Only a gateway's list can be sorted. */
  sortable: boolean;
  /** Only some gateways count passages. */
  passages: boolean;
};

export function unitColumns(options: ColumnsOptions): GridColDef<UnitRow>[] {
  const { t, formats, actions, sortable, passages, direction } = options;
  // Figures stand at the physical right in both directions, so that their units line up; the grid mirrors its sides.
  const figures = direction === 'rtl' ? 'left' : 'right';
  const plain = { sortable: false, disableColumnMenu: true } as const;
  const sorted = { sortable, disableColumnMenu: true } as const;
  const columns: GridColDef<UnitRow>[] = [
    {
      ...sorted,
      field: 'title',
      headerName: t('column.title'),
      flex: 1,
      minWidth: 220,
      renderCell: ({ row }) => <UnitTitle row={row} />,
    },
    {
      ...sorted,
      field: 'sourceStatus',
      headerName: t('column.status'),
      width: 216,
      renderCell: ({ row }) => <StatusCell row={row} />,
    },
    {
      ...plain,
      field: 'sources',
      headerName: t('column.sources'),
      width: 120,
      renderCell: ({ row }) => <SourceCounts files={row.files} urls={row.urls} />,
    },
  ];
  if (passages) {
    columns.push({
      ...plain,
      field: 'passages',
      headerName: t('column.passages'),
      width: 112,
      align: figures,
      headerAlign: figures,
      renderCell: ({ row }) => (
        <Box component="span" sx={{ color: row.passages === 0 ? 'text.tertiary' : 'text.primary' }}>
          {row.passages === undefined ? '' : formats.number(row.passages)}
        </Box>
      ),
    });
  }
  columns.push(
    {
      ...sorted,
      field: 'modifiedOn',
      headerName: t('column.changed'),
      width: 168,
      renderCell: ({ row }) =>
        row.changed === undefined ? null : (
          <Box
            component="time"
            dateTime={row.changed}
            title={formats.full(row.changed)}
            sx={{ typography: 'body2', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
          >
            {formats.moment(row.changed)}
          </Box>
        ),
    },
    {
      ...plain,
      field: 'actions',
      headerName: t('column.actions'),
      renderHeader: () => <span className="visually-hidden">{t('column.actions')}</span>,
      width: 64,
      align: 'center',
      renderCell: ({ row }) => <UnitMenu row={row} actions={actions} />,
    },
  );
  return columns;
}
