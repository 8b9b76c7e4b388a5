import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
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
import FolderOpen from 'lucide-react/icons/folder-open';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SYNONYM_LIMITS } from '#contract/limits.ts';
import { Notice } from '#src/components/notice.tsx';
import { typedDirection } from '#src/components/typed-direction.ts';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { ImportReport } from './import-report.tsx';
import { readTextFile } from './read-text-file.ts';
import { useImportGroups } from './use-groups.ts';

const MODES = ['add', 'replace'] as const;
type Mode = (typeof MODES)[number];

/** Many groups at once: a file or typed lines, looked at first, then taken. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['synonyms', 'common']);
  const headingId = useId();
  const modeId = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [mode, setMode] = useState<Mode>('add');
  const [read, setRead] = useState<'fine' | 'windows' | 'unreadable'>('fine');
  const checking = useImportGroups();
  const importing = useImportGroups();
  const report = importing.data ?? checking.data;
  const changes = report === undefined ? 0 : report.added + report.removed;
  const error = importing.error ?? checking.error;
  const rewind = () => {
    checking.reset();
    importing.reset();
  };
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    rewind();
    const found = await readTextFile(file);
    setRead(found === undefined ? 'unreadable' : found.encoding === 'utf-8' ? 'fine' : 'windows');
    if (found !== undefined) setText(found.text);
  };
  const leave = () => {
    onClose();
    if (importing.isSuccess) setText('');
    setRead('fine');
    rewind();
  };
  return (
    <Dialog open={open} onClose={leave} aria-labelledby={headingId} fullWidth maxWidth="sm">
      <DialogTitle id={headingId}>{t('import.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {report === undefined ? (
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
                htmlInput: { dir: typedDirection(text), maxLength: SYNONYM_LIMITS.importCharacters },
                inputLabel: { shrink: true },
              }}
              sx={{ marginBlockStart: 1, '& textarea': { paddingInline: 1.5 } }}
            />
            <div>
              <Button
                variant="outlined"
                startIcon={<FolderOpen size={18} />}
                onClick={() => chooser.current?.click()}
              >
                {t('import.file')}
              </Button>
              <input
                ref={chooser}
                type="file"
                hidden
                aria-label={t('import.file')}
                accept=".csv,.txt,.tsv,text/csv,text/plain"
                onChange={({ target }) => {
                  void take(target.files?.[0]);
                  target.value = '';
                }}
              />
            </div>
            {read === 'fine' ? null : (
              <Notice
                severity={read === 'windows' ? 'info' : 'error'}
                title={t(read === 'windows' ? 'import.fromWindows' : 'import.unreadable')}
              />
            )}
            <FormControl>
              <FormLabel id={modeId}>{t('import.mode')}</FormLabel>
              <RadioGroup
                aria-labelledby={modeId}
                value={mode}
                onChange={(_, value) => setMode(value === 'replace' ? 'replace' : 'add')}
              >
                {MODES.map((one) => (
                  <FormControlLabel key={one} value={one} control={<Radio />} label={t(`import.${one}`)} />
                ))}
              </RadioGroup>
            </FormControl>
          </>
        ) : (
          <ImportReport report={report} done={importing.isSuccess} />
        )}
        {error === null ? null : <FaultNotice error={error} onDismiss={rewind} />}
      </DialogContent>
      <DialogActions sx={{ padding: 3, paddingBlockStart: 0, gap: 1 }}>
        {importing.isSuccess ? (
          <Button variant="contained" onClick={leave} autoFocus>
            {t('common:close')}
          </Button>
        ) : (
          <>
            <Button onClick={report === undefined ? leave : rewind}>
              {t(report === undefined ? 'common:cancel' : 'import.back')}
            </Button>
            <Box component="span">
              {report === undefined ? (
                <Button
                  variant="contained"
                  disabled={text.trim() === ''}
                  loading={checking.isPending}
                  onClick={() => checking.mutate({ text, mode, check: true })}
                >
                  {t('import.check')}
                </Button>
              ) : (
                <Button
                  variant="contained"
                  color={mode === 'replace' && report.removed > 0 ? 'error' : 'primary'}
                  disabled={changes === 0}
                  loading={importing.isPending}
                  onClick={() => importing.mutate({ text, mode })}
                >
                  {t('import.run')}
                </Button>
              )}
            </Box>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}
