import ArchiveRestore from 'virtual:lucide/archive-restore';
import BookOpen from 'virtual:lucide/book-open';
import Trash2 from 'virtual:lucide/trash';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { useTranslation } from 'react-i18next';
import type { BinnedUnit, BinSort } from '#contract/bin.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { ActionMenu } from '#src/ui/action-menu.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { DaysLeft } from '#src/ui/bin/days-left.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { UnitTitle } from '../unit-cells.tsx';
import { SortIcon, tableStyle } from '../unit-table.tsx';
import type { BinActions } from './use-bin-actions.ts';

/** Columns that phones show as a line below the title. */
const wideOnly = { display: { xs: 'none', md: 'table-cell' } } as const;

function SortedHead(props: { field: 'title' | 'deletedOn'; sort: BinSort; onSort: (sort: BinSort) => void }) {
  const { field, sort, onSort } = props;
  const { t } = useTranslation('bin');
  const direction = sort === field ? 'asc' : sort === `-${field}` ? 'desc' : undefined;
  return (
    <TableCell
      scope="col"
      sortDirection={direction ?? false}
      sx={field === 'title' ? {} : { ...wideOnly, width: 264 }}
    >
      <TableSortLabel
        active={direction !== undefined}
        direction={direction ?? 'asc'}
        IconComponent={SortIcon}
        onClick={() => onSort(direction === 'asc' ? `-${field}` : field)}
      >
        {t(`column.${field}`)}
      </TableSortLabel>
    </TableCell>
  );
}

function DeletedOn({ unit: { deletedOn, deletedBy } }: { unit: BinnedUnit }) {
  const { t } = useTranslation('bin');
  const formats = useFormats();
  return (
    <Box component="span" sx={{ display: 'grid', typography: 'body2', color: 'text.secondary' }}>
      <time dateTime={deletedOn} title={formats.full(deletedOn)}>
        {formats.moment(deletedOn)}
      </time>
      {deletedBy === null ? null : (
        <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
          <BidiText>{t('by', { name: deletedBy })}</BidiText>
        </Box>
      )}
    </Box>
  );
}

type SelectCellProps = {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  onChange: (on: boolean) => void;
};

function SelectCell({ label, checked, indeterminate = false, onChange }: SelectCellProps) {
  return (
    <TableCell padding="checkbox">
      <Checkbox
        checked={checked}
        indeterminate={indeterminate}
        onChange={(_, on) => onChange(on)}
        slotProps={{ input: { 'aria-label': label } }}
      />
    </TableCell>
  );
}

type BinRowProps = {
  unit: BinnedUnit;
  actions: BinActions;
  selected: boolean;
  onSelect: (on: boolean) => void;
};

function BinRow({ unit, actions, selected, onSelect }: BinRowProps) {
  const { t } = useTranslation(['bin', 'knowledge']);
  const { canEdit, busy, restore, purge } = actions;
  return (
    <TableRow hover selected={selected} data-id={unit.id}>
      {canEdit ? <SelectCell label={t('knowledge:select')} checked={selected} onChange={onSelect} /> : null}
      <TableCell>
        <UnitTitle row={unit} />
        <Box sx={{ display: { xs: 'flex', md: 'none' }, gap: 1.5, flexWrap: 'wrap', typography: 'body2' }}>
          <DaysLeft purgesOn={unit.purgesOn} />
          <DeletedOn unit={unit} />
        </Box>
      </TableCell>
      <TableCell sx={wideOnly}>
        <DeletedOn unit={unit} />
      </TableCell>
      <TableCell sx={wideOnly}>
        <DaysLeft purgesOn={unit.purgesOn} />
      </TableCell>
      <TableCell align="right">
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', alignItems: 'center', gap: 0.5 }}>
          {canEdit ? (
            <BusyButton
              size="small"
              variant="outlined"
              startIcon={<ArchiveRestore size={16} />}
              aria-label={t('restoreNamed', { title: unit.title })}
              busy={busy}
              showsProgress={false}
              onClick={() => restore([unit])}
              sx={{ display: { xs: 'none', md: 'inline-flex' } }}
            >
              {t('restore')}
            </BusyButton>
          ) : null}
          <ActionMenu
            label={t('knowledge:actionsFor', { title: unit.title })}
            actions={[
              { label: t('knowledge:action.open'), icon: <BookOpen size={18} />, to: paths.unit(unit.id) },
              canEdit && {
                label: t('restore'),
                icon: <ArchiveRestore size={18} />,
                onSelect: () => restore([unit]),
              },
              canEdit && {
                label: t('purge'),
                icon: <Trash2 size={18} />,
                destructive: true,
                onSelect: () => purge([unit]),
              },
            ]}
          />
        </Box>
      </TableCell>
    </TableRow>
  );
}

type BinTableProps = {
  units: readonly BinnedUnit[];
  sort: BinSort;
  onSort: (sort: BinSort) => void;
  actions: BinActions;
  /** May include units of other pages. */
  selected: ReadonlySet<number>;
  onSelect: (units: readonly BinnedUnit[], on: boolean) => void;
};

/** Deleted units as rows, with the time that is left to restore them. */
export function BinTable({ units, sort, onSort, actions, selected, onSelect }: BinTableProps) {
  const { t } = useTranslation(['bin', 'knowledge']);
  const chosen = units.filter(({ id }) => selected.has(id)).length;
  const all = chosen > 0 && chosen === units.length;
  return (
    <TableContainer
      sx={{ position: 'relative', bgcolor: 'background.paper', paddingInline: { xs: 0, md: '20px' } }}
    >
      <Table
        aria-label={t('list')}
        sx={{
          ...tableStyle,
          minWidth: 0,
          '& .MuiTableCell-body': { ...tableStyle['& .MuiTableCell-body'], paddingBlock: '8px' },
        }}
      >
        <TableHead>
          <TableRow>
            {actions.canEdit ? (
              <SelectCell
                label={t(all ? 'knowledge:clearSelection' : 'knowledge:selectAll')}
                checked={all}
                indeterminate={chosen > 0 && !all}
                onChange={() => onSelect(units, !all)}
              />
            ) : null}
            <SortedHead field="title" sort={sort} onSort={onSort} />
            <SortedHead field="deletedOn" sort={sort} onSort={onSort} />
            <TableCell scope="col" sx={{ ...wideOnly, width: 144 }}>
              {t('column.left')}
            </TableCell>
            <TableCell scope="col" sx={{ width: { xs: 56, md: 200 } }}>
              <span className="visually-hidden">{t('column.actions')}</span>
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {units.map((unit) => (
            <BinRow
              key={unit.id}
              unit={unit}
              actions={actions}
              selected={selected.has(unit.id)}
              onSelect={(on) => onSelect([unit], on)}
            />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
