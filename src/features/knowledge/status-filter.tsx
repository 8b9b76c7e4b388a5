import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { StatusWord } from '#contract/source-status.ts';
import type { KnowledgeSummary } from '#contract/unit-states.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { ChipSelect } from '#src/ui/chip-select.tsx';

// Failed comes second, so that it shows on a phone.
const STATUS_ORDER: readonly StatusWord[] = ['ready', 'failed', 'indexing', 'waiting'];

type StatusFilterProps = {
  value: StatusWord | undefined;
  /** The statuses that have a number on this gateway. */
  available: ReadonlySet<StatusWord>;
  /** Counts by status, where the gateway gives them. */
  counts: KnowledgeSummary['units'] | undefined;
  onChange: (status: StatusWord | undefined) => void;
};

/** One chip a status, and one for all; on phones the row scrolls. */
export function StatusFilter({ value, available, counts, onChange }: StatusFilterProps) {
  const { t } = useTranslation(['knowledge', 'statuses']);
  const formats = useFormats();
  if (available.size === 0) return null;
  const option = <Value extends StatusWord | 'all'>(
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
    <ChipSelect<StatusWord | 'all'>
      label={t('statusFilter')}
      value={value ?? 'all'}
      options={[
        option('all', t('all'), counts && STATUS_ORDER.reduce((sum, word) => sum + counts[word], 0)),
        ...STATUS_ORDER.filter((word) => available.has(word)).map((word) =>
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
