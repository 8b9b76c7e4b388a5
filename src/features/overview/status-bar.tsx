import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { StatusWord } from '#contract/source-status.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { statusFill } from './status-fill.ts';

export const BAR_ORDER: readonly StatusWord[] = ['ready', 'indexing', 'waiting', 'failed'];

/** Units by status as one bar; a status that is there is never too thin to see. */
export function StatusBar({ units }: { units: Record<StatusWord, number> }) {
  const { t } = useTranslation(['overview', 'statuses']);
  const formats = useFormats();
  const present = BAR_ORDER.filter((word) => units[word] > 0);
  const words = present.map((word) => `${t(`statuses:${word}`)} ${formats.number(units[word])}`);
  return (
    <Box
      role="img"
      aria-label={`${t('health.barLabel')}: ${formats.list(words)}`}
      sx={{
        display: 'flex',
        gap: '2px',
        height: 16,
        borderRadius: '4px',
        overflow: 'hidden',
        bgcolor: 'track.fill',
      }}
    >
      {present.map((word) => (
        <Box key={word} sx={[{ flexGrow: units[word], flexBasis: 0, minWidth: 8 }, statusFill(word)]} />
      ))}
    </Box>
  );
}
