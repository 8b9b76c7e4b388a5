import ChevronLeft from 'virtual:lucide/chevron-left';
import ChevronRight from 'virtual:lucide/chevron-right';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';
import { useKeyedState } from './use-keyed-state.ts';

export type PaginationProps = {
  /** From 0. */
  page: number;
  pageSize: number;
  total: number;
  /** There may be more than `total`. */
  totalIsLowerBound?: boolean;
  /** What the pages are of, for assistive technology. */
  label: string;
  pageSizeOptions: readonly number[];
  onPageChange: (page: number) => void;
  onPageSizeChange: (rows: number) => void;
};

/** Rows a page, where we are, and the way on; figures in the chosen digits. */
export function Pagination(props: PaginationProps) {
  const { page, pageSize, total, totalIsLowerBound = false, label, pageSizeOptions } = props;
  const { onPageChange, onPageSizeChange } = props;
  const { t } = useTranslation('pagination');
  const formats = useFormats();
  const labelId = useId();
  const from = total === 0 ? 0 : page * pageSize + 1;
  const to = Math.min(total, (page + 1) * pageSize);
  return (
    <Box
      component="nav"
      aria-label={label}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, typography: 'body2', color: 'text.secondary' }}
    >
      <Box sx={{ display: { xs: 'none', sm: 'flex' }, alignItems: 'center', gap: 0.5 }}>
        <span id={labelId}>{t('rows')}</span>
        <Select
          variant="standard"
          disableUnderline
          value={pageSize}
          labelId={labelId}
          onChange={({ target }) => onPageSizeChange(target.value)}
          sx={{ fontSize: 'inherit', color: 'inherit', minWidth: 56, paddingInlineStart: 0.5 }}
        >
          {pageSizeOptions.map((size) => (
            <MenuItem key={size} value={size}>
              {formats.number(size)}
            </MenuItem>
          ))}
        </Select>
      </Box>
      <Typography
        component="span"
        variant="body2"
        sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
      >
        {t(totalIsLowerBound ? 'rangeAtLeast' : 'range', { from, to, total })}
      </Typography>
      <IconButton
        size="small"
        aria-label={t('previousPage')}
        disabled={page === 0}
        onClick={() => onPageChange(page - 1)}
      >
        <ChevronLeft size={18} />
      </IconButton>
      <IconButton
        size="small"
        aria-label={t('nextPage')}
        disabled={to >= total}
        onClick={() => onPageChange(page + 1)}
      >
        <ChevronRight size={18} />
      </IconButton>
    </Box>
  );
}

/** The paging below a list; absent while all of it fits on the smallest page. */
export function PagingFooter(props: PaginationProps) {
  if (props.total <= (props.pageSizeOptions[0] ?? 0)) return null;
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', paddingBlock: 1 }}>
      <Pagination {...props} />
    </Box>
  );
}

const SIZES = [10, 25, 100] as const;

/** Which page of a list is shown, as `Pagination` takes it. Another list or page size starts at the first page. */
export function usePaging(pageSizeOptions: readonly [number, ...number[]] = SIZES, list = '') {
  const [page, setPage] = useKeyedState(list, 0);
  const [pageSize, setPageSize] = useState<number>(pageSizeOptions[0]);
  const onPageSizeChange = (size: number) => {
    setPage(0);
    setPageSize(size);
  };
  return { pageSizeOptions, page, pageSize, onPageChange: setPage, onPageSizeChange };
}
