import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';
import { SourceCounts } from './source-counts.tsx';
import type { UnitColumn } from './unit-columns.ts';
import { UnitMenu } from './unit-menu.tsx';
import type { UnitRow } from './unit-row.ts';
import { UnitStatus, useStatusDetail } from './unit-status.tsx';
import { UnitTitle } from './unit-title.tsx';
import type { UnitActions } from './use-unit-actions.ts';

type CellProps = { row: UnitRow; actions: UnitActions };

function StatusCell({ row }: CellProps) {
  return <UnitStatus row={row} detail={useStatusDetail(row)} />;
}

function PassagesCell({ row: { passages } }: CellProps) {
  const formats = useFormats();
  return (
    <Box component="span" sx={{ color: passages === 0 ? 'text.tertiary' : 'text.primary' }}>
      {passages === undefined ? '' : formats.number(passages)}
    </Box>
  );
}

function ChangedCell({ row: { changed } }: CellProps) {
  const formats = useFormats();
  if (changed === undefined) return null;
  return (
    <Box
      component="time"
      dateTime={changed}
      title={formats.full(changed)}
      sx={{ typography: 'body2', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
    >
      {formats.moment(changed)}
    </Box>
  );
}

const cells: Record<UnitColumn['name'], (props: CellProps) => ReactNode> = {
  title: ({ row }) => <UnitTitle row={row} />,
  status: StatusCell,
  sources: ({ row }) => <SourceCounts files={row.files} urls={row.urls} />,
  passages: PassagesCell,
  changed: ChangedCell,
  actions: ({ row, actions }) => <UnitMenu row={row} actions={actions} />,
};

type UnitTableRowProps = CellProps & {
  columns: readonly UnitColumn[];
  selected: boolean;
  onSelect: (on: boolean) => void;
};

export function UnitTableRow({ row, actions, columns, selected, onSelect }: UnitTableRowProps) {
  const { t } = useTranslation('knowledge');
  return (
    <TableRow hover selected={selected} data-id={row.id}>
      <TableCell padding="checkbox">
        <Checkbox
          checked={selected}
          onChange={(_, on) => onSelect(on)}
          slotProps={{ input: { 'aria-label': t('select') } }}
        />
      </TableCell>
      {columns.map(({ name, align }) => {
        const Cell = cells[name];
        return (
          <TableCell key={name} align={align}>
            <Cell row={row} actions={actions} />
          </TableCell>
        );
      })}
    </TableRow>
  );
}
