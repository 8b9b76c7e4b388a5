import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

type ClearDialogProps = { open: boolean; onClose: () => void; onClear: () => void };

/** What was typed is not lost by a slip of the hand. */
export function ClearDialog({ open, onClose, onClear }: ClearDialogProps) {
  const { t } = useTranslation(['add', 'common']);
  const headingId = useId();
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={headingId} maxWidth="xs" fullWidth>
      <DialogTitle id={headingId}>{t('clear.title')}</DialogTitle>
      <DialogContent>{t('clear.message')}</DialogContent>
      <DialogActions sx={{ padding: 3, paddingBlockStart: 0, gap: 1 }}>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button variant="contained" color="error" onClick={onClear}>
          {t('clear.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
