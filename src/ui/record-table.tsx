import type { SxProps, Theme } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { Fragment, type ReactNode, useState } from 'react';

export type RecordColumn<Item> = {
  key: string;
  /** Of the last column, the menus, for assistive technology alone. */
  name: string;
  renderCell: (item: Item) => ReactNode;
  /** Left out on narrow screens. */
  wideOnly?: boolean;
  width?: string;
  /** Sorts by this column; the smallest first. */
  compare?: (a: Item, b: Item) => number;
};

type RecordTableProps<Item> = {
  label: string;
  /** The first names the record, the last holds its menu. */
  columns: readonly RecordColumn<Item>[];
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** The open panel below a row, such as its form; null when the row is closed. */
  renderOpen: (item: Item) => ReactNode;
};

const tableStyle: SxProps<Theme> = {
  tableLayout: { xs: 'auto', md: 'fixed' },
  '& .MuiTableCell-root': {
    borderColor: 'line.soft',
    fontSize: 'inherit',
    paddingInline: { xs: 0.75, md: 1.5 },
    paddingBlock: 1.25,
    verticalAlign: 'top',
  },
  '& .MuiTableCell-head': { color: 'text.tertiary', borderColor: 'line.firm', fontWeight: 400 },
};

/** The first cell starts and the last ends at the edge of the table. */
const cellStyle = ({ wideOnly = false }: { wideOnly?: boolean }, index: number, last: number) => ({
  ...(wideOnly ? { display: { xs: 'none', md: 'table-cell' } } : {}),
  '&&': {
    ...(index === 0 ? { paddingInlineStart: 0 } : {}),
    ...(index === last ? { paddingInlineEnd: 0, textAlign: 'end' } : { textAlign: 'start' }),
  },
});

/** What is open below a row. */
function OpenRow({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <TableRow sx={{ bgcolor: 'background.paper' }}>
      <TableCell colSpan={columns} sx={{ '&&': { paddingInline: { xs: 0, md: 1.5 }, textAlign: 'start' } }}>
        {children}
      </TableCell>
    </TableRow>
  );
}

/** Records in rows, sorted by any column that can be, each with what is open below it. */
export function RecordTable<Item>({ label, columns, items, keyOf, renderOpen }: RecordTableProps<Item>) {
  const [sort, setSort] = useState<{ key: string; descending: boolean }>();
  const compare = columns.find(({ key }) => key === sort?.key)?.compare;
  const sign = sort?.descending === true ? -1 : 1;
  const sorted = compare === undefined ? items : items.toSorted((a, b) => sign * compare(a, b));
  const sortBy = (key: string) => setSort({ key, descending: sort?.key === key && !sort.descending });
  const last = columns.length - 1;
  return (
    <Table aria-label={label} sx={tableStyle}>
      <TableHead>
        <TableRow>
          {columns.map((column, index) => (
            <TableCell
              key={column.key}
              sx={{ ...cellStyle(column, index, last), width: { md: column.width } }}
              sortDirection={sort?.key === column.key ? (sort.descending ? 'desc' : 'asc') : false}
            >
              {column.compare === undefined ? (
                <span className={index === last ? 'visually-hidden' : undefined}>{column.name}</span>
              ) : (
                <TableSortLabel
                  active={sort?.key === column.key}
                  direction={sort?.key === column.key && sort.descending ? 'desc' : 'asc'}
                  onClick={() => sortBy(column.key)}
                >
                  {column.name}
                </TableSortLabel>
              )}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {sorted.map((item) => {
          const below = renderOpen(item);
          return (
            <Fragment key={keyOf(item)}>
              <TableRow sx={below === null ? {} : { bgcolor: 'background.paper' }}>
                {columns.map((column, index) => (
                  <TableCell
                    key={column.key}
                    component={index === 0 ? 'th' : 'td'}
                    scope={index === 0 ? 'row' : undefined}
                    sx={{
                      ...cellStyle(column, index, last),
                      ...(below === null ? {} : { borderBlockEnd: 0 }),
                    }}
                  >
                    {column.renderCell(item)}
                  </TableCell>
                ))}
              </TableRow>
              {below === null ? null : <OpenRow columns={columns.length}>{below}</OpenRow>}
            </Fragment>
          );
        })}
      </TableBody>
    </Table>
  );
}
