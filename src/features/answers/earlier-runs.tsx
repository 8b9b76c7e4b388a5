import Box from '@mui/material/Box';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { OneLine } from '#src/components/one-line.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import type { Run } from './run.ts';
import { wordRun } from './run-heading.tsx';

type EarlierRunsProps = { runs: readonly Run[]; currentId: string | undefined; onSelect: (run: Run) => void };

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** What was asked in this visit, to go back to and compare. */
export function EarlierRuns({ runs, currentId, onSelect }: EarlierRunsProps) {
  const { t } = useTranslation('playground');
  const formats = useFormats();
  const headingId = useId();
  if (runs.length < 2) return null;
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ marginBlockStart: 4 }}>
      <Typography id={headingId} variant="h3" component="h2" sx={{ marginBlockEnd: 1 }}>
        {t('earlier.title')}
      </Typography>
      <Box
        component="ol"
        sx={{ listStyle: 'none', margin: 0, padding: 0, borderBlockStart: 1, borderColor: 'line.firm' }}
      >
        {runs.map((run) => {
          const best = run.documents?.[0]?.score;
          const figures =
            best === undefined
              ? wordRun(run, t)
              : `${wordRun(run, t)} · ${formats.number(best, twoDecimals)}`;
          return (
            <Box component="li" key={run.id} sx={{ borderBlockEnd: 1, borderColor: 'line.soft' }}>
              <ListItemButton
                selected={run.id === currentId}
                aria-current={run.id === currentId ? 'true' : undefined}
                onClick={() => onSelect(run)}
                sx={{ gap: 2, paddingInline: 1 }}
              >
                <OneLine sx={{ flex: 1, minWidth: 0 }}>{run.asked.question}</OneLine>
                <Typography variant="body2" component="span" sx={{ color: 'text.tertiary', flexShrink: 0 }}>
                  {figures}
                </Typography>
              </ListItemButton>
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}
