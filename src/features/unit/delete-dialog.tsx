import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import type { useUnitActions } from './use-unit.ts';

type DeleteDialogProps = {
  open: boolean;
  title: string;
  remove: ReturnType<typeof useUnitActions>['remove'];
  onClose: () => void;
};

/** Asks for the title to be typed; into the bin unless forever is ticked. */
export function DeleteDialog({ open, title, remove, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('unit');
  const [forever, setForever] = useState(false);
  return (
    <ConfirmDialog
      open={open}
      title={t('delete.title')}
      phrase={title}
      confirmLabel={t('delete.confirm')}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(forever, { onSuccess: onClose })}
    >
      <p style={{ marginBlockStart: 0 }}>{t(forever ? 'delete.foreverMessage' : 'delete.message')}</p>
      <FormControlLabel
        control={<Checkbox checked={forever} onChange={(event) => setForever(event.target.checked)} />}
        label={t('delete.forever')}
      />
      {remove.error ? <FaultNotice error={remove.error} onDismiss={remove.reset} /> : null}
    </ConfirmDialog>
  );
}
