import Download from 'virtual:lucide/download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { toCsv } from '#common/csv.ts';
import { createReport } from '#contract/operations/reports.ts';
import { createTest } from '#contract/operations/tests.ts';
import { useIsForeign } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useFormats, useLocale } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { downloadFile } from '#src/ui/download-file.ts';
import { Meter } from '#src/ui/meter.tsx';
import { ResourcePage } from '#src/ui/query/resource-page.tsx';
import { type BatchRow, type BatchVerdict, batchTable } from './batch.ts';
import { BatchForm } from './batch-form.tsx';
import { BatchList } from './batch-list.tsx';
import { useBatch } from './use-batch.ts';

type Batch = ReturnType<typeof useBatch>;
type ProgressProps = Pick<Batch, 'rows' | 'startedAt' | 'stop' | 'resume' | 'clear'>;

/** Writes the questions of a batch, with answers and verdicts, to a file. */
function useBatchDownload(rows: readonly BatchRow[], isDrafted: boolean) {
  const { t } = useTranslation(['tests', 'answer']);
  const { language } = useLocale();
  const bandOf = ({ answer }: BatchRow) => {
    const band = answer?.band ?? null;
    return band === null ? '' : t(`answer:band.${band}`);
  };
  const verdictName = (name: BatchVerdict) =>
    isDrafted && name !== 'passage' ? t(`batch.draft.${name}`) : t(`batch.verdict.${name}`);
  return async (format: 'csv' | 'xlsx') => {
    const heads = (['question', 'answer', 'band', 'unit', 'section', 'verdict'] as const).map((name) =>
      t(`batch.column.${name}`),
    );
    const table = batchTable(rows, { heads, band: bandOf, verdict: (name) => verdictName(name) });
    const name = t('batch.export.file');
    const { writeSheet } = await import('#src/ui/test/write-sheet.ts');
    const file =
      format === 'csv'
        ? new Blob([toCsv(table)], { type: 'text/csv;charset=utf-8' })
        : writeSheet(table, { name, rightToLeft: language === 'ar' });
    downloadFile(file, `${name}.${format}`);
  };
}

/** How far a batch is, how long it takes, and what can be done with it. */
function BatchProgress({ rows, startedAt, stop, resume, clear }: ProgressProps) {
  const { t } = useTranslation('tests');
  const formats = useFormats();
  const answers = rows.filter(({ state }) => state === 'asked').length;
  const ended = rows.filter(({ state }) => state === 'asked' || state === 'failed').length;
  const judged = rows.filter(({ verdict }) => verdict !== undefined).length;
  const isRunning = startedAt !== undefined;
  const isDrafted = rows.some(({ draft }) => draft !== undefined);
  const remaining = useRemaining(rows, startedAt);
  const download = useBatchDownload(rows, isDrafted);
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
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button
            key={format}
            size="small"
            variant="outlined"
            startIcon={<Download size={16} />}
            onClick={() => void download(format)}
          >
            {t(`batch.export.${format}`)}
          </Button>
        ))}
        {isRunning ? null : (
          <Button size="small" onClick={clear}>
            {t('batch.new')}
          </Button>
        )}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.tertiary', display: { xs: 'none', md: 'block' } }}>
        {t(isDrafted ? 'batch.draft.keys' : 'batch.keys')}
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

/** Many questions at once: pasted or drafted, asked, and judged by keys. */
export function BatchPage() {
  const { t } = useTranslation('tests');
  const batch = useBatch();
  const { rows, judge, report } = batch;
  const canReport = useCanUse(createReport);
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
        <BatchForm {...batch} />
      ) : (
        <>
          <BatchProgress {...batch} />
          <BatchList rows={rows} onJudge={judge} onReport={canReport ? report : undefined} />
        </>
      )}
    </ResourcePage>
  );
}
