import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';

export type PagingProps = {
  /** From 0. */
  page: number;
  pageSize: number;
  total: number;
  /** There may be more than `total`. */
  atLeast?: boolean;
  /** What the pages are of, for assistive technology. */
  label: string;
  sizes: readonly number[];
  onPage: (page: number) => void;
  onPageSize: (rows: number) => void;
};

/** Rows a page, where we are, and the way on; figures in the chosen digits. */
export function Paging({
  page,
  pageSize,
  total,
  atLeast = false,
  label,
  sizes,
  onPage,
  onPageSize,
}: PagingProps) {
  const { t } = useTranslation('lists');
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
          onChange={({ target }) => onPageSize(target.value)}
          sx={{ fontSize: 'inherit', color: 'inherit', minWidth: 56, paddingInlineStart: 0.5 }}
        >
          {sizes.map((size) => (
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
        {t(atLeast ? 'rangeAtLeast' : 'range', { from, to, total })}
      </Typography>
      <IconButton
        size="small"
        aria-label={t('previousPage')}
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft size={18} />
      </IconButton>
      <IconButton
        size="small"
        aria-label={t('nextPage')}
        disabled={to >= total}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight size={18} />
      </IconButton>
    </Box>
  );
}
