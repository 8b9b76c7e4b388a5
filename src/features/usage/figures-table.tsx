import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';
import type { ReactNode } from 'react';

export type Column = {
  key: string;
  name: string;
  /** Figures stand under each other, at the same side in both directions. */
  numeric?: boolean;
  /** Left out on narrow screens. */
  wide?: boolean;
};
export type Row = { key: string; cells: Readonly<Record<string, ReactNode>>; strong?: boolean };

type FiguresTableProps = {
  label: string;
  columns: readonly Column[];
  rows: readonly Row[];
  /** The height after which it scrolls by itself. */
  maxHeight?: number;
};

const cellSx = (column: Column, index: number, last: boolean): SystemStyleObject<Theme> => ({
  ...(column.wide === true ? { display: { xs: 'none', sm: 'table-cell' } } : {}),
  paddingBlock: 1.25,
  paddingInlineStart: index === 0 ? 0 : 1.5,
  paddingInlineEnd: last ? 0 : 1.5,
  borderBlockEnd: 1,
  borderColor: 'line.soft',
  fontWeight: 400,
  ...(column.numeric === true
    ? { textAlign: 'right /* @noflip */', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }
    : { textAlign: 'start', overflowWrap: 'anywhere' }),
});

/** A table of figures between hairlines. */
export function FiguresTable({ label, columns, rows, maxHeight }: FiguresTableProps) {
  const last = columns.length - 1;
  return (
    <Box
      // What scrolls must be reachable by keys.
      tabIndex={maxHeight === undefined ? undefined : 0}
      role={maxHeight === undefined ? undefined : 'region'}
      aria-label={maxHeight === undefined ? undefined : label}
      sx={{ overflowX: 'auto', ...(maxHeight === undefined ? {} : { maxHeight, overflowY: 'auto' }) }}
    >
      <Box
        component="table"
        aria-label={label}
        sx={{ width: '100%', borderCollapse: 'collapse', typography: 'body2' }}
      >
        <thead>
          <tr>
            {columns.map((column, index) => (
              <Box
                key={column.key}
                component="th"
                scope="col"
                sx={[
                  cellSx(column, index, index === last),
                  {
                    color: 'text.tertiary',
                    paddingBlockStart: 0,
                    borderColor: 'line.firm',
                    whiteSpace: 'nowrap',
                    ...(maxHeight === undefined
                      ? {}
                      : { position: 'sticky', top: 0, bgcolor: 'background.default' }),
                  },
                ]}
              >
                {column.name}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              {columns.map((column, index) => (
                <Box
                  key={column.key}
                  component={index === 0 ? 'th' : 'td'}
                  scope={index === 0 ? 'row' : undefined}
                  sx={[cellSx(column, index, index === last), row.strong === true && { fontWeight: 600 }]}
                >
                  {row.cells[column.key]}
                </Box>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
