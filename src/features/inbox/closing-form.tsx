import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TEST_LIMITS } from '#contract/limits.ts';
import { HAND_CLOSINGS, type Report } from '#contract/reports.ts';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { inputDirection } from '#src/ui/input-direction.ts';
import { RecordForm } from '#src/ui/record-form.tsx';
import { useCloseReport } from './use-reports.ts';

type ClosingFormProps = { report: Report; onClosed: () => void; onCancel: () => void };

/** Why a report is closed by hand. */
export function ClosingForm({ report: { id, question }, onClosed, onCancel }: ClosingFormProps) {
  const { t } = useTranslation('inbox');
  const [as, setAs] = useState<(typeof HAND_CLOSINGS)[number]>('repaired');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const closing = useCloseReport();
  const isMissing = as === 'other' && note.trim() === '';
  const submit = () => {
    setTried(true);
    if (!isMissing) closing.mutate({ id, as, note }, { onSuccess: onClosed });
  };
  return (
    <RecordForm
      label={t('action.closeNamed', { question })}
      width={480}
      submitLabel={t('action.close')}
      busy={closing.isPending}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <TextField
        select
        size="small"
        label={t('closing.label')}
        value={as}
        autoFocus
        onChange={({ target }) => setAs(HAND_CLOSINGS.find((other) => other === target.value) ?? as)}
      >
        {HAND_CLOSINGS.map((option) => (
          <MenuItem key={option} value={option}>
            {t(`closing.as.${option}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        size="small"
        label={t(as === 'other' ? 'closing.noteNeeded' : 'closing.note')}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        error={tried && isMissing}
        helperText={tried && isMissing ? t('closing.noteMissing') : undefined}
        slotProps={{ htmlInput: { maxLength: TEST_LIMITS.note, dir: inputDirection(note) } }}
      />
      <FaultNotice error={closing.error} onDismiss={closing.reset} />
    </RecordForm>
  );
}
