import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decodeTextFile } from '#common/decode-text-file.ts';
import { SYNONYM_LIMITS } from '#contract/limits.ts';
import type { SynonymImportReport } from '#contract/synonyms.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { FileButton } from '#src/ui/file-button.tsx';
import { inputDirection } from '#src/ui/input-direction.ts';
import { Notice } from '#src/ui/notice.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { useFocusIfLost } from '#src/ui/use-focus-if-lost.ts';
import { useImportSynonyms } from './use-synonym-groups.ts';

const SHOWN = 8;

/** What an import will do or did, and the skipped lines with reasons. */
function ImportReport({ report, done }: { report: SynonymImportReport; done: boolean }) {
  const { t } = useTranslation('synonyms');
  const { added, known, removed, refused, lines } = report;
  const box = useFocusIfLost(report);
  const counts = [
    ...(added > 0 ? [t('import.added', { count: added })] : []),
    ...(removed > 0 ? [t('import.removed', { count: removed })] : []),
    ...(known > 0 ? [t('import.known', { count: known })] : []),
    ...(refused > 0 ? [t('import.refused', { count: refused })] : []),
  ];
  const shown = lines.slice(0, SHOWN);
  return (
    <Box ref={box} tabIndex={-1} role="status" sx={{ display: 'grid', gap: 1 }}>
      <Typography sx={{ fontWeight: 600 }}>{t(done ? 'import.done' : 'import.checked')}</Typography>
      <Typography>{counts.length === 0 ? t('import.nothing') : counts.join(' · ')}</Typography>
      {shown.length === 0 ? null : (
        <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 0.5 }}>
          {shown.map(({ line, text, message }) => (
            <Typography key={line} component="li" variant="body2">
              {t('import.line', { line })}: <BidiText>{text}</BidiText>
              <Box component="span" dir="auto" sx={{ display: 'block', color: 'saffron.ink' }}>
                {message}
              </Box>
            </Typography>
          ))}
        </Box>
      )}
      {refused > shown.length ? (
        <SmallText tone="secondary">{t('import.moreLines', { count: refused - shown.length })}</SmallText>
      ) : null}
    </Box>
  );
}

const MODES = ['add', 'replace'] as const;
type Mode = (typeof MODES)[number];

/** The text to import, its preview and the import itself. */
function useImport() {
  const [text, setText] = useState('');
  const [mode, setMode] = useState<Mode>('add');
  const [fileStatus, setFileStatus] = useState<'fine' | 'windows' | 'unreadable'>('fine');
  const dryRun = useImportSynonyms();
  const runImport = useImportSynonyms();
  const reset = () => {
    dryRun.reset();
    runImport.reset();
  };
  const loadFile = async (file: File) => {
    reset();
    const content = decodeTextFile(new Uint8Array(await file.arrayBuffer()));
    setFileStatus(
      content === undefined ? 'unreadable' : content.encoding === 'windows-1256' ? 'windows' : 'fine',
    );
    if (content !== undefined) setText(content.text);
  };
  const close = () => {
    if (runImport.isSuccess) setText('');
    setFileStatus('fine');
    reset();
  };
  const report = runImport.data ?? dryRun.data;
  return { text, setText, mode, setMode, fileStatus, loadFile, dryRun, runImport, report, reset, close };
}
type ImportProps = { state: ReturnType<typeof useImport> };

/** Lines, typed or from a file, and whether they replace what is there. */
function ImportForm({ state: { text, setText, mode, setMode, fileStatus, loadFile } }: ImportProps) {
  const { t } = useTranslation('synonyms');
  const modeId = useId();
  return (
    <>
      <Typography sx={{ color: 'text.secondary' }}>{t('import.text')}</Typography>
      <TextField
        label={t('import.label')}
        multiline
        minRows={5}
        maxRows={12}
        value={text}
        placeholder={'باقة نجمة = العضوية المميزة\nصراف = ATM = ماكينة'}
        onChange={({ target }) => setText(target.value)}
        slotProps={{
          htmlInput: { dir: inputDirection(text), maxLength: SYNONYM_LIMITS.importCharacters },
          inputLabel: { shrink: true },
        }}
        sx={{ marginBlockStart: 1, '& textarea': { paddingInline: 1.5 } }}
      />
      <FileButton
        label={t('import.file')}
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onFile={(file) => void loadFile(file)}
      />
      {fileStatus === 'fine' ? null : (
        <Notice
          severity={fileStatus === 'windows' ? 'info' : 'error'}
          title={t(fileStatus === 'windows' ? 'import.fromWindows' : 'import.unreadable')}
        />
      )}
      <FormControl>
        <FormLabel id={modeId}>{t('import.mode')}</FormLabel>
        <RadioGroup
          aria-labelledby={modeId}
          value={mode}
          onChange={(_, value) => setMode(value === 'replace' ? 'replace' : 'add')}
        >
          {MODES.map((option) => (
            <FormControlLabel key={option} value={option} control={<Radio />} label={t(`import.${option}`)} />
          ))}
        </RadioGroup>
      </FormControl>
    </>
  );
}

/** Checks first, then imports what was checked. */
function ImportButton({ state: { text, mode, dryRun, runImport, report } }: ImportProps) {
  const { t } = useTranslation('synonyms');
  return report === undefined ? (
    <BusyButton
      // Not the same button as the next: Enter held on it would import what nobody has read.
      key="check"
      variant="contained"
      disabled={text.trim() === ''}
      busy={dryRun.isPending}
      onClick={() => dryRun.mutate({ text, mode, dryRun: true })}
    >
      {t('import.check')}
    </BusyButton>
  ) : (
    <BusyButton
      key="run"
      variant="contained"
      color={mode === 'replace' && report.removed > 0 ? 'error' : 'primary'}
      disabled={report.added + report.removed === 0}
      busy={runImport.isPending}
      onClick={() => runImport.mutate({ text, mode })}
    >
      {t('import.run')}
    </BusyButton>
  );
}

/** Imports groups from a file or typed lines, after a preview. */
export function ImportSynonymsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['synonyms', 'common']);
  const headingId = useId();
  const state = useImport();
  const { dryRun, runImport, report, reset } = state;
  const close = () => {
    onClose();
    state.close();
  };
  return (
    <Dialog open={open} onClose={close} aria-labelledby={headingId} fullWidth maxWidth="sm">
      <DialogTitle id={headingId}>{t('import.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {report === undefined ? (
          <ImportForm state={state} />
        ) : (
          <ImportReport report={report} done={runImport.isSuccess} />
        )}
        <FaultNotice error={runImport.error ?? dryRun.error} onDismiss={reset} />
      </DialogContent>
      <DialogActions sx={{ padding: 3, paddingBlockStart: 0, gap: 1 }}>
        {runImport.isSuccess ? (
          <Button variant="contained" onClick={close} autoFocus>
            {t('common:close')}
          </Button>
        ) : (
          <>
            <Button onClick={report === undefined ? close : reset}>
              {t(report === undefined ? 'common:cancel' : 'import.back')}
            </Button>
            <Box component="span">
              <ImportButton state={state} />
            </Box>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}
