import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { TEST_LIMITS } from '#contract/limits.ts';
import type { ReportReason } from '#contract/reports.ts';
import type { Verdict } from '#contract/runs.ts';
import { paths } from '#src/paths.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { inputDirection } from '#src/ui/input-direction.ts';
import { TextLink } from '#src/ui/link-button.tsx';
import { ReasonChoice } from '#src/ui/report/reason-choice.tsx';
import { useKeyedState } from '#src/ui/use-keyed-state.ts';
import { useRunReport } from './use-run-report.ts';

/** Who has the report, announced once it is filed. */
function ReportStatus({ ownerName }: { ownerName: string | undefined }) {
  const { t } = useTranslation('judging');
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 1.5,
        typography: 'body2',
        '&:empty': { display: 'none' },
      }}
    >
      {ownerName === undefined ? null : (
        <>
          <span>{ownerName === '' ? t('report.filedOwners') : t('report.filed', { name: ownerName })}</span>
          <TextLink underline="always" to={paths.inbox({ of: 'reporter' })}>
            {t('report.open')}
          </TextLink>
        </>
      )}
    </Box>
  );
}

type WrongReportProps = { runId: string; own: Verdict; busy: boolean; onSaveNote: (note: string) => void };

/** Why an answer is wrong: a reason files a report, and a note says more. Without reports the note stays with the verdict. */
export function WrongReport({ runId, own, busy, onSaveNote }: WrongReportProps) {
  const { t } = useTranslation(['playground', 'judging']);
  // A stored note resets the field alone: a form that starts over would lose the focus.
  const [note, setNote] = useKeyedState(own.note, own.note);
  const field = useRef<HTMLInputElement>(null);
  const reporting = useRunReport(runId);
  const report = reporting?.report;
  const isFiling = reporting?.filing.isPending === true;
  const isBusy = busy || isFiling;
  const file = (reason: ReportReason) => reporting?.filing.mutate({ reason, note });
  const save = () => (report === undefined ? onSaveNote(note) : file(report.reason));
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy) return;
        // The button goes once the note is stored.
        field.current?.focus();
        save();
      }}
      sx={{ display: 'grid', gap: 1.5 }}
    >
      {reporting === undefined ? null : (
        <Box sx={{ display: 'grid', gap: 0.75 }}>
          <Typography variant="body2" aria-hidden sx={{ color: 'text.secondary' }}>
            {t('judging:report.why')}
          </Typography>
          <ReasonChoice value={report?.reason} busy={isFiling} onChoose={file} />
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', maxWidth: 560 }}>
        <TextField
          label={t('verdict.note')}
          size="small"
          fullWidth
          inputRef={field}
          value={note}
          onChange={({ target }) => setNote(target.value)}
          slotProps={{ htmlInput: { maxLength: TEST_LIMITS.note, dir: inputDirection(note) } }}
        />
        {note.trim() === own.note ? null : (
          <BusyButton type="submit" variant="outlined" busy={isBusy}>
            {t('verdict.saveNote')}
          </BusyButton>
        )}
      </Box>
      <ReportStatus ownerName={report?.owner.name} />
      <FaultNotice error={reporting?.filing.error} onDismiss={reporting?.filing.reset} />
    </Box>
  );
}
