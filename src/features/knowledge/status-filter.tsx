import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import {
  type countByShownStatus,
  SHOWN_STATUSES,
  type ShownStatus,
} from '#src/ui/unit/resolve-unit-status.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { ChipSelect } from '#src/ui/chip-select.tsx';

type StatusFilterProps = {
  value: ShownStatus | undefined;
  /** The statuses that have a number on this gateway. */
  available: ReadonlySet<ShownStatus>;
  /** Counts by status, where the gateway gives them. */
  counts: ReturnType<typeof countByShownStatus> | undefined;
  onChange: (status: ShownStatus | undefined) => void;
};

/** One chip a status, and one for all; on phones the row scrolls. */
export function StatusFilter({ value, available, counts, onChange }: StatusFilterProps) {
  const { t } = useTranslation(['knowledge', 'statuses']);
  const formats = useFormats();
  if (available.size === 0) return null;
  const option = <Value extends ShownStatus | 'all'>(
    word: Value,
    name: string,
    count: number | undefined,
  ) => ({
    value: word,
    name: (
      <>
        {name}
        {count === undefined ? null : (
          <Box component="span" sx={{ marginInlineStart: 1, fontVariantNumeric: 'tabular-nums' }}>
            {formats.number(count)}
          </Box>
        )}
      </>
    ),
  });
  return (
    <ChipSelect<ShownStatus | 'all'>
      label={t('statusFilter')}
      value={value ?? 'all'}
      options={[
        option('all', t('all'), counts && SHOWN_STATUSES.reduce((sum, word) => sum + (counts[word] ?? 0), 0)),
        ...SHOWN_STATUSES.filter((word) => available.has(word)).map((word) =>
          option(word, t(`statuses:${word}`), counts?.[word]),
        ),
      ]}
      onChange={(word) => onChange(word === 'all' ? undefined : word)}
      sx={{
        overflowX: 'auto',
        marginInline: { xs: -2, md: 0 },
        paddingInline: { xs: 2, md: 0 },
        paddingBlock: '3px',
        scrollbarWidth: 'none',
      }}
    />
  );
}
