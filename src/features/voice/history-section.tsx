import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { BidiText } from '#src/components/bidi-text.tsx';
import { ExportMenu } from '#src/components/export-menu.tsx';
import { saveFile } from '#src/components/save-file.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { STEPS, type VoiceRun } from './run.ts';
import { waitOf } from './timeline.ts';
import { writeTimings, writeTimingsAsCsv } from './timings.ts';

const FORMATS = ['json', 'csv'] as const;

const cell = {
  paddingBlock: 0.75,
  paddingInlineEnd: 2,
  textAlign: 'start',
  borderBlockEnd: 1,
  borderColor: 'line.soft',
};
const figure = { ...cell, textAlign: 'end', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' };

/** What this visit has run, to compare models and voices; texts and figures, never sound. */
export function HistorySection({ runs }: { runs: readonly VoiceRun[] }) {
  const { t } = useTranslation('voice');
  const formats = useFormats();
  const headingId = useId();
  if (runs.length === 0) return null;
  const time = (seconds: number | undefined) =>
    seconds === undefined ? t('history.none') : formats.duration(seconds * 1000);
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ marginBlockStart: 4, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 200 }}>
          <Typography id={headingId} variant="h3" component="h2">
            {t('history.title')}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
            {t('history.hint')}
          </Typography>
        </Box>
        <ExportMenu
          label={t('history.export')}
          formats={FORMATS}
          nameOf={(format) => t(`history.${format}`)}
          busy={false}
          onChoose={(format) =>
            saveFile(
              format === 'json' ? writeTimings(runs) : writeTimingsAsCsv(runs),
              `fihrist-voice-runs.${format}`,
            )
          }
        />
      </Box>
      {/* Wider than a phone: it is moved sideways, also by keys. */}
      <Box
        role="region"
        aria-label={t('history.table')}
        tabIndex={0}
        sx={{ overflowX: 'auto', marginBlockStart: 1 }}
      >
        <Box
          component="table"
          sx={{ borderCollapse: 'collapse', width: '100%', minWidth: 640, typography: 'body2' }}
        >
          <thead>
            <tr>
              <Box component="th" scope="col" sx={cell}>
                {t('history.at')}
              </Box>
              <Box component="th" scope="col" sx={{ ...cell, width: '100%' }}>
                {t('history.question')}
              </Box>
              {STEPS.map((name) => (
                <Box key={name} component="th" scope="col" sx={figure}>
                  {t(`step.${name}`)}
                </Box>
              ))}
              <Box component="th" scope="col" sx={figure}>
                {t('history.wait')}
              </Box>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <tr key={run.id}>
                <Box component="td" sx={{ ...cell, whiteSpace: 'nowrap' }}>
                  {formats.time(run.begun)}
                </Box>
                <Box component="td" sx={{ ...cell, minWidth: 160, overflowWrap: 'anywhere' }}>
                  {run.text.trim() === '' ? t('history.none') : <BidiText>{run.text.trim()}</BidiText>}
                </Box>
                {STEPS.map((name) => (
                  <Box key={name} component="td" sx={figure}>
                    {time(name === 'spoken' ? run.steps.spoken.first : run.steps[name].seconds)}
                  </Box>
                ))}
                <Box component="td" sx={{ ...figure, fontWeight: 600 }}>
                  {time(waitOf(run))}
                </Box>
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </Box>
  );
}
