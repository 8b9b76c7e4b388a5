import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { StatusWord } from '#contract/source-status.ts';
import { TextLink } from '#src/components/link-button.tsx';
import { StatusChip } from '#src/components/status-chip.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { BAR_ORDER } from './status-bar.tsx';
import { statusFill } from './status-fill.ts';

/** A line for each status: its fill, its word, how many, what share; figures end at the physical right in both directions. */
export function HealthLegend({ units }: { units: Record<StatusWord, number> }) {
  const { t } = useTranslation(['overview', 'statuses']);
  const formats = useFormats();
  const total = BAR_ORDER.reduce((sum, word) => sum + units[word], 0);
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        margin: 0,
        padding: 0,
        marginBlockStart: 1,
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {BAR_ORDER.map((word) => (
        <Box
          key={word}
          component="li"
          sx={{
            display: 'grid',
            gridTemplateColumns: '10px 1fr 72px 56px',
            alignItems: 'center',
            columnGap: 2,
            minHeight: 32,
          }}
        >
          <Box aria-hidden sx={[{ width: 10, height: 10, borderRadius: '3px' }, statusFill(word)]} />
          <TextLink
            to={paths.knowledge({ status: word })}
            aria-label={t('health.see', { status: t(`statuses:${word}`) })}
            sx={{ color: 'inherit', justifySelf: 'start' }}
          >
            <StatusChip status={word} />
          </TextLink>
          <Box component="strong" dir="ltr" sx={{ fontWeight: 600, textAlign: 'end' }}>
            {formats.number(units[word])}
          </Box>
          <Box component="span" dir="ltr" sx={{ color: 'text.tertiary', textAlign: 'end' }}>
            {formats.percent(total === 0 ? 0 : units[word] / total)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
