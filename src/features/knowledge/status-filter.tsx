import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';
import type { StatusWord } from '#contract/source-status.ts';
import type { KnowledgeSummary } from '#contract/unit-states.ts';
import { useFormats } from '#src/i18n/locale.tsx';

// Failed comes second, so that it shows on a phone.
const ORDER: readonly StatusWord[] = ['ready', 'failed', 'indexing', 'waiting'];

type StatusFilterProps = {
  value: StatusWord | undefined;
  /** The statuses that have a number on this gateway. */
  known: ReadonlySet<StatusWord>;
  /** Counts by status, where the gateway gives them. */
  counts: KnowledgeSummary['units'] | undefined;
  onChange: (status: StatusWord | undefined) => void;
};

/** One chip a status, and one for all; the chosen one is pressed. */
export function StatusFilter({ value, known, counts, onChange }: StatusFilterProps) {
  const { t } = useTranslation(['knowledge', 'statuses']);
  const formats = useFormats();
  if (known.size === 0) return null;
  const all = counts && ORDER.reduce((sum, word) => sum + counts[word], 0);
  const choices = [
    { word: undefined, name: t('all'), count: all },
    ...ORDER.filter((word) => known.has(word)).map((word) => ({
      word,
      name: t(`statuses:${word}`),
      count: counts?.[word],
    })),
  ];
  return (
    <Box
      role="group"
      aria-label={t('statusFilter')}
      sx={{
        display: 'flex',
        gap: 1,
        overflowX: 'auto',
        marginInline: { xs: -2, md: 0 },
        paddingInline: { xs: 2, md: 0 },
        paddingBlock: '3px',
        scrollbarWidth: 'none',
      }}
    >
      {choices.map(({ word, name, count }) => {
        const chosen = value === word;
        return (
          <Chip
            key={name}
            variant="outlined"
            clickable
            component="button"
            type="button"
            aria-pressed={chosen}
            onClick={() => onChange(word)}
            label={
              <>
                {name}
                {count === undefined ? null : (
                  <Box component="span" sx={{ marginInlineStart: 1, fontVariantNumeric: 'tabular-nums' }}>
                    {formats.number(count)}
                  </Box>
                )}
              </>
            }
            sx={[
              {
                height: { xs: 32, md: 28 },
                borderRadius: '16px',
                flexShrink: 0,
                bgcolor: 'background.default',
              },
              chosen && {
                fontWeight: 600,
                color: 'teal.ink',
                bgcolor: 'teal.wash',
                borderColor: 'teal.fill',
                '&:hover': { bgcolor: 'teal.wash' },
              },
            ]}
          />
        );
      })}
    </Box>
  );
}
