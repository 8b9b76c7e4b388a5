import Checkbox from '@mui/material/Checkbox';
import type { SxProps, Theme } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import ArrowDown from 'lucide-react/icons/arrow-down';
import { useTranslation } from 'react-i18next';
import type { UnitSort } from '#contract/knowledge.ts';
import { UNIT_SORTS } from '#contract/knowledge.ts';
import type { UnitColumn } from './unit-columns.ts';
import { useUnitColumns } from './unit-columns.ts';
import type { UnitRow } from './unit-row.ts';
import { UnitTableRow } from './unit-table-row.tsx';
import type { UnitActions } from './use-unit-actions.ts';

type UnitTableProps = {
  rows: readonly UnitRow[];
  sort: UnitSort;
  onSort: (sort: UnitSort) => void;
  /** Only a gateway's list can be sorted. */
  sortable: boolean;
  /** May span pages. */
  selected: ReadonlySet<number>;
  onSelect: (ids: ReadonlySet<number>) => void;
  actions: UnitActions;
};

/** Hairlines between rows and none between columns; the checkboxes stand on the page's own edge. */
const look: SxProps<Theme> = {
  minWidth: 960,
  tableLayout: 'fixed',
  '& .MuiTableCell-root': {
    borderColor: 'line.soft',
    paddingBlock: 0,
    paddingInline: '12px',
    fontSize: 'inherit',
  },
  '& .MuiTableCell-head': {
    height: 40,
    borderColor: 'line.firm',
    fontSize: '0.8125rem',
    fontWeight: 600,
    color: 'text.secondary',
  },
  '& .MuiTableCell-body': { height: 64, fontVariantNumeric: 'tabular-nums', lineHeight: 'normal' },
  '& .MuiTableCell-body > *': { verticalAlign: 'middle' },
  '& .MuiTableCell-paddingCheckbox': { width: 54, padding: 0 },
  '& .MuiTableRow-root.MuiTableRow-hover:hover': { bgcolor: 'background.hover' },
  '& .MuiTableRow-root.Mui-selected, & .MuiTableRow-root.Mui-selected:hover': { bgcolor: 'teal.wash' },
};

function HeadCell({
  column,
  sort,
  onSort,
}: { column: UnitColumn } & Pick<UnitTableProps, 'sort' | 'onSort'>) {
  const { t } = useTranslation('knowledge');
  const { name, align, width, sorts } = column;
  const title = t(`column.${name}`);
  const direction = sort === sorts ? 'asc' : sort === `-${sorts}` ? 'desc' : undefined;
  const next = UNIT_SORTS.find((one) => one === (direction === 'asc' ? `-${sorts}` : sorts));
  return (
    <TableCell scope="col" align={align} sortDirection={direction ?? false} sx={{ width }}>
      {next === undefined ? (
        <span className={name === 'actions' ? 'visually-hidden' : undefined}>{title}</span>
      ) : (
        <TableSortLabel
          active={direction !== undefined}
          direction={direction ?? 'asc'}
          IconComponent={SortIcon}
          onClick={() => onSort(next)}
        >
          {title}
        </TableSortLabel>
      )}
    </TableCell>
  );
}

// MUI turns it for "ascending".
function SortIcon({ className }: { className: string }) {
  return <ArrowDown size={16} className={className} style={{ marginInline: 4 }} />;
}

/** Units as rows; searching, sorting and paging are the gateway's. */
export function UnitTable({ rows, sort, onSort, sortable, selected, onSelect, actions }: UnitTableProps) {
  const { t } = useTranslation('knowledge');
  const columns = useUnitColumns({ sortable, passages: rows.some((row) => row.passages !== undefined) });
  const ids = rows.map(({ id }) => id);
  const chosen = ids.filter((id) => selected.has(id)).length;
  const all = chosen > 0 && chosen === ids.length;
  const select = (those: readonly number[], on: boolean) => {
    const others = [...selected].filter((id) => !those.includes(id));
    onSelect(new Set(on ? [...others, ...those] : others));
  };
  return (
    <TableContainer
      // Positioned, so that what is visually hidden inside scrolls with it.
      sx={{ position: 'relative', bgcolor: 'background.paper', paddingInline: '20px', fontSize: '0.9375rem' }}
    >
      <Table aria-label={t('gridLabel')} sx={look}>
        <TableHead>
          <TableRow>
            <TableCell padding="checkbox">
              <Checkbox
                checked={all}
                indeterminate={chosen > 0 && !all}
                onChange={() => select(ids, !all)}
                slotProps={{ input: { 'aria-label': t(all ? 'clearSelection' : 'selectAll') } }}
              />
            </TableCell>
            {columns.map((column) => (
              <HeadCell key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <UnitTableRow
              key={row.id}
              row={row}
              columns={columns}
              actions={actions}
              selected={selected.has(row.id)}
              onSelect={(on) => select([row.id], on)}
            />
          ))}
          {rows.length > 0 ? null : (
            <TableRow>
              <TableCell colSpan={columns.length + 1} align="center">
                {t('nothing.title')}
              </TableCell>
            </TableRow>
          )}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
