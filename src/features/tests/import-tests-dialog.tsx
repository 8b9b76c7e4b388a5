import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TestFile } from '#common/read-test-file.ts';
import { columnOf, TEST_COLUMNS, type TestColumn, type TestColumnMapping } from '#common/test-columns.ts';
import type { TestFileProblem } from '#common/test-file.ts';
import { listTestSets, listTests } from '#contract/operations/tests.ts';
import { useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useInvalidate } from '#src/api/hooks/use-invalidate.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { FileButton } from '#src/ui/file-button.tsx';
import { FilterSelect } from '#src/ui/filter-select.tsx';
import { Meter } from '#src/ui/meter.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { SmallText } from '#src/ui/small-text.tsx';
import { openTestFile, TEST_FILE_TYPES } from '#src/ui/test/open-test-file.ts';
import { fetchAllTests, importTests, type RefusedTest } from './transfer-tests.ts';

const SHOWN = 8;

/** Reads the content of the file again, with other columns. */
type ReadFile = (columns?: TestColumnMapping) => Promise<TestFile | undefined>;

type ImportState =
  | { step: 'choose'; isUnreadable: boolean }
  | { step: 'reading' }
  | { step: 'checked'; file: TestFile; reader: ReadFile }
  | { step: 'importing' | 'done'; file: TestFile; added: number; refused: readonly RefusedTest[] };

/** Reads a file, then adds its tests. */
function useTestImport() {
  const gateway = useGateway();
  const reload = useInvalidate(listTests.id, listTestSets.id);
  const [state, setState] = useState<ImportState>({ step: 'choose', isUnreadable: false });
  const [error, setError] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  const check = async (file: File) => {
    setError(undefined);
    setState({ step: 'reading' });
    try {
      // The reader of tables is loaded with the first file.
      const { readTestFile } = await import('#common/read-test-file.ts');
      const existing = await fetchAllTests(gateway);
      const content = await openTestFile(file);
      const reader: ReadFile = async (columns) =>
        content && readTestFile(content, { name: file.name, existing, ...(columns ? { columns } : {}) });
      const tests = await reader();
      setState(tests ? { step: 'checked', file: tests, reader } : { step: 'choose', isUnreadable: true });
    } catch (failure) {
      setError(failure);
      setState({ step: 'choose', isUnreadable: false });
    }
  };
  const map = async (reader: ReadFile, columns: TestColumnMapping) => {
    const file = await reader(columns);
    if (file) setState({ step: 'checked', file, reader });
  };
  const run = async (file: TestFile) => {
    const { signal } = (running.current = new AbortController());
    let progress = { added: 0, refused: [] as readonly RefusedTest[] };
    const show = (step: 'importing' | 'done') => setState({ step, file, ...progress });
    show('importing');
    try {
      const onProgress = (added: number, refused: readonly RefusedTest[]) => {
        progress = { added, refused };
        show('importing');
      };
      await importTests({ gateway, tests: file.tests, signal, onProgress });
    } catch (failure) {
      setError(failure);
    }
    show('done');
    await reload();
  };
  const reset = () => {
    running.current?.abort();
    setError(undefined);
    setState({ step: 'choose', isUnreadable: false });
  };
  return { state, error, check, map, run, stop: () => running.current?.abort(), reset };
}

/** Rows of a file that hold no test, with the reason and line of each. */
function Problems({ problems }: { problems: readonly TestFileProblem[] }) {
  const { t } = useTranslation('tests');
  const formats = useFormats();
  const rest = problems.length - SHOWN;
  return (
    <>
      <PlainList aria-label={t('import.problems')} sx={{ display: 'grid', gap: 0.5, typography: 'body2' }}>
        {problems.slice(0, SHOWN).map(({ line, column, code, limit, value }) => (
          <li key={`${line} ${column ?? ''} ${code} ${value}`}>
            {t('import.line', { line: formats.number(line) })}:{' '}
            {t(`import.problem.${code}`, { limit: formats.number(limit ?? 0) })}
            {column === null ? null : ` (${t(`import.column.${column}`)})`}
            {value === '' ? null : (
              <>
                {' '}
                <BidiText>{value}</BidiText>
              </>
            )}
          </li>
        ))}
      </PlainList>
      {rest > 0 ? <SmallText tone="secondary">{t('import.more', { count: rest })}</SmallText> : null}
    </>
  );
}

/** What each column of a table is read as, to be chosen otherwise. */
function ColumnFields({
  headers,
  mapping,
  onChange,
}: {
  headers: readonly string[];
  mapping: TestColumnMapping | undefined;
  onChange: (mapping: TestColumnMapping) => void;
}) {
  const { t } = useTranslation('tests');
  const names = [...new Set(headers)].filter((header) => header !== '');
  const columnsByHeader = names.flatMap((header): [string, TestColumn][] => {
    const column = columnOf(header, mapping);
    return column === undefined ? [] : [[header, column]];
  });
  const choose = (header: string, column: TestColumn | undefined) =>
    onChange(
      Object.fromEntries([
        ...columnsByHeader.filter(([name]) => name !== header),
        ...(column === undefined ? [] : [[header, column]]),
      ]) as TestColumnMapping,
    );
  return (
    <Box
      role="group"
      aria-label={t('import.mapping')}
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' } }}
    >
      {names.map((header) => (
        <FilterSelect
          key={header}
          label={header}
          anyLabel={t('import.ignore')}
          value={columnsByHeader.find(([name]) => name === header)?.[1]}
          options={TEST_COLUMNS}
          labelOf={(column) => t(`import.column.${column}`)}
          onChange={(column) => choose(header, column)}
        />
      ))}
    </Box>
  );
}

type PreviewProps = {
  file: TestFile;
  onMap: (mapping: TestColumnMapping) => void;
};

/** What a file holds, before anything is added. */
function FilePreview({ file, onMap }: PreviewProps) {
  const { t } = useTranslation('tests');
  const formats = useFormats();
  const [mapping, setMapping] = useState<TestColumnMapping>();
  const { tests, repeated, problems, columns, ignored, headers, encoding } = file;
  const columnNames = Object.entries(columns).map(([column, header]) => {
    const name = t(`import.column.${column as keyof typeof columns}`);
    return header === name ? name : `${header} = ${name}`;
  });
  return (
    <>
      {headers ? (
        <ColumnFields
          headers={headers}
          mapping={mapping}
          onChange={(next) => {
            setMapping(next);
            onMap(next);
          }}
        />
      ) : null}
      <Box role="status" sx={{ display: 'grid', gap: 1 }}>
        <Typography sx={{ fontWeight: 600 }}>{t('import.found', { count: tests.length })}</Typography>
        {repeated > 0 ? <Typography>{t('import.repeated', { count: repeated })}</Typography> : null}
        {columnNames.length > 0 && !headers ? (
          <SmallText tone="secondary">
            {t('import.columns', { columns: formats.list(columnNames) })}
          </SmallText>
        ) : null}
        {ignored.length > 0 && !headers ? (
          <SmallText tone="secondary">{t('import.ignored', { columns: formats.list(ignored) })}</SmallText>
        ) : null}
        {encoding === 'windows-1256' ? <Notice severity="info" title={t('import.fromWindows')} /> : null}
        {problems.length > 0 ? <Problems problems={problems} /> : null}
      </Box>
    </>
  );
}

/** How far the import is, and what could not be added. */
function ImportProgress({ state }: { state: Extract<ImportState, { added: number }> }) {
  const { t } = useTranslation('tests');
  const formats = useFormats();
  const { step, file, added, refused } = state;
  const total = file.tests.length;
  const figures = { added: formats.number(added), total: formats.number(total) };
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Typography role="status">{t(step === 'done' ? 'import.done' : 'import.running', figures)}</Typography>
      {step === 'importing' ? (
        <Meter
          kind="progress"
          value={(added + refused.length) / Math.max(1, total)}
          label={t('import.title')}
        />
      ) : null}
      {refused.slice(0, SHOWN).map(({ line, question, error }) => (
        <Box key={line}>
          <SmallText>
            {t('import.line', { line: formats.number(line) })}: <BidiText>{question}</BidiText>
          </SmallText>
          <FaultNotice error={error} />
        </Box>
      ))}
      {refused.length > SHOWN ? (
        <SmallText tone="secondary">{t('import.more', { count: refused.length - SHOWN })}</SmallText>
      ) : null}
    </Box>
  );
}

/** Imports tests from a file after a preview; what exists already is left out. */
export function ImportTestsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['tests', 'common']);
  const headingId = useId();
  const { state, error, check, map, run, stop, reset } = useTestImport();
  const isRunning = state.step === 'importing';
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={isRunning ? () => {} : close}
      aria-labelledby={headingId}
      fullWidth
      maxWidth="sm"
    >
      <DialogTitle id={headingId}>{t('import.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {state.step === 'choose' || state.step === 'reading' ? (
          <>
            <Typography sx={{ color: 'text.secondary' }}>{t('import.text')}</Typography>
            <FileButton
              label={t('import.file')}
              accept={TEST_FILE_TYPES}
              disabled={state.step === 'reading'}
              onFile={(file) => void check(file)}
            />
            {state.step === 'choose' && state.isUnreadable ? (
              <Notice severity="error" title={t('import.unreadable')} />
            ) : null}
          </>
        ) : state.step === 'checked' ? (
          <FilePreview file={state.file} onMap={(mapping) => void map(state.reader, mapping)} />
        ) : (
          <ImportProgress state={state} />
        )}
        <FaultNotice error={error} />
      </DialogContent>
      <DialogActions sx={{ padding: 3, paddingBlockStart: 0, gap: 1 }}>
        {isRunning ? (
          <Button onClick={stop}>{t('batch.stop')}</Button>
        ) : (
          <Button onClick={close}>{t(state.step === 'done' ? 'common:close' : 'common:cancel')}</Button>
        )}
        {state.step === 'checked' ? (
          <Button
            variant="contained"
            disabled={state.file.tests.length === 0}
            onClick={() => void run(state.file)}
          >
            {t('import.run', { count: state.file.tests.length })}
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  );
}
