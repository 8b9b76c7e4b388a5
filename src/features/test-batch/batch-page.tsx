import Download from 'virtual:lucide/download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { createTest } from '#contract/operations/tests.ts';
import { useIsForeign } from '#src/api/hooks/gateway-context.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { downloadFile } from '#src/ui/download-file.ts';
import { Meter } from '#src/ui/meter.tsx';
import { ResourcePage } from '#src/ui/query/resource-page.tsx';
import { type BatchRow, batchCsv } from './batch.ts';
import { BatchForm } from './batch-form.tsx';
import { BatchList } from './batch-list.tsx';
import { useBatch } from './use-batch.ts';

type ProgressProps = Pick<ReturnType<typeof useBatch>, 'rows' | 'startedAt' | 'stop' | 'resume' | 'clear'>;

/** How far a batch is, how long it takes, and what can be done with it. */
function BatchProgress({ rows, startedAt, stop, resume, clear }: ProgressProps) {
  const { t } = useTranslation(['tests', 'answer']);
  const formats = useFormats();
  const answers = rows.filter(({ state }) => state === 'asked').length;
  const ended = rows.filter(({ state }) => state === 'asked' || state === 'failed').length;
  const judged = rows.filter(({ verdict }) => verdict !== undefined).length;
  const isRunning = startedAt !== undefined;
  const remaining = useRemaining(rows, startedAt);
  const bandOf = ({ answer }: BatchRow) => {
    const band = answer?.band ?? null;
    return band === null ? '' : t(`answer:band.${band}`);
  };
  const download = () => {
    const heads = (['question', 'answer', 'band', 'unit', 'section', 'verdict'] as const).map((name) =>
      t(`batch.column.${name}`),
    );
    const csv = batchCsv(rows, { heads, band: bandOf, verdict: (name) => t(`batch.verdict.${name}`) });
    downloadFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `${t('batch.file')}.csv`);
  };
  return (
    <Box sx={{ display: 'grid', gap: 1, marginBlockEnd: 2 }}>
      <Typography role="status">
        {t('batch.progress', {
          asked: formats.number(answers),
          total: formats.number(rows.length),
          judged: formats.number(judged),
        })}
        {isRunning && remaining !== undefined
          ? ` · ${t('batch.remaining', { time: formats.duration(remaining) })}`
          : ''}
      </Typography>
      {isRunning ? <Meter kind="progress" value={ended / rows.length} label={t('batch.title')} /> : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {isRunning ? (
          <Button size="small" variant="outlined" onClick={stop}>
            {t('batch.stop')}
          </Button>
        ) : answers < rows.length ? (
          <Button size="small" variant="outlined" onClick={resume}>
            {t('batch.resume')}
          </Button>
        ) : null}
        <Button size="small" variant="outlined" startIcon={<Download size={16} />} onClick={download}>
          {t('batch.export')}
        </Button>
        {isRunning ? null : (
          <Button size="small" onClick={clear}>
            {t('batch.new')}
          </Button>
        )}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.tertiary', display: { xs: 'none', md: 'block' } }}>
        {t('batch.keys')}
      </Typography>
    </Box>
  );
}

/** Milliseconds that the rest of a batch takes at its present pace; undefined before the first answer. */
function useRemaining(rows: readonly BatchRow[], startedAt: number | undefined): number | undefined {
  const ended = rows.filter(({ state }) => state === 'asked' || state === 'failed').length;
  if (startedAt === undefined || ended === 0) return undefined;
  return ((Date.now() - startedAt) / ended) * (rows.length - ended);
}

/** Many questions at once: pasted, asked, and judged by keys. */
export function BatchPage() {
  const { t } = useTranslation('tests');
  const { rows, startedAt, start, stop, resume, judge, clear } = useBatch();
  return (
    <ResourcePage
      operation={createTest}
      title={t('batch.title')}
      subtitle={t(useIsForeign() ? 'local.batch' : 'batch.subtitle')}
      back={{ to: paths.tests(), label: t('title') }}
      notOffered={{ title: t('notOffered.title'), text: t('notOffered.text') }}
      refused={{ title: t('notYours.title'), text: t('notYours.text') }}
    >
      {rows.length === 0 ? (
        <BatchForm onStart={start} />
      ) : (
        <>
          <BatchProgress {...{ rows, startedAt, stop, resume, clear }} />
          <BatchList rows={rows} onJudge={judge} />
        </>
      )}
    </ResourcePage>
  );
}
