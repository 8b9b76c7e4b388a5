import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Level } from './level.ts';
import { judgeLevels } from './level.ts';

const BARS = 48;
/** Decibels that a bar begins at: the noise of a quiet room. */
const FLOOR = -60;
const TONE = { waiting: 'slate.fill', quiet: 'saffron.fill', good: 'teal.fill', loud: 'brick.fill' } as const;

/** The last seconds of the microphone as bars, newest at the end, and in words whether that is loud enough. */
export function LevelMeter({ levels }: { levels: readonly Level[] }) {
  const { t } = useTranslation('voice');
  const loudness = judgeLevels(levels);
  const shown = levels.slice(-BARS);
  const heights = [
    ...Array.from({ length: BARS - shown.length }, () => FLOOR),
    ...shown.map(({ mean }) => mean),
  ];
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box
        role="img"
        aria-label={t('level.label', { words: t(`level.${loudness}`) })}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: '2px',
          height: 48,
          '& > span': { flex: 1, maxWidth: 8, borderRadius: '2px', bgcolor: TONE[loudness] },
        }}
      >
        {heights.map((height, place) => (
          <span
            // A bar is a place, not a moment: the levels move through them.
            // oxlint-disable-next-line react/no-array-index-key
            key={place}
            style={{ height: `${Math.max(6, Math.min(100, ((height - FLOOR) / -FLOOR) * 100))}%` }}
          />
        ))}
      </Box>
      <Typography
        role="status"
        variant="body2"
        sx={{ color: loudness === 'quiet' || loudness === 'loud' ? 'saffron.ink' : 'text.secondary' }}
      >
        {t(`level.hint.${loudness}`)}
      </Typography>
    </Box>
  );
}
