import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type CsvCell, toCsv } from '#common/csv.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { downloadFile } from '#src/ui/download-file.ts';
import { ExportMenu } from '#src/ui/export-menu.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { type LEDGER_BY_STEP, responseSeconds, VOICE_STEPS, type VoiceRun } from './voice-run.ts';

const round = (seconds: number | undefined) =>
  seconds === undefined ? null : Math.round(seconds * 1000) / 1000;

/** The figures of a run for export: seconds, and units of each ledger; null where not known. */
function timingsOf(run: VoiceRun) {
  const { startedAt, input, settings, text, corrected, answer, kind, band, certainty, speaker, steps } = run;
  const costOf = (name: keyof typeof LEDGER_BY_STEP) => steps[name].cost?.amount ?? null;
  return {
    at: new Date(startedAt).toISOString(),
    said: input.kind,
    length: round(input.duration),
    model: input.kind === 'typed' ? null : settings.model,
    hearing: input.kind === 'typed' ? null : settings.transcription,
    question: text,
    corrected,
    kind,
    band,
    certainty,
    answer,
    speaker: speaker === '' ? null : speaker,
    silence: round(input.silence),
    ...Object.fromEntries(
      VOICE_STEPS.flatMap((name) => [
        [`${name}Phase`, steps[name].phase],
        [`${name}First`, round(steps[name].firstOutputSeconds)],
        [`${name}Seconds`, round(steps[name].seconds)],
      ]),
    ),
    wait: round(responseSeconds(run)),
    audioSeconds: costOf('heard'),
    textTokens: costOf('answered'),
    speechCharacters: costOf('spoken'),
  };
}

export function writeTimings(runs: readonly VoiceRun[]): Blob {
  const text = `${JSON.stringify(runs.map(timingsOf), null, 2)}\n`;
  return new Blob([text], { type: 'application/json' });
}

export function writeTimingsAsCsv(runs: readonly VoiceRun[]): Blob {
  const rows = runs.map(timingsOf);
  const names = Object.keys(rows[0] ?? {}) as (keyof ReturnType<typeof timingsOf>)[];
  const cells = rows.map((row) =>
    names.map((name): CsvCell => {
      const value = row[name];
      return typeof value === 'boolean' ? String(value) : value;
    }),
  );
  return new Blob([toCsv([names.map(String), ...cells])], { type: 'text/csv' });
}

/** Time and question first, then a column of figures for each step and for the wait in all. */
const TABLE_STYLE = {
  borderCollapse: 'collapse',
  width: '100%',
  minWidth: 640,
  typography: 'body2',
  '& th, & td': {
    paddingBlock: 0.75,
    paddingInlineEnd: 2,
    textAlign: 'start',
    whiteSpace: 'nowrap',
    borderBlockEnd: 1,
    borderColor: 'line.soft',
  },
  '& :nth-of-type(2)': { width: '100%', minWidth: 160, whiteSpace: 'normal', overflowWrap: 'anywhere' },
  '& :is(th, td):nth-of-type(n + 3)': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  '& td:last-of-type': { fontWeight: 600 },
};

/** When and what was asked, and the seconds of each step and of the wait in all. */
function RunRow({ run }: { run: VoiceRun }) {
  const { t } = useTranslation('voice');
  const formats = useFormats();
  const text = run.text.trim();
  const time = (seconds: number | undefined) =>
    seconds === undefined ? t('history.none') : formats.duration(seconds * 1000);
  return (
    <tr>
      <td>{formats.time(run.startedAt)}</td>
      <td>{text === '' ? t('history.none') : <BidiText>{text}</BidiText>}</td>
      {VOICE_STEPS.map((name) => (
        <td key={name}>
          {time(name === 'spoken' ? run.steps.spoken.firstOutputSeconds : run.steps[name].seconds)}
        </td>
      ))}
      <td>{time(responseSeconds(run))}</td>
    </tr>
  );
}

/** The runs of this visit, to compare models and voices: texts and figures, no sound. */
export function VoiceRunHistory({ runs }: { runs: readonly VoiceRun[] }) {
  const { t } = useTranslation('voice');
  const headingId = useId();
  if (runs.length === 0) return null;
  const steps = VOICE_STEPS.map((name) => t(`step.${name}`));
  const headings = [t('history.at'), t('history.question'), ...steps, t('history.wait')];
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ marginBlockStart: 4, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 200 }}>
          <Typography id={headingId} variant="h3" component="h2">
            {t('history.title')}
          </Typography>
          <SmallText>{t('history.hint')}</SmallText>
        </Box>
        <ExportMenu
          label={t('history.export')}
          formats={['json', 'csv'] as const}
          labelFor={(format) => t(`history.${format}`)}
          busy={false}
          onSelect={(format) =>
            downloadFile(
              format === 'json' ? writeTimings(runs) : writeTimingsAsCsv(runs),
              `fihrist-voice-runs.${format}`,
            )
          }
        />
      </Box>
      {/* Scrolls sideways on phones, by keyboard as well. */}
      <Box
        role="region"
        aria-label={t('history.table')}
        tabIndex={0}
        sx={{ overflowX: 'auto', marginBlockStart: 1 }}
      >
        <Box component="table" sx={TABLE_STYLE}>
          <thead>
            <tr>
              {headings.map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </tbody>
        </Box>
      </Box>
    </Box>
  );
}
