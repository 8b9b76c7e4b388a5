import ArrowDown from 'virtual:lucide/arrow-down';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import type { SxProps, Theme } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { UNIT_SORTS, type UnitSort } from '#contract/knowledge.ts';
import { useFormats, useLocale } from '#src/i18n/locale.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { TextDate } from '#src/ui/text-date.tsx';
import { TruncatedText } from '#src/ui/truncated-text.tsx';
import { SourceCounts, UnitRowMenu, UnitStatus, UnitTitle, useStatusDetail } from './unit-cells.tsx';
import type { UnitRow } from './unit-row.ts';
import type { UnitActions } from './use-bulk-unit-actions.ts';

type UnitColumn = {
  name: 'title' | 'status' | 'sources' | 'passages' | 'owner' | 'changed' | 'actions';
  /** In px; the column without a width takes the rest. */
  width?: number;
  align?: 'left' | 'right' | 'center';
  /** The field that the gateway can sort by. */
  sortField?: string | undefined;
};

/** The columns: only some gateways count passages, and only the gateway's list can be sorted. */
function useUnitColumns(available: {
  sortable: boolean;
  passages: boolean;
  owners: boolean;
}): readonly UnitColumn[] {
  const { direction } = useLocale();
  const sortFieldFor = (field: string) => (available.sortable ? field : undefined);
  // Figures stand at the physical right in both directions, so that their units line up; styles are mirrored.
  const numericAlign = direction === 'rtl' ? 'left' : 'right';
  return [
    { name: 'title', sortField: sortFieldFor('title') },
    { name: 'status', width: 216, sortField: sortFieldFor('sourceStatus') },
    { name: 'sources', width: 120 },
    ...(available.passages ? [{ name: 'passages', width: 112, align: numericAlign } as const] : []),
    ...(available.owners ? [{ name: 'owner', width: 144 } as const] : []),
    { name: 'changed', width: 168, sortField: sortFieldFor('modifiedOn') },
    { name: 'actions', width: 64, align: 'center' },
  ];
}

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

function ChangedCell({ row: { modifiedOn, readOn } }: CellProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (modifiedOn === undefined) return null;
  if (modifiedOn === null) return <SmallText>{t('unknown')}</SmallText>;
  return (
    <Box sx={{ display: 'grid', typography: 'body2', color: 'text.secondary' }}>
      <time dateTime={modifiedOn} title={formats.full(modifiedOn)}>
        {formats.moment(modifiedOn)}
      </time>
      <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
        <TextDate readOn={readOn} />
      </Box>
    </Box>
  );
}

const CELL_RENDERERS: Record<UnitColumn['name'], (props: CellProps) => ReactNode> = {
  title: ({ row }) => <UnitTitle row={row} />,
  status: StatusCell,
  sources: ({ row }) => <SourceCounts files={row.files} urls={row.urls} />,
  passages: PassagesCell,
  owner: ({ row: { owner } }) =>
    owner ? <TruncatedText title={owner.name}>{owner.name}</TruncatedText> : null,
  changed: ChangedCell,
  actions: ({ row, actions }) => <UnitRowMenu row={row} actions={actions} />,
};

type UnitTableRowProps = CellProps & {
  columns: readonly UnitColumn[];
  selected: boolean;
  /** Absent where nothing can be done with a selection of it. */
  onSelect: ((checked: boolean) => void) | undefined;
};

function UnitTableRow({ row, actions, columns, selected, onSelect }: UnitTableRowProps) {
  const { t } = useTranslation('knowledge');
  return (
    <TableRow hover selected={selected} data-id={row.id}>
      <TableCell padding="checkbox">
        {onSelect === undefined ? null : (
          <Checkbox
            checked={selected}
            onChange={(_, checked) => onSelect(checked)}
            slotProps={{ input: { 'aria-label': t('select') } }}
          />
        )}
      </TableCell>
      {columns.map(({ name, align }) => {
        const Cell = CELL_RENDERERS[name];
        return (
          <TableCell key={name} align={align}>
            <Cell row={row} actions={actions} />
          </TableCell>
        );
      })}
    </TableRow>
  );
}

type UnitTableProps = {
  rows: readonly UnitRow[];
  sort: UnitSort;
  onSort: (sort: UnitSort) => void;
  /** Only a gateway's list can be sorted. */
  sortable: boolean;
  /** May include units of other pages. */
  selected: ReadonlySet<number>;
  onSelect: (ids: ReadonlySet<number>) => void;
  /** Whether anything can be done with a selection of the unit. */
  isSelectable: (row: UnitRow) => boolean;
  actions: UnitActions;
};

/** Hairlines between rows, none between columns; the checkboxes align with the edge of the page. */
export const tableStyle = {
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
} as const satisfies SxProps<Theme>;

function HeadCell({
  column,
  sort,
  onSort,
}: { column: UnitColumn } & Pick<UnitTableProps, 'sort' | 'onSort'>) {
  const { t } = useTranslation('knowledge');
  const { name, align, width, sortField } = column;
  const title = t(`column.${name}`);
  const direction = sort === sortField ? 'asc' : sort === `-${sortField}` ? 'desc' : undefined;
  const next = UNIT_SORTS.find(
    (candidate) => candidate === (direction === 'asc' ? `-${sortField}` : sortField),
  );
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
export function SortIcon({ className }: { className: string }) {
  return <ArrowDown size={16} className={className} style={{ marginInline: 4 }} />;
}

/** Units as rows; the gateway searches, sorts and pages. */
export function UnitTable(props: UnitTableProps) {
  const { rows, sort, onSort, sortable, selected, onSelect, isSelectable, actions } = props;
  const { t } = useTranslation('knowledge');
  const columns = useUnitColumns({
    sortable,
    passages: rows.some((row) => row.passages !== undefined),
    owners: rows.some(({ owner }) => owner),
  });
  const ids = rows.filter((row) => isSelectable(row) || selected.has(row.id)).map(({ id }) => id);
  const chosen = ids.filter((id) => selected.has(id)).length;
  const all = chosen > 0 && chosen === ids.length;
  const select = (targetIds: readonly number[], on: boolean) =>
    onSelect(
      new Set(on ? [...selected, ...targetIds] : [...selected].filter((id) => !targetIds.includes(id))),
    );
  return (
    <TableContainer
      // Positioned, so that visually hidden text inside scrolls along.
      sx={{ position: 'relative', bgcolor: 'background.paper', paddingInline: '20px', fontSize: '0.9375rem' }}
    >
      <Table aria-label={t('gridLabel')} sx={tableStyle}>
        <TableHead>
          <TableRow>
            <TableCell padding="checkbox">
              {ids.length === 0 ? null : (
                <Checkbox
                  checked={all}
                  indeterminate={chosen > 0 && !all}
                  onChange={() => select(ids, !all)}
                  slotProps={{ input: { 'aria-label': t(all ? 'clearSelection' : 'selectAll') } }}
                />
              )}
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
              {...{ row, columns, actions }}
              selected={selected.has(row.id)}
              onSelect={ids.includes(row.id) ? (on) => select([row.id], on) : undefined}
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
