import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';

type SkeletonRowsProps = {
  rows?: number;
  /** Height of one row in px: that of the real row. */
  height?: number;
  /** Width of each bar in a row, as a share of the line; two bars look like a title over its description. */
  bars?: readonly number[];
};

/** Placeholder rows while loading. */
export function SkeletonRows({ rows = 5, height = 64, bars = [0.4, 0.65] }: SkeletonRowsProps) {
  const { t } = useTranslation();
  return (
    <Box role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <Box
          key={row}
          sx={{
            height,
            display: 'grid',
            alignContent: 'center',
            gap: 1,
            borderBlockEnd: 1,
            borderColor: 'line.soft',
          }}
        >
          {bars.map((share, bar) => (
            <Skeleton
              key={bar}
              variant="rounded"
              height={12}
              width={`${share * (row % 2 === 0 ? 100 : 85)}%`}
            />
          ))}
        </Box>
      ))}
    </Box>
  );
}
