import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';
import type { ReactNode } from 'react';
import { useFormats } from '#src/i18n/locale.tsx';

/** A share as a percentage with a short bar before it. */
export function ShareBar({ share }: { share: number }) {
  const formats = useFormats();
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, justifyContent: 'flex-end' }}>
      <Box
        aria-hidden
        sx={{
          width: 56,
          height: 4,
          borderRadius: 1,
          bgcolor: 'track.fill',
          overflow: 'hidden',
          display: { xs: 'none', sm: 'block' },
        }}
      >
        <Box sx={{ width: `${Math.min(100, share * 100)}%`, height: '100%', bgcolor: 'teal.fill' }} />
      </Box>
      <Box component="span" sx={{ minWidth: '3.2em' }}>
        {formats.percent(share)}
      </Box>
    </Box>
  );
}

export type Column<Item> = {
  key: string;
  name: string;
  renderCell: (item: Item) => ReactNode;
  /** Figures stand under each other, at the same side in both directions. */
  numeric?: boolean;
  hideOnNarrow?: boolean;
};

type DataTableProps<Item> = {
  label: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Rows in bold. */
  isEmphasized?: (item: Item) => boolean;
  /** Height from which the table scrolls by itself. */
  maxHeight?: number;
};

const cellSx = (column: Column<never>, index: number, last: boolean): SystemStyleObject<Theme> => ({
  ...(column.hideOnNarrow === true ? { display: { xs: 'none', sm: 'table-cell' } } : {}),
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

/** Head cells stay in view where the table scrolls by itself. */
const headSx = (sticky: boolean): SystemStyleObject<Theme> => ({
  color: 'text.tertiary',
  paddingBlockStart: 0,
  borderColor: 'line.firm',
  whiteSpace: 'nowrap',
  ...(sticky ? { position: 'sticky', top: 0, bgcolor: 'background.default' } : {}),
});

/** A table of figures between hairlines. */
export function DataTable<Item>(props: DataTableProps<Item>) {
  const { label, columns, items, keyOf, isEmphasized, maxHeight } = props;
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
                sx={[cellSx(column, index, index === last), headSx(maxHeight !== undefined)]}
              >
                {column.name}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)}>
              {columns.map((column, index) => (
                <Box
                  key={column.key}
                  component={index === 0 ? 'th' : 'td'}
                  scope={index === 0 ? 'row' : undefined}
                  sx={[
                    cellSx(column, index, index === last),
                    isEmphasized?.(item) === true && { fontWeight: 600 },
                  ]}
                >
                  {column.renderCell(item)}
                </Box>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

/** A button in a cell that looks like a link. */
export function LinkCell({
  title,
  onClick,
  children,
}: {
  title: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Link
      component="button"
      type="button"
      sx={{ textAlign: 'start', font: 'inherit' }}
      title={title}
      onClick={onClick}
    >
      {children}
    </Link>
  );
}
