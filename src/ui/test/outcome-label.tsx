import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { TestOutcome } from '#contract/tests.ts';
import { outcomeStyle } from './outcome-style.ts';

/** The outcome of a test as icon and word. */
export function OutcomeLabel({ outcome }: { outcome: TestOutcome }) {
  const { t } = useTranslation('judging');
  const { Icon, fill, ink } = outcomeStyle(outcome);
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, color: ink }}>
      <Box component="span" sx={{ display: 'flex', color: fill }}>
        <Icon size={16} aria-hidden />
      </Box>
      {t(`outcome.${outcome}`)}
    </Box>
  );
}
